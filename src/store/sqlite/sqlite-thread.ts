// The thread that owns one SQLite file. Nothing here blocks: a lock that another process holds is retried
// with a timer, so that reads continue meanwhile (docs/decisions/004-state-and-limits.md).
import { existsSync } from 'node:fs'
import type { DatabaseSync as Database, StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseSync } from './node-sqlite.ts'
import type {
  SqliteConnectionName,
  SqliteFailure,
  SqliteReply,
  SqliteRequest,
  SqliteResult,
  SqliteStatement,
  SqliteThreadSettings,
} from './sqlite-messages.ts'

interface Connection {
  readonly database: Database
  readonly statements: Map<string, PreparedStatement>
}

interface PreparedStatement {
  readonly statement: StatementSync
  /** Asked for once: Node makes an object of each column. */
  readonly returnsRows: boolean
}

type Connections = Readonly<Record<SqliteConnectionName, Connection>>

/** A lock is rarely held for longer than a commit takes. */
const FIRST_RETRY_MS = 2
const LONGEST_RETRY_MS = 50
const MAX_STATEMENTS = 200
/** Long statements are generated for a number of rows and rarely reused. */
const MAX_CACHED_SQL_CHARS = 4_000
const SQLITE_BUSY = 5

function openConnections({ file, readOnly }: SqliteThreadSettings): Connections {
  if (readOnly) {
    const only = connectionOf(new DatabaseSync(readOnlyLocation(file), { readOnly: true, timeout: 0 }))
    return { reader: only, writer: only }
  }
  const writer = new DatabaseSync(file, { timeout: 0 })
  let reader: Database | undefined
  try {
    // FULL: committed data survives a power failure.
    writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    reader = new DatabaseSync(file, { readOnly: true, timeout: 0 })
    // The first statement fails if the file is not a database.
    reader.exec('SELECT 1 FROM sqlite_master')
    return { writer: connectionOf(writer), reader: connectionOf(reader) }
  } catch (error) {
    reader?.close()
    writer.close()
    throw error
  }
}

/** Without a WAL file, `immutable` is needed to open read-only: SQLite would otherwise create the WAL index. */
function readOnlyLocation(file: string): string | URL {
  if (existsSync(`${file}-wal`)) return file
  const location = pathToFileURL(file)
  location.searchParams.set('immutable', '1')
  return location
}

function connectionOf(database: Database): Connection {
  return { database, statements: new Map() }
}

function preparedOf({ database, statements }: Connection, sql: string): PreparedStatement {
  const prepared = statements.get(sql) ?? prepare(database, sql)
  if (sql.length > MAX_CACHED_SQL_CHARS) return prepared
  // Keep the most recently used statement last.
  statements.delete(sql)
  statements.set(sql, prepared)
  if (statements.size > MAX_STATEMENTS) statements.delete(statements.keys().next().value ?? '')
  return prepared
}

function prepare(database: Database, sql: string): PreparedStatement {
  const statement = database.prepare(sql)
  return { statement, returnsRows: statement.columns().length > 0 }
}

/** All or nothing, in one message: waking a thread takes longer than most statements. */
function executeAll(connection: Connection, { rest = [], ...first }: SqliteRequest): SqliteResult {
  if (rest.length === 0) return execute(connection, first)
  const { database } = connection
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = execute(connection, first)
    if (result.changes + result.rows.length > 0) for (const statement of rest) execute(connection, statement)
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A full disk rolls back by itself.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function execute(connection: Connection, { sql, parameters }: SqliteStatement): SqliteResult {
  const { statement, returnsRows } = preparedOf(connection, sql)
  if (returnsRows) {
    return { rows: statement.all(...parameters), changes: 0, insertId: 0 }
  }
  const { changes, lastInsertRowid } = statement.run(...parameters)
  return { rows: [], changes: Number(changes), insertId: Number(lastInsertRowid) }
}

function failureOf(error: unknown): SqliteFailure {
  const { message, errcode } = error as Error & { errcode?: number }
  // The lowest byte of an extended code is the primary code.
  return { message, code: errcode === undefined ? undefined : errcode & 0xff }
}

/** Runs the work, and retries it while another process holds the lock. */
function attempt(
  work: () => SqliteResult,
  retryUntilMs: number,
  reply: (outcome: { result: SqliteResult } | { failure: SqliteFailure }) => void,
  delayMs = FIRST_RETRY_MS,
): void {
  try {
    reply({ result: work() })
  } catch (error) {
    const failure = failureOf(error)
    if (failure.code !== SQLITE_BUSY || performance.now() >= retryUntilMs) return reply({ failure })
    const nextMs = Math.min(delayMs * 2, LONGEST_RETRY_MS)
    setTimeout(attempt, delayMs * (0.5 + Math.random()), work, retryUntilMs, reply, nextMs)
  }
}

/** The writer reads, too, unless it is in a transaction: it knows what it wrote, where the reader has to read it again. */
function connectionFor({ connection }: SqliteRequest, { reader, writer }: Connections): Connection {
  return connection === 'writer' || !writer.database.isTransaction ? writer : reader
}

function serve(port: NonNullable<typeof parentPort>, settings: SqliteThreadSettings): void {
  let connections: Connections | undefined
  const untilMs = () => performance.now() + settings.lockTimeoutMs
  const send = (reply: SqliteReply) => port.postMessage(reply)
  const open = (): SqliteResult => {
    connections = openConnections(settings)
    return { rows: [], changes: 0, insertId: 0 }
  }
  attempt(open, untilMs(), outcome => send({ id: 0, ...outcome }))
  port.on('message', (request: SqliteRequest | 'close') => {
    if (request === 'close') {
      if (connections?.reader !== connections?.writer) connections?.reader.database.close()
      connections?.writer.database.close()
      port.close()
      return
    }
    const connection = connections && connectionFor(request, connections)
    if (!connection) return send({ id: request.id, failure: { message: 'not open', code: undefined } })
    // Within a transaction we already hold the lock, so a retry would not help.
    const retryUntilMs = connection.database.isTransaction ? 0 : untilMs()
    attempt(
      () => executeAll(connection, request),
      retryUntilMs,
      outcome => send({ id: request.id, ...outcome }),
    )
  })
}

if (parentPort) serve(parentPort, workerData as SqliteThreadSettings)
