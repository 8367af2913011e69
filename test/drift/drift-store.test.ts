// The store of drift on SQLite and on PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { openPostgresStore } from '../../src/state/postgres-store.ts'
import { openEmbeddedStore } from '../../src/state/sqlite-store.ts'
import type { Store } from '../../src/state/store.ts'
import { createTestDatabase, postgresServer } from '../services.ts'
import { driftStoreConformance } from './drift-store-conformance.ts'

describe('SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wares-drift-'))
  const opened: Store[] = []
  afterAll(async () => {
    for (const store of opened) await store.close()
    rmSync(folder, { recursive: true })
  })
  driftStoreConformance(async () => {
    // Two connections, as a command beside a server has.
    opened.push(await openEmbeddedStore(folder), await openEmbeddedStore(folder))
    return twoOf(opened)
  })
})

describe.skipIf(postgresServer === undefined)('PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof createTestDatabase>>
  const opened: Store[] = []
  beforeAll(async () => {
    server = await createTestDatabase()
  })
  afterAll(async () => {
    for (const store of opened) await store.close()
    await server.drop()
  })
  driftStoreConformance(async () => {
    opened.push(await openPostgresStore(server.url), await openPostgresStore(server.url))
    return twoOf(opened)
  })
})

function twoOf([one, two]: readonly Store[]) {
  if (!one || !two) throw new Error('two stores are needed')
  return { database: one.database, other: two.database }
}
