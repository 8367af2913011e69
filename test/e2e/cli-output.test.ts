// Answers and faults of the command line in every format: cards and tables on a terminal, JSON, NDJSON and CSV for programs.
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseCells } from '../../src/answer/table/csv.ts'
import { sandboxPort } from '../shared-sandbox.ts'
import { COMMAND, wares } from './process.ts'
import { runOnTerminal } from './terminal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// oxlint-disable-next-line no-control-regex
const COLOUR = /\x1b\[/
const PRICES = 'call sneakerhub.prices --id 1044287'

let folder: string
let env: Record<string, string>

beforeAll(() => {
  folder = temporaryFolder('output')
  env = { WARES_DATA: join(folder, 'data'), WARES_SANDBOX_PORT: String(sandboxPort()) }
})

async function onTerminal(line: string, columns = 100) {
  const { code, stdout } = await runOnTerminal(
    `stty cols ${columns}; ${process.execPath} ${COMMAND} ${line}`,
    env,
  )
  return { code, screen: stdout, text: stripVTControlCharacters(stdout).replaceAll('\r', '') }
}

describe('help of one operation', () => {
  it('lists parameters, accepted values, defaults, aliases and a working example', async () => {
    const { text, code } = await onTerminal('call sneakerhub.prices --help')
    expect(code).toBe(0)
    expect(text).toMatch(/--country +Country whose prices are returned/)
    expect(text).toContain('Accepts UK, FR, US. GB means UK.')
    expect(text).toContain('Default: US.')
    expect(text).toContain('Also: --product_id, --productId.')
    const [, example = ''] = /^ {2}wares (call .+)$/m.exec(text) ?? []
    const { code: exit, stdout } = await wares(example.split(' '), env)
    expect([exit, Array.isArray(JSON.parse(stdout))]).toEqual([0, true])
  })

  it('names the nearest operation for an unknown one', async () => {
    const { code, stderr } = await wares(['call', 'sneakerhub.price'], env)
    expect([code, stderr.trim()]).toEqual([
      2,
      'There is no operation "sneakerhub.price"; did you mean sneakerhub.prices?',
    ])
  })
})

describe('on a terminal', () => {
  it.each([60, 100])(
    'a list is a table of at most %i columns, with currencies and no price of 0',
    async columns => {
      const { text, screen } = await onTerminal(PRICES, columns)
      expect(screen).toMatch(COLOUR)
      expect(text).toMatch(/\d+\.\d\d USD/)
      expect(text).not.toMatch(/\s0\.00 USD/)
      expect(text).toContain('- means: not given by the shop.')
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
    },
  )

  it('a product is a card', async () => {
    const { text } = await onTerminal(
      'call sneakerhub.product --slug halvik-arc-runner-chestnut-pv4272-210',
      90,
    )
    expect(text).toMatch(/^Halvik Arc Runner 'Chestnut'\n/)
    expect(text).toMatch(/^lowest_price_cents +not given by the shop$/m)
    expect(text).toMatch(/^story +\S.*…$/m)
    expect(text).toMatch(/^size_options \(\d+\)$/m)
  })

  it('general operations are a card and tables', async () => {
    const url = `http://127.0.0.1:${env.WARES_SANDBOX_PORT}/watchmarket/watches/--id30100011.htm`
    const product = await onTerminal(`product ${url}`)
    expect(product.text).toMatch(/^price +\d+\.\d\d USD$/m)
    expect(product.text).toMatch(/^gtin +not given by the shop$/m)
    expect(product.text).not.toMatch(/^(?:operation|price_max) +not given/m)
    const search = await onTerminal('search runner --sites sneakerhub,storefront')
    expect(search.text).toMatch(/Results by shop: \w+ \d+, \w+ \d+\./)
    const offers = await onTerminal('offers PV4272-660 --sites sneakerhub')
    expect(offers.text).toMatch(/^site +.*price/m)
  })

  it('a fault is its cause and the next step, in colour', async () => {
    const { code, text, screen } = await onTerminal('call sneakerhub.prices --id 1044287~gone')
    expect(code).toBe(1)
    expect(screen).toMatch(COLOUR)
    expect(text).toMatch(/^Not found$/m)
    expect(text).toMatch(/^Cause +your request$/m)
    expect(text).toMatch(/^Retry +no/m)
    const busy = await onTerminal('call sneakerhub.prices --id 1044287~busy')
    expect(busy.text).toMatch(/^Cause +the shop$/m)
    expect(busy.text).toMatch(/^Retry +yes, after \d+ seconds?$/m)
    const wrong = await onTerminal('call sneakerhub.prices --id 1044287 --country XX')
    expect(wrong.text).toMatch(/Accepted for country: .*UK/)
    expect(wrong.text).toContain('wares call sneakerhub.prices --help')
  })

  it('--json prints what a pipe gets', async () => {
    const { text } = await onTerminal(`${PRICES} --json`)
    expect(JSON.parse(text.slice(0, text.lastIndexOf(']') + 1))).toEqual(
      JSON.parse((await wares(PRICES.split(' '), env)).stdout),
    )
  })
})

describe('--output', () => {
  const output = (line: string, format: string) => wares([...line.split(' '), '--output', format], env)

  it('csv and ndjson have one record per item', async () => {
    const items = JSON.parse((await output(PRICES, 'json')).stdout) as Record<string, unknown>[]
    const lines = (await output(PRICES, 'ndjson')).stdout.trim().split('\n')
    expect(lines.map(line => JSON.parse(line) as unknown)).toEqual(items)
    const records = (await output(PRICES, 'csv')).stdout.trim().split('\r\n').map(parseCells)
    expect(records).toHaveLength(items.length + 1)
    expect(records[0]).toContain('lowestPriceCents.amount')
  })

  it('csv leaves absent cells empty, and csv and ndjson name shops that failed', async () => {
    const [head = [], ...rows] = (await output(PRICES, 'csv')).stdout
      .trim()
      .split('\r\n')
      .map(line => parseCells(line) ?? [])
    const amounts = rows.map(row => row[head.indexOf('lowestPriceCents.amount')])
    expect(amounts).toContain('')
    expect(amounts).not.toContain('0')
    const offers = 'offers PV4272-660~busy --sites sneakerhub'
    expect((await output(offers, 'csv')).stdout).toMatch(/^sneakerhub,.*,upstream_busy\r$/m)
    const lines = await output(offers, 'ndjson')
    expect([lines.stdout, lines.stderr]).toEqual(['', 'sneakerhub: upstream_busy\n'])
  })

  it('a code that no shop has is not blamed on a shop', async () => {
    const { stdout } = await output('offers XX9999-999 --sites sneakerhub', 'table')
    expect(stdout).toContain('No results.')
    expect(stdout).not.toContain('not given')
  })

  it('table or json is accepted by commands without an operation', async () => {
    expect((await output('keys list', 'table')).stdout).toMatch(/^id +name +state/)
    expect((await output('keys list', 'json')).stdout.trim()).toMatch(/^\[/)
    expect((await output('keys list', 'csv')).code).toBe(2)
  })

  it('table is a table in a pipe too, without colours', async () => {
    const { stdout } = await output(PRICES, 'table')
    expect(stdout).toMatch(/\d+\.\d\d USD/)
    expect(stdout).not.toMatch(COLOUR)
  })

  it.each([
    ['call sneakerhub.product --slug a', 'csv', /returns one product, not a list/],
    ['product http://shop.example/a', 'csv', /returns one product, not a list/],
    ['product README.md', 'csv', /one product, not as a list/],
    [PRICES, 'xml', /Allowed choices are table, json, ndjson, csv/],
  ])('%s is not available as %s', async (line, format, reason) => {
    const { code, stdout, stderr } = await output(line, format)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(reason)
  })

  it('a fault leaves no row in CSV, and one line of NDJSON', async () => {
    const csv = await output('call sneakerhub.prices --id 1044287~gone', 'csv')
    expect([csv.code, csv.stdout]).toEqual([1, ''])
    expect(csv.stderr).toMatch(/^Cause +your request$/m)
    const { code, stdout } = await output('call sneakerhub.prices --id 1044287~gone', 'ndjson')
    expect([code, (JSON.parse(stdout) as { code: string }).code]).toEqual([1, 'not_found'])
  })
})
