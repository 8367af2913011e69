// SQLite and PostgreSQL pass the same suite of the database layer.
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { openPostgres } from '../../src/store/postgres/postgres-database.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite-database.ts'
import { createTestDatabase, postgresServer } from '../services.ts'
import { databaseConformance, type TestTables } from './database-conformance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe('SQLite', () => {
  const folder = temporaryFolder('database')
  databaseConformance(migrations => openSqlite<TestTables>({ file: join(folder, 'test.db'), migrations }))
})

describe.skipIf(postgresServer === undefined)('PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof createTestDatabase>>
  beforeAll(async () => {
    server = await createTestDatabase()
  })
  afterAll(() => server.drop())
  databaseConformance(migrations => openPostgres<TestTables>({ url: server.url, migrations }))
})
