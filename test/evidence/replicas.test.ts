// A request that one replica answered is explained by another one, and by a command on any machine.
import { describe, expect, it } from 'vitest'
import {
  createSharedRecordings,
  findSharedRecording,
  pruneRecordings,
} from '../../src/record/recordings/shared-recordings.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { wares as command } from '../e2e/process.ts'
import { createTestDatabase, postgresServer } from '../services.ts'
import { startTestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe.skipIf(postgresServer === undefined)('replicas on one PostgreSQL', () => {
  it('explain each other’s requests', { timeout: 120_000 }, async () => {
    const database = await createTestDatabase()
    const folder = temporaryFolder('explain')
    const env = { WARES_DATABASE_URL: database.url, WARES_RECORD: 'all', WARES_WORKERS: '0' }
    const [one, other] = [await startTestWares(env), await startTestWares(env)]
    try {
      const path = '/api/v1/scraper/sneakerhub/prices'
      const answer = await one.call(path, { query: { id: '1044287' } })
      expect(answer.status).toBe(200)
      const record = `/api/v2/requests/${answer.headers['x-request-id']}`
      const own = await one.call(record, { key: one.key })
      expect(own.status).toBe(200)
      // The copy is stored after the answer was sent.
      await expect
        .poll(async () => (await other.call(record, { key: one.key })).status, { timeout: 20_000 })
        .toBe(200)
      const found = await other.call(record, { key: one.key })
      expect(found.bytes.toString()).toBe(own.bytes.toString())
      // Not for the key of another caller.
      const stranger = await other.newKey({ scopes: ['sneakerhub'] })
      expect((await other.call(record, { key: stranger.key })).status).toBe(404)
      const explained = await command(['explain', answer.headers['x-request-id'] ?? ''], {
        WARES_DATABASE_URL: database.url,
        WARES_DATA: folder,
      })
      expect([explained.code, explained.stderr]).toEqual([0, ''])
      expect(JSON.parse(explained.stdout)).toMatchObject({ operation: 'sneakerhub.prices', outcome: 'ok' })
    } finally {
      await one.stop()
      await other.stop()
      await database.drop()
    }
  })

  it('keep the copies within their size and age', { timeout: 60_000 }, async () => {
    const database = await createTestDatabase()
    const store = await openPostgresStore(database.url)
    const parts = { database: store.database, maxBytes: 10_000, maxAgeMs: 60_000, onError: () => {} }
    try {
      const shared = createSharedRecordings({ ...parts, maxBytes: 10_000_000 })
      const bytes = new Uint8Array(1_000)
      const nowMs = Date.now()
      // More than one slice of the pruning.
      const add = (atMs: number, ...ids: string[]) =>
        shared.add({ atMs, requests: ids.map(id => ({ id, keyId: null })) }, bytes)
      for (let n = 0; n < 500; n++) add(nowMs - n, `r${n}`, `same${n}`)
      add(nowMs - 61_000, 'old')
      await shared.idle()
      const find = (id: string) => findSharedRecording(store.database, id)
      expect((await find('same499'))?.length).toBe(1_000)
      await pruneRecordings(parts, nowMs)
      expect(await find('old')).toBeUndefined()
      expect([await find('r0'), await find('same9')].map(one => one?.length)).toEqual([1_000, 1_000])
      expect(await find('r10')).toBeUndefined()
      expect(await find('unknown')).toBeUndefined()
    } finally {
      await store.close()
      await database.drop()
    }
  })
})
