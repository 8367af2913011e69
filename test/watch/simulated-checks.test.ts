// What a watch makes of a wall, a shell, a soft 404, a redirect, another product and a flapping price: as docs/alerts.md says.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedSandbox } from '../shared-sandbox.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'

interface Change {
  readonly type: string
  readonly alert: boolean
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}
interface Checked {
  readonly id: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly state: string
  readonly last_check: { readonly outcome: string }
  readonly changes: readonly Change[]
}

/** Every condition that a false alert could meet. */
const WHEN = ['price drops', 'price rises', 'price < 5', 'back in stock', 'out of stock', 'price lowest ever']
const SLUG = 'daybreak-home-cotton-throw-cream-ge4014-110'
let wares: TestWares
let sandbox: string
beforeAll(async () => {
  wares = await startTestWares()
  sandbox = `http://127.0.0.1:${sharedSandbox().port}`
}, 120_000)
afterAll(() => wares.stop())

const send = (method: string, path: string, body?: unknown) =>
  wares.call(path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })

let turn = 0
/** A watch of a page that no other test uses, after its first check. */
async function watched(path: string, rules: object = { when: WHEN }): Promise<Checked> {
  turn++
  const added = await send('POST', '/api/v2/watches', { url: `${sandbox}${path}?test=${turn}`, ...rules })
  expect(added.status, added.bytes.toString()).toBe(201)
  return check(added.json<Checked>().id)
}

async function check(id: string, simulate?: string): Promise<Checked> {
  const reply = await send('POST', `/api/v2/watches/${id}/check`, simulate && { simulate })
  expect(reply.status, reply.bytes.toString()).toBe(200)
  return reply.json<Checked>()
}

const typesOf = ({ changes }: Checked) => changes.map(({ type, alert }) => (alert ? `${type}!` : type))

const PAGES = {
  'a shop of the reader': `/shop-json-ld/p/${SLUG}`,
  'a site with an adapter': '/fashionretail/uk/linden-roe-linen-shirt-forest-td4006-310.html',
}

describe.each(Object.entries(PAGES))('a watch of %s', (_, path) => {
  it.each(['wall', 'shell'])('fails and recovers at a %s', async word => {
    const first = await watched(path)
    const failed = await check(first.id, word)
    expect(typesOf(failed)).toEqual(['watch.failing'])
    expect(failed.facts).toEqual(first.facts)
    expect(failed.last_check.outcome).toBe(word === 'wall' ? 'upstream_blocked' : 'upstream_changed')
    const back = await check(first.id)
    expect(typesOf(back)).toEqual(['watch.recovered'])
    expect(back.facts).toEqual(first.facts)
  })

  it('takes no price and no stock from a page that says that the product is gone', async () => {
    const first = await watched(path)
    const gone = await check(first.id, 'soft-gone')
    expect(typesOf(gone)).toEqual(['product.gone'])
    expect(gone.facts).toEqual(first.facts)
    expect(typesOf(await check(first.id))).toEqual(['product.back'])
  })

  it.each(['moved', 'replaced'])(
    'reports another product at its URL (%s), and the return of its own',
    async word => {
      const first = await watched(path)
      const other = await check(first.id, word)
      expect(typesOf(other)).toEqual(['product.replaced'])
      expect(other.changes[0]?.before.name).toBe(first.facts.name)
      expect(other.facts.name).not.toBe(first.facts.name)
      // The other product again is nothing new.
      expect(typesOf(await check(first.id, word))).toEqual([])
      const back = await check(first.id)
      expect(typesOf(back)).toEqual(['product.replaced'])
      expect(back.facts).toEqual(first.facts)
    },
  )

  it('counts a flapping price only if it is confirmed', async () => {
    const first = await watched(path, { when: 'price drops 5%' })
    const seen: string[] = []
    for (let times = 0; times < 4; times++) seen.push(...typesOf(await check(first.id, 'flapping')))
    expect(seen.length).toBeGreaterThanOrEqual(2)
    expect(new Set(seen)).toEqual(new Set(['price.changed']))
    const patient = await watched(path, { when: 'any change', confirm: 2 })
    await check(patient.id)
    for (let times = 0; times < 4; times++) expect(typesOf(await check(patient.id, 'flapping'))).toEqual([])
  })
})

describe('a simulation', () => {
  it('needs a known word', async () => {
    const { id } = await watched(PAGES['a shop of the reader'])
    const reply = await send('POST', `/api/v2/watches/${id}/check`, { simulate: 'thunder' })
    expect(reply.status).toBe(400)
    expect(reply.json().errors).toMatchObject([{ name: 'simulate' }])
    expect((await send('POST', `/api/v2/watches/${id}/check`, { pretend: 'wall' })).status).toBe(400)
  })

  it('needs a page of the sandbox', async () => {
    const search = { operation: 'general.search', params: { query: 'shirt' } }
    const { id } = (await send('POST', '/api/v2/watches', search)).json<Checked>()
    const reply = await send('POST', `/api/v2/watches/${id}/check`, { simulate: 'wall' })
    expect(reply.json().errors).toMatchObject([
      { name: 'simulate', message: 'only a product page of the sandbox can simulate a fault' },
    ])
  })

  it('can also stand in the URL of a watch', async () => {
    const added = await send('POST', '/api/v2/watches', { url: `${sandbox}/shop-json-ld/p/${SLUG}~wall` })
    expect(typesOf(await check(added.json<Checked>().id))).toEqual(['watch.failing'])
  })
})
