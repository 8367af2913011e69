// Who owns a watch: the key that made it. Scope, quota and usage of the owner, 404 for others, pause when the key ends, caps.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rotateKey } from '../../src/store/keys/make-key.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import type { WatchTables } from '../../src/watch/model/watch-tables.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const WAIT = { timeout: 45_000, interval: 200 }
const folder = temporaryFolder('owners')
let wares: TestWares
let url: string
beforeAll(async () => {
  const file = join(folder, 'wares.yaml')
  writeFileSync(file, JSON.stringify({ limits: { watches_per_key: 3, streams_per_key: 2 } }))
  wares = await startTestWares({ WARES_CONFIG: file })
  url = String(wares.registry.byId.get('general.product')?.example.url)
}, 120_000)
afterAll(async () => {
  await wares.stop()
})

const SCOPES = ['*', 'watches']
const send = (key: string, method: string, path: string, body?: unknown) =>
  wares.call(path, {
    method,
    key,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
async function watchOf(key: string, body: object = { url }): Promise<string> {
  const reply = await send(key, 'POST', '/api/v2/watches', body)
  expect(reply.status, reply.bytes.toString()).toBe(201)
  const { id } = reply.json<{ id: string }>()
  // Otherwise it would be checked by itself within a minute.
  await setDue(id, Date.now() + 3_600_000)
  return id
}
const store = () => createWatchStore(wares.store.database)
const setDue = (id: string, dueAtMs: number) =>
  wares.store.database.query
    .withTables<WatchTables>()
    .updateTable('watches')
    .set({ due_at: dueAtMs })
    .where('id', '=', id)
    .execute()
const makeDue = (id: string) => setDue(id, 1)
const idsOf = async (key: string) =>
  (await wares.call('/api/v2/watches?limit=1000', { key }))
    .json<{ watches: { id: string }[] }>()
    .watches.map(watch => watch.id)

describe('a watch of a key', () => {
  it('is invisible to another key: list, read, history, change, check, removal, feed', async () => {
    const [mine, theirs] = [await wares.newKey({ scopes: SCOPES }), await wares.newKey({ scopes: SCOPES })]
    const id = await watchOf(mine.key)
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/history'],
      ['PATCH', '', { name: 'x' }],
      ['DELETE', ''],
      ['POST', '/check'],
    ] as const) {
      const reply = await send(theirs.key, method, `/api/v2/watches/${id}${path}`, body)
      expect([method, path, reply.status]).toEqual([method, path, 404])
      expect(reply.json()).toMatchObject({ code: 'not_found' })
    }
    expect(await idsOf(theirs.key)).not.toContain(id)
    expect(await idsOf(mine.key)).toContain(id)
    const watch = await store().find(id)
    if (!watch) throw new Error('the watch is not there')
    for (const price of ['2.00 EUR', '1.00 EUR']) {
      const known = (await store().find(id)) ?? watch
      const check = { kind: 'facts' as const, facts: { price }, requestId: 'r', atMs: Date.now() }
      await createCheckStore(wares.store.database).record(known, check)
    }
    const changesOf = async (key: string) =>
      (await wares.call(`/api/v2/changes?after=0&watch=${id}`, { key })).json<{ changes: unknown[] }>()
        .changes
    expect(await changesOf(mine.key)).toHaveLength(1)
    expect(await changesOf(theirs.key)).toEqual([])
    // Also after the watch is removed.
    expect((await send(mine.key, 'DELETE', `/api/v2/watches/${id}`)).status).toBe(204)
    expect(await changesOf(mine.key)).toHaveLength(1)
    expect(await changesOf(theirs.key)).toEqual([])
  })

  it('may be the same as that of another key, but not twice of one', async () => {
    const [one, two] = [await wares.newKey({ scopes: SCOPES }), await wares.newKey({ scopes: SCOPES })]
    await watchOf(one.key)
    await watchOf(two.key)
    const again = await send(one.key, 'POST', '/api/v2/watches', { url })
    expect(again.status).toBe(400)
  })

  it('needs the scope of its operation', async () => {
    const { key } = await wares.newKey({ scopes: ['sneakerhub', 'watches'] })
    const refused = await send(key, 'POST', '/api/v2/watches', { url })
    expect(refused.json()).toMatchObject({ code: 'key_not_allowed', status: 403 })
    const entry = wares.registry.byId.get('sneakerhub.product')
    await watchOf(key, { operation: 'sneakerhub.product', params: entry?.example })
  })

  it('counts its checks, manual and scheduled, in the usage and against the quota of its key', async () => {
    const { key, id: keyId } = await wares.newKey({ scopes: SCOPES, monthlyQuota: 2 })
    const id = await watchOf(key)
    expect((await send(key, 'POST', `/api/v2/watches/${id}/check`)).json()).toMatchObject({
      last_check: { outcome: 'ok' },
    })
    await makeDue(id)
    await expect.poll(async () => (await store().find(id))?.checkSeq, WAIT).toBe(2)
    expect(await store().find(id)).toMatchObject({ outcome: 'ok' })
    const before = await store().find(id)
    const manual = await send(key, 'POST', `/api/v2/watches/${id}/check`)
    expect([manual.status, manual.json().code]).toEqual([429, 'quota_exceeded'])
    expect(Number(manual.headers['retry-after'])).toBeGreaterThan(0)
    expect(await store().find(id)).toEqual(before)
    await makeDue(id)
    await expect.poll(async () => (await store().find(id))?.outcome, WAIT).toBe('quota_exceeded')
    const usage = async () =>
      (await wares.store.usage.read({ keyId })).filter(row => row.operation === 'general.product')
    await expect.poll(async () => (await usage()).reduce((sum, row) => sum + row.counted, 0), WAIT).toBe(2)
    const direct = await wares.call('/api/v2/product', { key, query: { url } })
    expect(direct.json()).toMatchObject({ code: 'quota_exceeded' })
  })

  it('on a catalog needs its scope, counts every request, and is invisible to another key', async () => {
    const example = String(wares.registry.byId.get('general.catalog')?.example.shop)
    const catalog = example.replace(/shop-[\w-]+$/, 'shop-large')
    const narrow = await wares.newKey({ scopes: ['general.product', 'watches'] })
    const refused = await send(narrow.key, 'POST', '/api/v2/watches', { catalog })
    expect(refused.json()).toMatchObject({ code: 'key_not_allowed' })
    const owner = await wares.newKey({ scopes: SCOPES, monthlyQuota: 2 })
    const id = await watchOf(owner.key, { catalog })
    const path = `/api/v2/watches/${id}`
    expect((await send(narrow.key, 'GET', `${path}/products`)).status).toBe(404)
    // The list has more pages than the quota allows: nothing of it counts until it was read to its end.
    for (let n = 0; n < 3; n++) {
      const checked = await send(owner.key, 'POST', `${path}/check`)
      if (n > 0) expect([checked.status, checked.json().code]).toEqual([429, 'quota_exceeded'])
    }
    expect((await send(owner.key, 'GET', `${path}/products`)).json()).toMatchObject({ products: [] })
  }, 60_000)

  it('is paused when its key is revoked or expires, and cannot be resumed', async () => {
    const revoked = await wares.newKey({ scopes: SCOPES })
    const expired = await wares.newKey({
      scopes: SCOPES,
      expiresAt: new Date(Date.now() + 4_000).toISOString(),
    })
    const [first, second] = [await watchOf(revoked.key), await watchOf(expired.key)]
    const before = (await store().find(first))?.checkSeq
    await wares.store.keys.revoke(revoked.id, new Date().toISOString())
    await makeDue(first)
    await expect.poll(async () => (await store().find(first))?.pausedBy, WAIT).toBe('key_revoked')
    expect((await store().find(first))?.checkSeq).toBe(before)
    // Without a due check as well.
    await expect.poll(async () => (await store().find(second))?.pausedBy, WAIT).toBe('key_revoked')
    const shown = await wares.call(`/api/v2/watches/${first}`)
    expect(shown.json()).toMatchObject({ state: 'paused', paused_by: 'key_revoked', owner: revoked.id })
    const resumed = await send(wares.key, 'PATCH', `/api/v2/watches/${first}`, { paused: false })
    expect(resumed.json()).toMatchObject({ code: 'key_not_allowed' })
  })

  it('stays with its owner when the key is rotated, during and after the overlap', async () => {
    const old = await wares.newKey({ scopes: SCOPES })
    const id = await watchOf(old.key)
    const next = await rotateKey(wares.store.keys, old.id, 60_000, Date.now())
    const newest = next && (await rotateKey(wares.store.keys, next.record.id, 60_000, Date.now()))
    if (!next || !newest) throw new Error('the key was not rotated')
    for (const key of [old.key, next.key, newest.key]) expect(await idsOf(key)).toContain(id)
    await wares.store.keys.revoke(old.id, new Date().toISOString())
    const checked = await send(newest.key, 'POST', `/api/v2/watches/${id}/check`)
    expect(checked.json()).toMatchObject({ last_check: { outcome: 'ok' } })
  })

  it('is one of at most limits.watches_per_key', async () => {
    const { key } = await wares.newKey({ scopes: SCOPES })
    const ids = ['sneakerhub.product', 'sneakerhub.prices', 'fastfashion2.product'].map(operation =>
      watchOf(key, { operation, params: wares.registry.byId.get(operation)?.example }),
    )
    await Promise.all(ids)
    const refused = await send(key, 'POST', '/api/v2/watches', { url })
    expect(refused.json()).toMatchObject({ code: 'key_not_allowed', status: 403 })
    expect(refused.json().detail).toContain('limits.watches_per_key')
  })
})

describe('a watch of the operator', () => {
  it('is read by every key with `watches`, and managed with `watches:all`', async () => {
    const operation = 'fastfashion2.product'
    const params = wares.registry.byId.get(operation)?.example ?? {}
    const target = { operation, params, name: '', url: null, site: 'fastfashion2', source: 'api' } as const
    const made = await store().add(
      { ...target, target: 'operator', everyS: 3600, when: null, keepDays: null },
      Date.now(),
    )
    const id = made?.id ?? ''
    const { key } = await wares.newKey({ scopes: SCOPES })
    expect((await send(key, 'GET', `/api/v2/watches/${id}`)).json()).toMatchObject({ id, owner: null })
    for (const [method, path, body] of [
      ['PATCH', '', { name: 'x' }],
      ['DELETE', ''],
      ['POST', '/check'],
    ] as const) {
      expect((await send(key, method, `/api/v2/watches/${id}${path}`, body)).json()).toMatchObject({
        code: 'key_not_allowed',
      })
    }
    const all = await wares.newKey({ scopes: ['watches:all'] })
    expect((await send(all.key, 'PATCH', `/api/v2/watches/${id}`, { name: 'x' })).status).toBe(200)
    const { key: none } = await wares.newKey({ scopes: ['*'] })
    expect((await send(none, 'GET', '/api/v2/watches')).json()).toMatchObject({ code: 'key_not_allowed' })
  })
})
