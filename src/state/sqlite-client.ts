// The main thread's side of a SQLite file: sends statements to its thread and keeps what is wrong with it.
import { Worker } from 'node:worker_threads'
import { operatorError } from '../operator-error.ts'
import { moduleExtension } from '../package-files.ts'
import type {
  SqliteConnectionName,
  SqliteFailure,
  SqliteReply,
  SqliteRequest,
  SqliteResult,
  SqliteThreadSettings,
  SqliteValue,
} from './sqlite-messages.ts'

export interface SqliteClient {
  run(
    connection: SqliteConnectionName,
    sql: string,
    parameters?: readonly SqliteValue[],
  ): Promise<SqliteResult>
  /** Writes what changes nothing, because a disk that is full can still be read. */
  checkWritable(): Promise<void>
  /** The first error since writing last worked; undefined when all is well. */
  unavailableReason(): string | undefined
  close(): Promise<void>
}

/** What each of SQLite's result codes means for the person who runs Wares; all others are mistakes of ours. */
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
/** Far longer than any statement takes: a disk that no longer answers. */
const ANSWER_TIMEOUT_MS = 30_000

/** An error of SQLite, with the sentence's half that says why. */
export interface SqliteError extends Error {
  readonly reason: string | undefined
}

function sqliteError({ message, code }: SqliteFailure): SqliteError {
  const reason = code === undefined ? undefined : REASONS[code]
  if (reason === undefined) return Object.assign(new Error(`SQLite: ${message}`), { reason })
  return Object.assign(operatorError(`SQLite: ${reason} (${message})`), { reason })
}

export async function startSqliteClient(settings: SqliteThreadSettings): Promise<SqliteClient> {
  const worker = new Worker(new URL(`./sqlite-thread.${moduleExtension}`, import.meta.url), {
    workerData: settings,
    // None of the main thread's: some are refused in a worker.
    execArgv: [],
    name: 'sqlite',
  })
  const pending = new Map<number, PromiseWithResolvers<SqliteResult>>()
  let lastId = 0
  let trouble: { readonly error: SqliteError; readonly isLasting: boolean } | undefined
  let probe: NodeJS.Timeout | undefined
  let closed = false
  /** Why the thread is no more. */
  let ended: SqliteError | undefined

  function fail(failure: SqliteFailure, isLasting = false): SqliteError {
    const error = sqliteError(failure)
    const { code } = failure
    if (isLasting || error.reason !== undefined) {
      trouble ??= { error, isLasting: isLasting || (code !== undefined && DAMAGED.has(code)) }
      if (!trouble.isLasting && !settings.readOnly) probeLater()
    }
    return error
  }

  function send(
    connection: SqliteConnectionName,
    sql: string,
    parameters: readonly SqliteValue[] = [],
  ): Promise<SqliteResult> {
    if (closed) return Promise.reject(new Error('SQLite: the database is closed'))
    if (ended) return Promise.reject(ended)
    const id = ++lastId
    worker.postMessage({ id, connection, sql, parameters } satisfies SqliteRequest)
    return answerTo(id)
  }

  function answerTo(id: number): Promise<SqliteResult> {
    const answer = Promise.withResolvers<SqliteResult>()
    // Only while someone waits does the thread keep the process running.
    if (pending.size === 0) worker.ref()
    pending.set(id, answer)
    const timer = setTimeout(
      () => answer.reject(fail({ message: `no answer within ${ANSWER_TIMEOUT_MS} ms`, code: 10 })),
      ANSWER_TIMEOUT_MS,
    ).unref()
    return answer.promise.finally(() => {
      clearTimeout(timer)
      pending.delete(id)
      if (pending.size === 0) worker.unref()
    })
  }

  async function checkWritable(): Promise<void> {
    const { rows } = await send('reader', 'PRAGMA user_version')
    await send('writer', `PRAGMA user_version = ${Number(rows[0]?.user_version)}`)
  }

  function probeLater(): void {
    if (!closed) probe ??= setTimeout(tryWriting, PROBE_INTERVAL_MS).unref()
  }

  function tryWriting(): void {
    probe = undefined
    checkWritable().then(() => {
      trouble = undefined
    }, probeLater)
  }

  worker.on('message', (reply: SqliteReply) => {
    const answer = pending.get(reply.id)
    if ('result' in reply) answer?.resolve(reply.result)
    else answer?.reject(fail(reply.failure))
  })
  const end = (why: string) => {
    ended ??= fail({ message: why, code: undefined }, true)
    for (const answer of pending.values()) answer.reject(ended)
  }
  worker.on('error', (error: Error) => end(`its thread has failed: ${error.message}`))
  const exited = new Promise<void>(resolve => worker.on('exit', () => resolve()))
  void exited.then(() => !closed && end('its thread has ended'))

  const client: SqliteClient = {
    run: send,
    checkWritable,
    unavailableReason: () => trouble?.error.message,
    async close() {
      if (closed) return
      closed = true
      clearTimeout(probe)
      worker.ref()
      worker.postMessage('close')
      await exited
    },
  }
  try {
    await answerTo(0)
    return client
  } catch (error) {
    await client.close()
    throw error
  }
}
