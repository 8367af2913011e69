// Teaching over HTTP and on the command line: from a wrong page to rules in wares.yaml, and what is refused.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GeneralProduct } from '#kit/product/general-product'
import { COMMAND, wares as runWares } from '../e2e/process.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { type LampShop, openLampShop } from './plain-lamps.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('teach')
const file = join(folder, 'wares.yaml')
let wares: TestWares
let shop: LampShop
let other: LampShop

beforeAll(async () => {
  shop = await openLampShop({ isArticle: true })
  other = await openLampShop({ isArticle: true })
  writeFileSync(
    file,
    `# my shops\nsandbox: false\nreader:\n  requests_per_second: 100\n  hosts:\n    - ${shop.origin} # lamps\n    - ${other.origin}\n`,
  )
  wares = await startTestWares({ WARES_CONFIG: file })
})

afterAll(async () => {
  await wares.stop()
  await Promise.all([shop.close(), other.close()])
})

const teach = (body: object, key?: string) =>
  wares.call('/api/v2/shops/teach', {
    method: 'POST',
    body: JSON.stringify(body),
    ...(key === undefined ? {} : { key }),
    headers: { 'content-type': 'application/json' },
  })
const product = async (lamp: string, include = '') =>
  wares.call('/api/v2/product', { query: { url: shop.url(lamp), ...(include ? { include } : {}) } })
const written = () => readFileSync(file, 'utf8')
const LESSON = { name: 'Oak lamp', price: '166.00', currency: 'EUR', sku: 'HW-2041' }

describe('nothing is written', () => {
  it.each([
    [{ price: '166.00' }, /not recognised as a product/],
    [{ ...LESSON, price: '777.00' }, /"777\.00" is not on the page as a value for price/],
    [{ name: 'Oak lamp', price: '166.00' }, /does not say its currency/],
    [{ name: 'Oak lamp', currency: 'EUR' }, /`currency` needs a price. Add price=/],
    [{ ...LESSON, price: '166.00 USD' }, /price is in EUR, not in USD/],
    [{ name: 'Oak lamp', price: '166.00 USD' }, /does not say its currency/],
    [{ colour: 'red' }, /colour cannot be taught/],
    [{ price: 'cheap' }, /price must be an amount/],
    [{ availability: 'maybe' }, /availability must be one of in_stock/],
  ])('for %j', async (values, reason) => {
    const before = written()
    const reply = await teach({ url: shop.url('oak-lamp'), values })
    expect(reply.status).toBe(400)
    expect(reply.json()).toMatchObject({
      code: 'invalid_parameter',
      detail: expect.stringMatching(reason) as string,
    })
    expect(written()).toBe(before)
  })

  it('without the scope, for another shop, or for one that is not listed', async () => {
    const before = written()
    for (const scopes of [['general'], ['shops'], ['watches:all', '*']]) {
      const { key } = await wares.newKey({ scopes })
      const reply = await teach({ url: shop.url('oak-lamp'), values: LESSON }, key)
      expect(reply.status).toBe(403)
    }
    const elsewhere = await teach({
      url: shop.url('oak-lamp'),
      values: LESSON,
      also: [other.url('ash-lamp')],
    })
    expect(elsewhere.json()).toMatchObject({ code: 'invalid_parameter', errors: [{ name: 'also' }] })
    const unlisted = await teach({ url: 'https://shop.example/p/1', values: LESSON })
    expect(unlisted.json()).toMatchObject({ code: 'invalid_parameter', errors: [{ name: 'url' }] })
    expect(written()).toBe(before)
  })

  it('by a dry run, which shows what it would be, and by no values, which list what the page offers', async () => {
    const before = written()
    const dry = await teach({ url: shop.url('oak-lamp'), values: LESSON, dry_run: true })
    expect(dry.status, dry.bytes.toString()).toBe(200)
    expect(dry.json()).toMatchObject({ written: false, rules: { sku: { label: 'Order no.' } } })
    const bare = await teach({ url: shop.url('oak-lamp') })
    expect(bare.json()).toMatchObject({
      choices: { sku: [{ value: 'HW-2041', where: 'next to “Order no”' }] },
    })
    expect(written()).toBe(before)
  })
})

describe('what is right', () => {
  it('is written, proven on other pages, and read at once; comments stay', async () => {
    expect((await product('oak-lamp')).status).toBe(502)
    const asked = shop.asked.length
    const reply = await teach({ url: shop.url('oak-lamp'), values: LESSON })
    expect(reply.status, reply.bytes.toString()).toBe(201)
    const taught = reply.json<{ proven: { url: string; field: string; value: string }[] }>()
    expect(taught).toMatchObject({
      shop: shop.origin.slice('http://'.length),
      before: { price: null },
      after: { price: '166.00', sku: 'HW-2041', name: 'Oak lamp', currency: 'EUR' },
    })
    const onOthers = taught.proven.filter(one => one.field === 'sku' && one.url !== shop.url('oak-lamp'))
    expect(onOthers.map(one => one.value).toSorted()).toEqual(['HW-2044', 'LF-0310'])
    // The page itself and two that it links to.
    expect(shop.asked.length - asked).toBe(3)
    expect(written()).toContain('# my shops')
    expect(written()).toMatch(/# lamps/)
    const read = (await product('oak-lamp', 'sources')).json<GeneralProduct>()
    expect(read).toMatchObject({ price: { amount: '166.00', currency: 'EUR' }, sku: 'HW-2041' })
    expect(read.sources?.sku).toEqual({ from: 'taught', where: 'label "Order no."', confidence: 1, also: [] })
  })

  it('on a page of another kind is a second rule, and the first stays', async () => {
    const wrong = (await product('elm-lamp')).json<GeneralProduct>()
    expect(wrong.price?.amount).toBe('150.00')
    const reply = await teach({
      url: shop.url('elm-lamp'),
      values: { price: '120.00' },
      also: [shop.url('oak-lamp'), shop.url('ash-lamp')],
    })
    expect(reply.status, reply.bytes.toString()).toBe(201)
    expect(reply.json<{ rules: { price: unknown[] } }>().rules.price).toHaveLength(2)
    for (const [lamp, amount] of [
      ['oak-lamp', '166.00'],
      ['ash-lamp', '89.00'],
      ['elm-lamp', '120.00'],
    ] as const)
      expect((await product(lamp)).json<GeneralProduct>().price?.amount).toBe(amount)
  })

  it('is not taken back by a value that breaks another page', async () => {
    const before = written()
    // The delivery: the same amount on every page.
    const reply = await teach({ url: shop.url('oak-lamp'), values: { price: '24.90' } })
    expect(reply.json()).toMatchObject({
      code: 'invalid_parameter',
      detail: expect.stringContaining('price') as string,
    })
    expect(written()).toBe(before)
  })

  it('null is final, and a field can be forgotten', async () => {
    await teach({ url: shop.url('oak-lamp'), values: { sku: null } })
    const none = (await product('oak-lamp', 'sources')).json<GeneralProduct>()
    expect(none.sku).toBeNull()
    expect(none.sources?.sku).toMatchObject({ from: 'taught', where: 'taught to be none' })
    const reply = await teach({ url: shop.url('oak-lamp'), forget: ['sku'] })
    expect(reply.status).toBe(201)
    expect(written()).not.toContain('sku')
    const read = (await product('oak-lamp', 'sources')).json<GeneralProduct>()
    expect(read.sources?.sku?.from).not.toBe('taught')
  })
})

it('a currency beside the price must be the one that is read', async () => {
  const wrong = await teach({ url: shop.url('oak-lamp'), values: { price: '166.00 USD' } })
  expect(wrong.json()).toMatchObject({
    detail: expect.stringContaining('price is in EUR, as was taught before, not in USD') as string,
  })
  const right = await teach({ url: shop.url('oak-lamp'), values: { price: '166,00 €' }, dry_run: true })
  expect(right.status, right.bytes.toString()).toBe(200)
})

it('lessons at the same time lose nothing', async () => {
  const url = other.url('oak-lamp')
  const replies = await Promise.all([
    teach({ url, values: { name: 'Oak lamp', sku: 'HW-2041' } }),
    teach({ url, values: { name: 'Oak lamp', brand: 'Hearthwood' } }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([201, 201])
  const [, rules = ''] = written().split(other.origin)
  expect(rules).toContain('sku: { label: Order no. }')
  expect(rules).toContain('brand: { label: Made by }')
})

it('a shop that is taught to have no prices has none, although its pages used to', async () => {
  const url = other.url('oak-lamp')
  const read = async () => wares.call('/api/v2/product', { query: { url } })
  await teach({ url, values: LESSON })
  expect((await read()).json<GeneralProduct>().price?.amount).toBe('166.00')
  expect((await teach({ url, values: { price: null } })).status).toBe(201)
  const none = await read()
  expect(none.status, none.bytes.toString()).toBe(200)
  expect(none.json<GeneralProduct>().price).toBeNull()
})

it('more lessons than are taught at once wait for their turn; a crowd is sent away', async () => {
  const url = other.url('ash-lamp')
  const dry = () => teach({ url, values: { sku: 'HW-2044' }, dry_run: true })
  const some = await Promise.all(Array.from({ length: 8 }, dry))
  expect(some.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  const crowd = await Promise.all(Array.from({ length: 40 }, dry))
  const refused = crowd.filter(({ status }) => status !== 200)
  expect(crowd.length - refused.length).toBeGreaterThanOrEqual(22)
  for (const reply of refused) expect(reply.json()).toMatchObject({ code: 'overloaded' })
})

describe('a taught price', () => {
  const fresh = async () =>
    wares.call('/api/v2/product', {
      query: { url: shop.url('ash-lamp'), include: 'sources' },
      headers: { 'cache-control': 'no-cache' },
    })

  it('of another magnitude than before is not believed', async () => {
    expect((await fresh()).json<GeneralProduct>().price?.amount).toBe('89.00')
    shop.change('ash-lamp', { eur: '8900.00' })
    // As when a page loses its price: the shop's pages used to have one.
    expect((await fresh()).json()).toMatchObject({ code: 'upstream_changed', field: '/price' })
    shop.change('ash-lamp', { eur: '95.00' })
    expect((await fresh()).json<GeneralProduct>().price?.amount).toBe('95.00')
  })

  it('is null where its rule finds nothing', async () => {
    shop.change('ash-lamp', html => html.replace('Our offer', 'Ask us'))
    expect((await fresh()).json()).toMatchObject({ code: 'upstream_changed', field: '/price' })
  })

  it('has the name as its core: without it the page has changed', async () => {
    shop.change('ash-lamp', html => html.replaceAll('h1', 'h6'))
    expect((await fresh()).json()).toMatchObject({ code: 'upstream_changed', field: 'name' })
  })
})

it('the command line does the same, and shows before and after', async () => {
  const env = { WARES_CONFIG: file, WARES_DATA: join(folder, 'data') }
  const dry = await runWares(['teach', shop.url('oak-lamp'), 'brand=Hearthwood', '--dry-run', '--json'], env)
  expect(dry.code, dry.stderr).toBe(0)
  expect(JSON.parse(dry.stdout)).toMatchObject({
    written: false,
    before: { brand: null },
    after: { brand: 'Hearthwood' },
    rules: { brand: { label: 'Made by' } },
  })
  const refused = await runWares(['teach', shop.url('oak-lamp'), 'brand=Nobody', '--json'], env)
  expect(refused.code).toBe(1)
  expect(JSON.parse(refused.stdout || refused.stderr)).toMatchObject({ code: 'invalid_parameter' })
  const misspelt = await runWares(['teach', shop.url('oak-lamp'), 'brnd=Nobody'], env)
  expect(misspelt.code).not.toBe(0)
  expect(misspelt.stderr).toContain('brnd cannot be taught')
})

it('a server elsewhere is taught the same way, and keeps its own settings file', async () => {
  const env = { WARES_DATA: join(folder, 'elsewhere'), WARES_SERVER: wares.address }
  const url = shop.url('oak-lamp')
  const taught = await runWares(
    ['teach', url, 'name=Oak lamp', 'mpn=HW-2041', '--key', wares.key, '--output', 'table'],
    env,
  )
  expect(taught.code, taught.stderr).toBe(0)
  expect(taught.stdout).toContain('Written to the settings of the server.')
  expect(written()).toContain('mpn: { label: Order no. }')
  const keyless = await runWares(['teach', url, 'mpn=null', '--key', 'wares_nobody'], env)
  expect([keyless.code, JSON.parse(keyless.stdout)]).toMatchObject([1, { code: 'invalid_key' }])
})

it.skipIf(process.platform !== 'linux')(
  'on a terminal, asks what is right, shows before and after, and saves',
  async () => {
    const terminal = await openLampShop({ isArticle: true })
    const own = join(folder, 'terminal.yaml')
    writeFileSync(
      own,
      `sandbox: false\nreader:\n  requests_per_second: 100\n  hosts: ["${terminal.origin}"]\n`,
    )
    const command = `'${process.execPath}' '${COMMAND}' teach '${terminal.url('oak-lamp')}'`
    const shell = spawn('script', ['-qefc', command, '/dev/null'], {
      env: { ...process.env, WARES_CONFIG: own, WARES_DATA: join(folder, 'terminal'), COLUMNS: '100' },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let shown = ''
    shell.stdout.on('data', chunk => (shown += String(chunk)))
    const answer = async (question: RegExp, text: string) => {
      await expect.poll(() => shown, { timeout: 20_000 }).toMatch(question)
      shown = ''
      shell.stdin.write(`${text}\n`)
    }
    await answer(/Which field is wrong or missing\?/, 'colour')
    await answer(/Fields: name, brand, .*\r?\n[^]*Which field/, 'sku')
    await answer(/1 +HW-2041 +next to[^]*Number of the right one/, '1')
    // A page that is not recognised needs its name too; the number is kept.
    await answer(/not recognised as a product[^]*Which field/, 'name')
    await answer(/as the page writes it/, 'Oak lamp')
    await answer(/sku +none +HW-2041 +label "Order no\."[^]*Save this\?/, 'y')
    await answer(/Written to [^]*Which field/, '')
    const [code] = (await once(shell, 'close')) as [number]
    expect(code).toBe(0)
    expect(readFileSync(own, 'utf8')).toContain('sku: { label: Order no. }')
    await terminal.close()
  },
  60_000,
)
