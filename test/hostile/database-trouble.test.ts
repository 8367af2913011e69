// Trouble with the database is 503 with Retry-After on every route that needs it: a locked or
// read-only file, PostgreSQL cut off.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, postgresServer } from '../services.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'

const WRITES = (url: string, id: string) =>
  [
    ['POST', '/api/v2/watches', { url }],
    ['PATCH', `/api/v2/watches/${id}`, { name: 'x' }],
    ['DELETE', `/api/v2/watches/${id}`, undefined],
  ] as const

async function statusesOf(wares: TestWares, calls: readonly (readonly [string, string, unknown])[]) {
  return Promise.all(
    calls.map(async ([method, path, body]) => {
      const reply = await wares.call(path, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      const { code, retryable } = reply.json<{ code?: string; retryable?: boolean }>()
      return `${reply.status} ${code} ${retryable} ${reply.headers['retry-after']}`
    }),
  )
}
const UNAVAILABLE = '503 overloaded true 2'

describe('SQLite', () => {
  let wares: TestWares
  let url: string
  let id: string
  beforeAll(async () => {
    wares = await startTestWares()
    url = String(wares.registry.byId.get('general.product')?.example.url)
    const body = JSON.stringify({ operation: 'sneakerhub.prices', params: { id: '1044287' } })
    const made = await wares.call('/api/v2/watches', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    id = made.json<{ id: string }>().id
  }, 120_000)
  afterAll(() => wares.stop())

  it('that another process keeps locked', { timeout: 60_000 }, async () => {
    const other = new DatabaseSync(join(wares.dataDir, 'wares.db'), { timeout: 0 })
    // A transaction of Wares needs this thread to end, so nothing here may wait for it inside SQLite.
    await vi.waitFor(() => other.exec('BEGIN IMMEDIATE'), { timeout: 20_000, interval: 20 })
    try {
      expect(await statusesOf(wares, WRITES(url, id))).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE])
    } finally {
      other.exec('ROLLBACK')
      other.close()
    }
  })

  it('that became read-only', { timeout: 60_000 }, async () => {
    const pragma = (text: string) => sql.raw(`PRAGMA ${text}`).execute(wares.store.database.query)
    await pragma('query_only = 1')
    try {
      expect(await statusesOf(wares, WRITES(url, id))).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE])
    } finally {
      await pragma('query_only = 0')
    }
  })
})

describe.skipIf(postgresServer === undefined)('PostgreSQL', () => {
  it('that is cut off, and again when it is back', { timeout: 120_000 }, async () => {
    const database = await createTestDatabase()
    const proxy = await startDatabaseProxy(database.url)
    const wares = await startTestWares({ WARES_DATABASE_URL: proxy.url })
    try {
      const url = String(wares.registry.byId.get('general.product')?.example.url)
      const reads = [
        ['GET', '/api/v2/watches', undefined],
        ['GET', '/api/v2/watches/w_none', undefined],
        ['GET', '/api/v2/watches/w_none/history', undefined],
        ['GET', '/api/v2/changes', undefined],
        ['POST', '/api/v2/watches', { url }],
      ] as const
      // The key is known from now on.
      expect((await wares.call('/api/v2/watches')).status).toBe(200)
      proxy.cut()
      expect(await statusesOf(wares, reads)).toEqual(reads.map(() => UNAVAILABLE))
      proxy.mend()
      await expect
        .poll(async () => (await wares.call('/api/v2/watches')).status, { timeout: 20_000, interval: 200 })
        .toBe(200)
    } finally {
      await wares.stop()
      await database.drop()
    }
  })
})
