// Each kind of condition on a watch of each operation, with its example: refused with a reason, or the shop changes and it alerts.
import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import openapi from '../../docs/openapi.json' with { type: 'json' }
import { shops } from '../../sandbox/shops.ts'
import { createSandboxServer } from '../../sandbox/sandbox-server.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { startHttpServer } from '../support/servers.ts'

/** Some price and some stock of any product meets each of them within some days. */
const CONDITIONS = [
  'price < 1000000',
  'price drops',
  'price rises 1%',
  'price drops 1% in 7d',
  'price lowest ever',
  'back in stock',
  'out of stock',
  'any change',
]
/** Answered without a shop. */
const UNCHANGING = 'watchmarket.filters'
/** They have one price and one stock, or those of each of their products. */
const COMPARED = new Set(['general.product', 'general.offers', 'general.catalog'])

interface Documented {
  readonly get?: { readonly operationId: string; readonly 'x-wares-example'?: object }
}
const paths: readonly unknown[] = Object.values(openapi.paths)
const operations = (paths as readonly Documented[]).flatMap(({ get }) =>
  get?.['x-wares-example'] ? [get.operationId] : [],
)

const DAY_MS = 86_400_000
/** The shops' clock, which only the test moves on. */
let nowMs = Date.UTC(2026, 0, 15, 8)
let wares: TestWares
/** In the shops of another seed, the answers of all operations differ, also of those without a price or a stock. */
let useShops: (seed: 1 | 2) => void

beforeAll(async () => {
  const sandbox = (seed: number) => createSandboxServer({ seed, shops, speed: 1, nowMs: () => nowMs })
  const bySeed = { 1: sandbox(1), 2: sandbox(2) }
  let current = bySeed[1]
  useShops = seed => (current = bySeed[seed])
  const answer: RequestListener = (request, response) => current.emit('request', request, response)
  const { port, origin, close } = await startHttpServer(answer)
  wares = await startTestWares({}, { port, origin, stop: close })
}, 60_000)
afterAll(() => wares.stop())

const send = (method: string, path: string, body?: unknown) =>
  wares.call(path, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })

interface Checked {
  readonly last_check: { readonly outcome: string; readonly detail: string | null }
  readonly changes: readonly { readonly type: string; readonly alert: boolean }[]
}

async function check(id: string): Promise<Checked> {
  const reply = await send('POST', `/api/v2/watches/${id}/check`)
  expect(reply.status, reply.bytes.toString()).toBe(200)
  return reply.json<Checked>()
}

/** Checked every day of the shops' clock, for up to twenty days; then in other shops, and once more in its own. */
async function alerts(id: string, signal: AbortSignal): Promise<boolean> {
  const hasAlert = ({ changes }: Checked) => changes.some(change => change.alert)
  for (let turn = 0; turn < 20; turn++) {
    if (hasAlert(await check(id))) return true
    signal.throwIfAborted()
    nowMs += DAY_MS
  }
  useShops(2)
  if (hasAlert(await check(id))) return true
  useShops(1)
  return hasAlert(await check(id))
}

/** The list of the example states neither prices nor stock, and its product is never sold out. */
function targetOf(name: string): object {
  const shops = String(wares.sandboxOrigin)
  if (name === 'general.catalog') return { catalog: `${shops}/shop-shopify` }
  if (name === 'general.product')
    return {
      url: `${shops}/fashionretail/uk/linden-roe-linen-shirt-forest-td4006-310.html`,
      variant: { size: 'M' },
    }
  return { operation: name, params: wares.registry.byId.get(name)?.example }
}

describe.each(operations)('a watch of %s', name => {
  it.for(CONDITIONS)(
    'with "%s" is refused with a reason, or alerts',
    { timeout: 120_000 },
    async (when, { onTestFinished, signal }) => {
      useShops(1)
      const added = await send('POST', '/api/v2/watches', { ...targetOf(name), when })
      const isCompared = COMPARED.has(name) || (when === 'any change' && name !== UNCHANGING)
      expect(added.status, added.bytes.toString()).toBe(isCompared ? 201 : 400)
      if (!isCompared) {
        const { code, errors } = added.json<{ code: string; errors: { name: string; message: string }[] }>()
        expect(code).toBe('invalid_parameter')
        expect(errors).toMatchObject([
          name === UNCHANGING
            ? { name: 'operation', message: expect.stringMatching(/never changes/) as string }
            : { name: 'when', message: expect.stringMatching(/cannot be checked; watch .* by /) as string },
        ])
        return
      }
      const { id } = added.json<{ id: string }>()
      // Also when the time is over: the next try adds the same watch, and a catalog is watched once.
      onTestFinished(async () => void (await send('DELETE', `/api/v2/watches/${id}`)))
      expect(await alerts(id, signal)).toBe(true)
    },
  )
})

describe('a condition that can never be met', () => {
  const refusal = { code: 'invalid_parameter', errors: [{ name: 'when' }] }

  it.each([
    ['general.product', 'price drops 100%'],
    ['general.product', 'price < 0 EUR'],
    ['general.product', 'price <= 0'],
    ['general.product', 'back in stock or price drops 100%'],
    ['general.product', 'list_price drops'],
    ['general.offers', 'any change or price_max > 5'],
  ])('is refused for a new watch of %s: %s', async (name, when) => {
    const added = await send('POST', '/api/v2/watches', { ...targetOf(name), when })
    expect([added.status, added.json()]).toMatchObject([400, refusal])
  })

  it('is refused by an edit and a trial, and other edits are not', async () => {
    const { variant, ...page } = targetOf('general.product') as { variant: object }
    const added = await send('POST', '/api/v2/watches', { ...page, when: 'list_price < 5' })
    const path = `/api/v2/watches/${added.json<{ id: string }>().id}`
    expect(added.status).toBe(201)
    expect((await send('PATCH', path, { variant })).json()).toMatchObject(refusal)
    expect((await send('PATCH', path, { variant, when: 'price < 5' })).status).toBe(200)
    expect((await send('PATCH', path, { when: 'price_max < 5' })).status).toBe(400)
    expect((await send('POST', `${path}/try`, { when: 'price < 0' })).status).toBe(400)
    expect((await send('PATCH', path, { variant: null, when: 'price_max < 5' })).status).toBe(200)
    expect((await send('DELETE', path)).status).toBe(204)
  })
})
