// The first hour with plain pages: one shop prints dollars of no country, in places that no rule finds again, the other euros.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GeneralProduct } from '#kit/product/general-product'
import { COMMAND, type RunningProcess, start, wares } from '../e2e/process.ts'
import { callWares } from '../start-wares.ts'
import { freePort, startHttpServer, type TestServer } from '../support/servers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('plain-dollars')
const file = join(folder, 'wares.yaml')
const EURO_DATA = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Jug',
  offers: { '@type': 'Offer', price: '12.00', priceCurrency: 'EUR' },
}
const PAGES: Readonly<Record<string, string>> = {
  '/mugs/blue-mug': plainPage('Blue mug', 'en', '$48.50', 'Add to cart'),
  '/mugs/red-mug': plainPage('Red mug', 'en', '$39.00', 'Add to cart'),
  '/becher/blau': plainPage('Blauer Becher', 'de', '48,50 €', 'In den Warenkorb'),
  '/mugs/jug': plainPage('Jug', 'en', '$12.00', 'Add to cart', JSON.stringify(EURO_DATA)),
}
let shop: TestServer
let server: RunningProcess
let env: Record<string, string>
let key: string

function plainPage(name: string, language: string, price: string, button: string, data?: string): string {
  const script = data === undefined ? '' : `<script type="application/ld+json">${data}</script>`
  return `<!doctype html><html lang="${language}"><head><title>${name}</title>${script}</head><body>
<h1>${name}</h1><div class="css-1x2ab9"><div class="jss14"><span class="bXkQwz">${price}</span></div></div>
<form><button type="submit">${button}</button></form><p>${`${name}, 300 ml. `.repeat(8)}</p></body></html>`
}

beforeAll(async () => {
  shop = await startHttpServer(({ url = '' }, response) => {
    const page = PAGES[url]
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page)
  })
  writeFileSync(file, '# my shops\nsandbox: false\nreader:\n  requests_per_second: 100\n')
  env = { WARES_CONFIG: file, WARES_DATA: join(folder, 'data'), WARES_PORT: String(await freePort()) }
  server = start(process.execPath, [COMMAND, 'start'], env)
  await server.until(/Wares is ready/)
  const made = await wares(['keys', 'create', '--name', 'test', '--scope', '*', 'shops', '--json'], env)
  key = (JSON.parse(made.stdout) as { key: string }).key
})

afterAll(async () => {
  await server.stop()
  await shop.close()
})

const url = (path: string) => shop.origin + path
const written = () => readFileSync(file, 'utf8')
const call = (path: string, options = {}) =>
  callWares(`http://127.0.0.1:${env.WARES_PORT}`, key, path, options)
const product = async (path: string, include = 'sources') =>
  (await call('/api/v2/product', { query: { url: url(path), include } })).json<GeneralProduct>()
/** What a shell would make of the command between backticks. */
const proposedIn = (text: string) => /`wares ([^`]+)`/.exec(text.replaceAll('\n', ' '))?.[1]?.split(' ') ?? []

describe('a price in dollars of no country', () => {
  it('is not lost in silence, and add proposes a command that works as printed', async () => {
    const added = await wares(['add', url('/mugs/blue-mug')], env)
    expect(added.stdout).toContain('Price found: $48.50. The page does not say which dollar.')
    expect(written()).toContain(shop.origin)
    expect(written()).not.toContain('currency')
    const command = proposedIn(added.stdout)
    expect(command).toEqual(['add', url('/mugs/blue-mug'), '--currency', 'USD'])
    const read = await product('/mugs/blue-mug')
    expect(read).toMatchObject({
      price: null,
      sources: { price: { from: 'page', problem: '48.50 $: which dollar is not stated' } },
    })
    const shown = await wares(['product', url('/mugs/blue-mug'), '--output', 'table'], env)
    expect(shown.stdout).toContain('48.50 $: which dollar is not stated')
    expect(shown.stdout).not.toMatch(/^price +not given/m)
    expect(proposedIn(shown.stdout)).toEqual(command)
    const again = await wares(command, env)
    expect(again.code, again.stdout + again.stderr).toBe(0)
    expect(again.stdout).toContain('48.50 USD')
    expect(written()).toContain('# my shops')
    expect(written()).toContain('currency: USD')
  })

  it('is read in the currency of the shop from now on, on every page, with no rule', async () => {
    expect((await product('/mugs/blue-mug')).price).toEqual({ amount: '48.50', currency: 'USD' })
    const red = await product('/mugs/red-mug')
    expect(red).toMatchObject({ price: { amount: '39.00', currency: 'USD' }, disputed: [] })
    expect(red.sources?.price).not.toHaveProperty('problem')
    expect(written()).not.toContain('fields')
  })

  it('which never overrides a currency that a page states', async () => {
    expect(await product('/mugs/jug')).toMatchObject({
      price: { amount: '12.00', currency: 'EUR' },
      disputed: [{ field: 'currency', value: 'USD', from: 'taught' }],
    })
    expect(await product('/becher/blau')).toMatchObject({
      price: { amount: '48.50', currency: 'EUR' },
      disputed: [{ field: 'currency', value: 'USD' }],
    })
  })

  it('and takes another code, if it is one', async () => {
    const wrong = await call('/api/v2/shops', {
      method: 'POST',
      body: JSON.stringify({ url: 'https://shop.example/p/1', currency: 'DOLLAR' }),
      headers: { 'content-type': 'application/json' },
    })
    expect(wrong.json()).toMatchObject({ code: 'invalid_parameter', errors: [{ name: 'currency' }] })
    const right = await wares(['add', url('/mugs/blue-mug'), '--currency', 'cad', '--json'], env)
    expect(JSON.parse(right.stdout)).toMatchObject({ written: true, kind: 'host' })
    expect((await product('/mugs/red-mug')).price).toEqual({ amount: '39.00', currency: 'CAD' })
    const same = await wares(['add', url('/mugs/blue-mug'), '--currency', 'CAD', '--json'], env)
    expect(JSON.parse(same.stdout)).toMatchObject({ written: false, configured: true, entry: null })
  })
})
