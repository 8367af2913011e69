// The main thread's client of a SQLite thread: sends statements, and remembers why the file is unavailable.
import { Worker } from 'node:worker_threads'
import { operatorError } from '../../runtime/operator-error.ts'
import { moduleExtension } from '../../runtime/package-files.ts'
import { markTrouble } from '../database-trouble.ts'
import type {
  SqliteConnectionName,
  SqliteFailure,
  SqliteReply,
  SqliteRequest,
  SqliteResult,
  SqliteStatement,
  SqliteThreadSettings,
  SqliteValue,
} from './sqlite-messages.ts'

export interface SqliteClient {
  run(
    connection: SqliteConnectionName,
    sql: string,
    parameters?: readonly SqliteValue[],
    rest?: readonly SqliteStatement[],
  ): Promise<SqliteResult>
  /** Checks with a write that changes nothing, because a full disk can still be read. */
  checkWritable(): Promise<void>
  /** The first error since the last successful write; undefined if there is none. */
  unavailableReason(): string | undefined
  close(): Promise<void>
}

/** SQLite result codes that the operator can resolve; all others are bugs. */
const REASONS: Readonly<Record<number, string>> = {
  3: 'access is denied',
  5: 'another process keeps it locked',
  8: 'it is read-only',
  10: 'the disk cannot be read or written',
  11: 'the file is damaged',
  13: 'the disk is full',
  14: 'the file cannot be opened',
  26: 'the file is not a SQLite database',
}
const DAMAGED = new Set([11, 26])
const PROBE_INTERVAL_MS = 1_000
/** Far longer than any statement takes; beyond it the disk no longer responds. */
const ANSWER_TIMEOUT_MS = 30_000

/** A SQLite error; `reason` completes the sentence for the operator. */
export interface SqliteError extends Error {
  readonly reason: string | undefined
}

function sqliteError({ message, code }: SqliteFailure): SqliteError {
  const reason = code === undefined ? undefined : REASONS[code]
  if (reason === undefined) return Object.assign(new Error(`SQLite: ${message}`), { reason })
  return Object.assign(markTrouble(operatorError(`SQLite: ${reason} (${message})`)), { reason })
}

interface ClientState {
  readonly worker: Worker
  readonly readOnly: boolean
  readonly pending: Map<number, PromiseWithResolvers<SqliteResult>>
  lastId: number
  trouble: { readonly error: SqliteError; readonly isLasting: boolean } | undefined
  probe: NodeJS.Timeout | undefined
  isClosed: boolean
  /** Why the thread has ended; undefined while it runs. */
  ended: SqliteError | undefined
}

export async function startSqliteClient(
  settings: SqliteThreadSettings,
  startWorker: (settings: SqliteThreadSettings) => Worker = startThread,
): Promise<SqliteClient> {
  const worker = startWorker(settings)
  const state: ClientState = {
    worker,
    readOnly: settings.readOnly,
    pending: new Map(),
    lastId: 0,
    trouble: undefined,
    probe: undefined,
    isClosed: false,
    ended: undefined,
  }
  const exited = watchThread(state)
  const client: SqliteClient = {
    run: (...parameters) => send(state, ...parameters),
    checkWritable: () => checkWritable(state),
    unavailableReason: () => state.trouble?.error.message,
    async close() {
      if (state.isClosed) return
      state.isClosed = true
      clearTimeout(state.probe)
      worker.ref()
      worker.postMessage('close')
      await exited
    },
  }
  try {
    await answerTo(state, 0)
    return client
  } catch (error) {
    await client.close()
    throw error
  }
}

function startThread(settings: SqliteThreadSettings): Worker {
  return new Worker(new URL(`./sqlite-thread.${moduleExtension}`, import.meta.url), {
    workerData: settings,
    // Do not inherit the main thread's flags: some are not allowed in a worker.
    execArgv: [],
    name: 'sqlite',
  })
}

/** Resolves when the thread has ended. */
function watchThread(state: ClientState): Promise<void> {
  const { worker, pending } = state
  const end = (why: string): void => {
    state.ended ??= markTrouble(recordFailure(state, { message: why, code: undefined }, true))
    for (const answer of pending.values()) answer.reject(state.ended)
  }
  worker.on('message', (reply: SqliteReply) => {
    const answer = pending.get(reply.id)
    if ('result' in reply) answer?.resolve(reply.result)
    else answer?.reject(recordFailure(state, reply.failure))
  })
  worker.on('error', (error: Error) => end(`its thread has failed: ${error.message}`))
  const exited = new Promise<void>(resolve => worker.on('exit', () => resolve()))
  void exited.then(() => !state.isClosed && end('its thread has ended'))
  return exited
}

function send(
  state: ClientState,
  connection: SqliteConnectionName,
  sql: string,
  parameters: readonly SqliteValue[] = [],
  rest?: readonly SqliteStatement[],
): Promise<SqliteResult> {
  if (state.isClosed) return Promise.reject(markTrouble(new Error('SQLite: the database is closed')))
  if (state.ended) return Promise.reject(state.ended)
  const id = ++state.lastId
  state.worker.postMessage({ id, connection, sql, parameters, ...(rest && { rest }) } satisfies SqliteRequest)
  return answerTo(state, id)
}

function answerTo(state: ClientState, id: number): Promise<SqliteResult> {
  const { worker, pending } = state
  const answer = Promise.withResolvers<SqliteResult>()
  // The thread keeps the process alive only while a reply is pending.
  if (pending.size === 0) worker.ref()
  pending.set(id, answer)
  const timer = setTimeout(() => {
    answer.reject(recordFailure(state, { message: `no answer within ${ANSWER_TIMEOUT_MS} ms`, code: 10 }))
  }, ANSWER_TIMEOUT_MS).unref()
  return answer.promise.finally(() => {
    clearTimeout(timer)
    pending.delete(id)
    if (pending.size === 0) worker.unref()
  })
}

/** Remembers a failure that affects the whole file until writing works again. */
function recordFailure(state: ClientState, failure: SqliteFailure, isLasting = false): SqliteError {
  const error = sqliteError(failure)
  const { code } = failure
  if (isLasting || error.reason !== undefined) {
    state.trouble ??= { error, isLasting: isLasting || (code !== undefined && DAMAGED.has(code)) }
    if (!state.trouble.isLasting && !state.readOnly) probeLater(state)
  }
  return error
}

async function checkWritable(state: ClientState): Promise<void> {
  const { rows } = await send(state, 'reader', 'PRAGMA user_version')
  await send(state, 'writer', `PRAGMA user_version = ${Number(rows[0]?.user_version)}`)
}

function probeLater(state: ClientState): void {
  if (state.isClosed) return
  state.probe ??= setTimeout(() => {
    state.probe = undefined
    checkWritable(state).then(
      () => {
        state.trouble = undefined
      },
      () => probeLater(state),
    )
  }, PROBE_INTERVAL_MS).unref()
}
