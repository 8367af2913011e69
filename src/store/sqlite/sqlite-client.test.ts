// The client of a SQLite thread that the test plays: replies, failures that last, probes, and the end of the thread.
import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSqliteClient } from './sqlite-client.ts'
import type { SqliteFailure, SqliteReply, SqliteRequest } from './sqlite-messages.ts'

function playThread() {
  const sent: (SqliteRequest | 'close')[] = []
  const thread = Object.assign(new EventEmitter(), {
    sent,
    isHoldingProcess: true,
    postMessage(message: SqliteRequest | 'close') {
      sent.push(message)
      if (message === 'close') queueMicrotask(() => thread.emit('exit', 0))
    },
    ref() {
      thread.isHoldingProcess = true
    },
    unref() {
      thread.isHoldingProcess = false
    },
  })
  return thread
}
type PlayedThread = ReturnType<typeof playThread>

const NOTHING = { rows: [], changes: 0, insertId: 0 }
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function start(readOnly = false) {
  const settings = { file: 'a.db', readOnly, lockTimeoutMs: 1 }
  const thread = playThread()
  const starting = startSqliteClient(settings, () => thread as unknown as Worker)
  const reply = (message: SqliteReply) => void thread.emit('message', message)
  return { starting, thread, reply }
}
async function open(readOnly = false) {
  const { starting, thread, reply } = start(readOnly)
  reply({ id: 0, result: NOTHING })
  const client = await starting
  const last = () => thread.sent.at(-1) as SqliteRequest
  const fail = (code: number | undefined, message = 'm') =>
    reply({ id: last().id, failure: { message, code } satisfies SqliteFailure })
  const succeed = (rows: Record<string, unknown>[] = []) =>
    reply({ id: last().id, result: { ...NOTHING, rows } })
  /** Runs a statement that fails; the message of its error. */
  const failing = (code: number | undefined) => {
    const running = client.run('writer', 'x').catch((error: Error) => error)
    fail(code)
    return running
  }
  return { client, thread, last, fail, succeed, failing }
}

describe('a statement', () => {
  it('is sent to the thread with its values, and has its own reply', async () => {
    const { client, thread } = await open()
    const one = client.run('reader', 'a', [1])
    const two = client.run('writer', 'b')
    expect(thread.sent).toEqual([
      { id: 1, connection: 'reader', sql: 'a', parameters: [1] },
      { id: 2, connection: 'writer', sql: 'b', parameters: [] },
    ])
    thread.emit('message', { id: 2, result: { ...NOTHING, changes: 2 } })
    thread.emit('message', { id: 1, result: { ...NOTHING, changes: 1 } })
    expect(await Promise.all([one, two])).toEqual([
      { ...NOTHING, changes: 1 },
      { ...NOTHING, changes: 2 },
    ])
    // A reply to nothing is ignored.
    thread.emit('message', { id: 9, result: NOTHING })
    thread.emit('message', { id: 9, failure: { message: 'm', code: undefined } })
  })

  it('keeps the process alive while it runs', async () => {
    const { client, thread } = await open()
    expect(thread.isHoldingProcess).toBe(false)
    const running = [client.run('reader', 'a'), client.run('reader', 'b')]
    expect(thread.isHoldingProcess).toBe(true)
    thread.emit('message', { id: 1, result: NOTHING })
    await running[0]
    expect(thread.isHoldingProcess).toBe(true)
    thread.emit('message', { id: 2, result: NOTHING })
    await running[1]
    expect(thread.isHoldingProcess).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that fails by its own fault says nothing about the file', async () => {
    const { client, failing } = await open()
    for (const code of [undefined, 1, 19]) {
      const error = await failing(code)
      expect(error).toMatchObject({ name: 'Error', message: 'SQLite: m', reason: undefined })
    }
    expect(client.unavailableReason()).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('without an answer for half a minute is a failure of the disk', async () => {
    const { client } = await open()
    const running = client.run('reader', 'a').catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(client.unavailableReason()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    const why = 'SQLite: the disk cannot be read or written (no answer within 30000 ms)'
    expect(await running).toBe(why)
    expect(client.unavailableReason()).toBe(why)
  })
})

describe('trouble', () => {
  it('is the first failure, and is over when a write that changes nothing works', async () => {
    const { client, failing, succeed, fail, last, thread } = await open()
    expect(await failing(5)).toMatchObject({
      name: 'OperatorError',
      message: 'SQLite: another process keeps it locked (m)',
      reason: 'another process keeps it locked',
    })
    await failing(13)
    expect(client.unavailableReason()).toBe('SQLite: another process keeps it locked (m)')
    const before = thread.sent.length
    await vi.advanceTimersByTimeAsync(999)
    expect(thread.sent).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(1)
    // One probe for both failures.
    expect(thread.sent).toHaveLength(before + 1)
    expect(last()).toMatchObject({ connection: 'reader', sql: 'PRAGMA user_version' })
    fail(5)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(thread.sent).toHaveLength(before + 2)
    succeed([{ user_version: 7 }])
    await vi.advanceTimersByTimeAsync(0)
    expect(last()).toMatchObject({ connection: 'writer', sql: 'PRAGMA user_version = 7' })
    expect(client.unavailableReason()).toBeDefined()
    succeed()
    await vi.advanceTimersByTimeAsync(0)
    expect(client.unavailableReason()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(thread.sent).toHaveLength(before + 3)
  })

  it.each([
    ['of a damaged file', 11, false],
    ['of a file that is no database', 26, false],
    ['of a file that may only be read', 8, true],
  ])('%s is not probed', async (_, code, readOnly) => {
    const { client, failing, thread } = await open(readOnly)
    await failing(code)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(thread.sent).toHaveLength(1)
    expect(client.unavailableReason()).toMatch(/^SQLite: /)
  })

  it('is not probed after closing', async () => {
    const { client, failing, thread } = await open()
    await failing(5)
    await client.close()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(thread.sent.slice(1)).toEqual(['close'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is not probed again if it is closed during a probe', async () => {
    const { client, failing, last, thread } = await open()
    await failing(5)
    await vi.advanceTimersByTimeAsync(1_000)
    const { id } = last()
    const closing = client.close()
    thread.emit('message', { id, failure: { message: 'm', code: 5 } })
    await closing
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the thread', () => {
  it('is closed once, and not used afterwards', async () => {
    const { client, thread } = await open()
    await Promise.all([client.close(), client.close()])
    expect(thread.sent).toEqual(['close'])
    await expect(client.run('reader', 'a')).rejects.toThrow('SQLite: the database is closed')
    expect(client.unavailableReason()).toBeUndefined()
  })

  it('that cannot open the file is closed', async () => {
    const { starting, thread, reply } = start()
    reply({ id: 0, failure: { message: 'm', code: 14 } })
    await expect(starting).rejects.toThrow('SQLite: the file cannot be opened (m)')
    expect(thread.sent).toEqual(['close'])
  })

  it.each([
    ['fails', (thread: PlayedThread) => thread.emit('error', new Error('x')), 'its thread has failed: x'],
    ['ends', (thread: PlayedThread) => thread.emit('exit', 1), 'its thread has ended'],
  ])('that %s ends every statement, for good', async (_, end, why) => {
    const { client, thread } = await open()
    const running = client.run('reader', 'a').catch((error: Error) => error.message)
    end(thread)
    expect(await running).toBe(`SQLite: ${why}`)
    await expect(client.run('reader', 'b')).rejects.toThrow(why)
    expect(client.unavailableReason()).toBe(`SQLite: ${why}`)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(thread.sent).toHaveLength(1)
  })
})
