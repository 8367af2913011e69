// The OpenAPI document describes watches as the server implements them: paths, methods, fields, types of changes.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import { CHANGE_TYPES } from '../../src/watch/model/change-types.ts'
import { TARGET_KINDS } from '../../src/watch/alerts/target-requests.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'

interface ObjectSchema {
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

let wares: TestWares
let document: Document
beforeAll(async () => {
  wares = await startTestWares()
  document = (await wares.call('/openapi.json', { key: null })).json<Document>()
})
afterAll(() => wares.stop())

const schema = (name: string) => document.components.schemas?.[name] as ObjectSchema

it('the document has no dangling reference', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)]
  expect(references.length).toBeGreaterThan(50)
  const broken = references.filter(
    ([, kind = '', name = '']) => document.components[kind]?.[name] === undefined,
  )
  expect(broken.map(([found]) => found)).toEqual([])
})

it('the document names every type of change', () => {
  expect(schema('Change').properties.type?.enum).toEqual(CHANGE_TYPES)
})

it('the document names every kind of receiver', () => {
  expect(schema('NewWebhook').properties.kind?.enum).toEqual(['webhook', ...TARGET_KINDS])
})

it('the document names the fields that the server returns, and no others', async () => {
  const send = async (method: string, path: string, body?: object) =>
    (
      await wares.call(path, {
        method,
        ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
      })
    ).json()
  const same = (value: unknown, name: string) =>
    expect(Object.keys(value as object).toSorted(), name).toEqual(schema(name).required.toSorted())
  const { url } = wares.registry.byId.get('general.product')?.example ?? {}
  const { id } = await send('POST', '/api/v2/watches', { url })
  const path = `/api/v2/watches/${String(id)}`
  const checked = await send('POST', `${path}/check`)
  same(checked, 'CheckedWatch')
  same(checked.last_check, 'WatchCheck')
  const watch = await createWatchStore(wares.store.database).find(String(id))
  if (!watch) throw new Error('the watch is not there')
  const result = { kind: 'facts' as const, facts: { ...watch.knowledge.facts, price: '1.00 EUR' } }
  const checks = createCheckStore(wares.store.database)
  await checks.record(watch, { ...result, requestId: 'later', atMs: Date.now() })
  same(await send('GET', path), 'Watch')
  same(await send('GET', '/api/v2/watches'), 'WatchPage')
  const feed = await send('GET', '/api/v2/changes')
  same(feed, 'ChangePage')
  same((feed.changes as unknown[])[0], 'Change')
  const history = await send('GET', `${path}/history`)
  same(history, 'WatchHistory')
  same((history.spans as unknown[])[0], 'HistorySpan')
  same((history.stats as { price: unknown }).price, 'PriceStats')
  const tried = await send('POST', `${path}/try`, { when: 'price > 0' })
  same(tried, 'TriedAlerts')
  same((tried.alerts as unknown[])[0], 'TriedAlert')
  const receiver = await send('POST', '/api/v2/webhooks', { kind: 'ntfy', url: 'https://ntfy.example/topic' })
  same(receiver, 'Webhook')
  same(await send('GET', '/api/v2/webhooks'), 'WebhookPage')
})

it('the document has exactly the methods that the server accepts', async () => {
  const own = Object.entries(document.paths).filter(([path]) =>
    /^\/api\/v2\/(?:watches|changes|webhooks)/.test(path),
  )
  expect(own).toHaveLength(11)
  for (const [path, item] of own) {
    const { headers } = await wares.call(path.replace('{id}', 'w_none'), { method: 'PUT' })
    const taken = headers.allow?.split(', ').filter(method => !['HEAD', 'OPTIONS', 'QUERY'].includes(method))
    const said = Object.keys(item).filter(name => name !== 'parameters')
    expect(said.map(method => method.toUpperCase()).toSorted(), path).toEqual(taken?.toSorted())
  }
})
