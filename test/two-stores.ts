// Runs a suite on both databases, each through two connections, as a command and a server have.
import { afterAll, beforeAll, describe } from 'vitest'
import type { Database } from '../src/store/database.ts'
import { openPostgresStore } from '../src/store/postgres/postgres-store.ts'
import { openEmbeddedStore } from '../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../src/store/store.ts'
import { createTestDatabase, postgresServer } from './services.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

/** As two processes have. */
export interface TwoConnections {
  readonly database: Database<unknown>
  readonly other: Database<unknown>
}

export function onBothDatabases(suite: (open: () => Promise<TwoConnections>) => void): void {
  describe('SQLite', () => {
    const folder = temporaryFolder('two-stores')
    suite(openTwice(() => openEmbeddedStore(folder)))
  })

  describe.skipIf(postgresServer === undefined)('PostgreSQL', () => {
    let server: Awaited<ReturnType<typeof createTestDatabase>>
    beforeAll(async () => {
      server = await createTestDatabase()
    })
    afterAll(() => server.drop())
    suite(openTwice(() => openPostgresStore(server.url)))
  })
}

function openTwice(open: () => Promise<Store>): () => Promise<TwoConnections> {
  const opened: Store[] = []
  // Hooks run in reverse order: connections close before their database.
  afterAll(async () => {
    for (const store of opened) await store.close()
  })
  return async () => {
    const [one, two] = [await open(), await open()]
    opened.push(one, two)
    return { database: one.database, other: two.database }
  }
}
