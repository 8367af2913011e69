// Kysely dialect for a SQLite thread: selects use their own connection, everything else queues for the writer connection.
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { markTrouble } from '../database-trouble.ts'
import type { SqliteClient } from './sqlite-client.ts'
import type { RowsStatement } from '../row-statements.ts'
import type { SqliteConnectionName, SqliteStatement, SqliteValue } from './sqlite-messages.ts'

/** Longer than any write queue; reached only by a deadlock: a transaction that awaits a write outside of it. */
const TURN_TIMEOUT_MS = 30_000

export function sqliteDialect(client: SqliteClient): Dialect {
  return {
    createAdapter: () => ADAPTER,
    createDriver: () => createDriver(client),
    createIntrospector: database => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

const ADAPTER: DialectAdapter = {
  supportsCreateIfNotExists: true,
  supportsMultipleConnections: true,
  supportsTransactionalDdl: true,
  supportsReturning: true,
  supportsOutput: false,
  // Not needed: a transaction takes the write lock when it begins.
  acquireMigrationLock: async () => {},
  releaseMigrationLock: async () => {},
}

interface Connection extends DatabaseConnection {
  /** Releases the writer connection; undefined outside a transaction. */
  endTurn: (() => void) | undefined
}

function createDriver(client: SqliteClient): Driver {
  const takeTurn = createTurns()
  /** Ends the transaction even if the statement fails. */
  const finish = async (connection: DatabaseConnection, sql: string): Promise<void> => {
    try {
      await client.run('writer', sql)
    } catch (error) {
      await client.run('writer', 'ROLLBACK').catch(() => {})
      throw error
    } finally {
      const own = connection as Connection
      own.endTurn?.()
      own.endTurn = undefined
    }
  }
  return {
    init: async () => {},
    acquireConnection: async () => createConnection(client, takeTurn),
    async beginTransaction(connection) {
      const endTurn = await takeTurn()
      try {
        await client.run('writer', 'BEGIN IMMEDIATE')
      } catch (error) {
        endTurn()
        throw error
      }
      ;(connection as Connection).endTurn = endTurn
    },
    commitTransaction: connection => finish(connection, 'COMMIT'),
    // SQLite rolls back automatically when the disk is full; then there is nothing to undo.
    rollbackTransaction: connection => finish(connection, 'ROLLBACK').catch(() => {}),
    releaseConnection: async () => {},
    destroy: () => client.close(),
  }
}

function createConnection(client: SqliteClient, takeTurn: () => Promise<() => void>): Connection {
  async function execute<R>(
    connection: SqliteConnectionName,
    query: CompiledQuery & Partial<Pick<RowsStatement, 'rest'>>,
  ): Promise<QueryResult<R>> {
    const { sql, parameters } = statementOf(query)
    const { rows, changes, insertId } = await client.run(
      connection,
      sql,
      parameters,
      query.rest?.map(statementOf),
    )
    return { rows: rows as R[], numAffectedRows: BigInt(changes), insertId: BigInt(insertId) }
  }
  const connection: Connection = {
    endTurn: undefined,
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (connection.endTurn) return execute<R>('writer', query)
      if (isSelect(query)) return execute<R>('reader', query)
      const endTurn = await takeTurn()
      try {
        return await execute<R>('writer', query)
      } finally {
        endTurn()
      }
    },
    streamQuery: () => {
      throw new Error('SQLite: read large tables in pages, by key')
    },
  }
  return connection
}

function isSelect({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))
}

function statementOf({ sql, parameters }: CompiledQuery): SqliteStatement {
  return { sql, parameters: parameters.map(sqliteValueOf) }
}

function sqliteValueOf(value: unknown): SqliteValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  return value as SqliteValue
}

/** A FIFO mutex; the result releases it. */
function createTurns(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    const before = last
    const turn = Promise.withResolvers<void>()
    last = before.then(() => turn.promise)
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => late.reject(markTrouble(new Error('SQLite: a write waited for the end of another transaction'))),
      TURN_TIMEOUT_MS,
    ).unref()
    try {
      await Promise.race([before, late.promise])
    } catch (error) {
      turn.resolve()
      throw error
    } finally {
      clearTimeout(timer)
    }
    return turn.resolve
  }
}
