// The SQLite dialect over a client that the test plays: which connection a statement uses, whose turn it is, and values.
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SqliteClient } from './sqlite-client.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import type { SqliteResult } from './sqlite-messages.ts'

const NOTHING: SqliteResult = { rows: [], changes: 0, insertId: 0 }
const ran: string[] = []
let given: readonly unknown[] = []
let isClosed = false
let answer: (statement: string) => Promise<SqliteResult> | SqliteResult
const client: SqliteClient = {
  async run(connection, statement, parameters = []) {
    ran.push(`${connection}: ${statement}`)
    given = parameters
    return answer(statement)
  },
  checkWritable: async () => {},
  unavailableReason: () => undefined,
  async close() {
    isClosed = true
  },
}
const fail = (start: string) => (statement: string) => {
  if (statement.startsWith(start)) throw new Error(`${start} fails`)
  return NOTHING
}
let query: Kysely<{ a: { b: unknown } }>
beforeEach(() => {
  ran.length = 0
  answer = () => NOTHING
  query = new Kysely({ dialect: sqliteDialect(client) })
})
afterEach(() => {
  vi.useRealTimers()
})
const insert = (b: unknown, by: Kysely<{ a: { b: unknown } }> = query) =>
  by.insertInto('a').values({ b }).execute()
const INSERT = 'writer: insert into "a" ("b") values (?)'

describe('a statement', () => {
  it('reads on its own connection, and writes on the other', async () => {
    await query.selectFrom('a').selectAll().execute()
    await sql` SELECT 1`.execute(query)
    await sql`PRAGMA user_version`.execute(query)
    await sql`selection`.execute(query)
    await sql`WITH x AS (select 1) DELETE FROM a`.execute(query)
    await insert(1)
    expect(ran.map(one => one.slice(0, 16))).toEqual([
      'reader: select *',
      'reader:  SELECT ',
      'writer: PRAGMA u',
      'writer: selectio',
      'writer: WITH x A',
      'writer: insert i',
    ])
  })

  it('has values that SQLite knows, and tells what it changed', async () => {
    for (const [value, stored] of [
      [undefined, null],
      [true, 1],
      [false, 0],
      [new Date(0), '1970-01-01T00:00:00.000Z'],
      ['x', 'x'],
      [0, 0],
      [null, null],
    ]) {
      await sql`UPDATE a SET b = ${value}`.execute(query)
      expect(given).toEqual([stored])
    }
    answer = () => ({ rows: [{ b: 1 }], changes: 3, insertId: 7 })
    const { rows, numAffectedRows, insertId } = await sql`UPDATE a`.execute(query)
    expect({ rows, numAffectedRows, insertId }).toEqual({
      rows: [{ b: 1 }],
      numAffectedRows: 3n,
      insertId: 7n,
    })
  })

  it('is not streamed', async () => {
    const stream = query.selectFrom('a').selectAll().stream()[Symbol.asyncIterator]()
    await expect(stream.next()).rejects.toThrow('read large tables in pages')
  })

  it('closes with the database', async () => {
    await insert(1)
    await query.destroy()
    expect(isClosed).toBe(true)
  })
})

describe('a transaction', () => {
  it('has the writer for itself, reads included, and others wait', async () => {
    const held = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const first = query.transaction().execute(async own => {
      started.resolve()
      await held.promise
      await own.selectFrom('a').select('b').execute()
      await insert(1, own)
    })
    await started.promise
    const second = insert(2)
    await query.selectFrom('a').select('b').execute()
    expect(ran).toEqual(['writer: BEGIN IMMEDIATE', 'reader: select "b" from "a"'])
    held.resolve()
    await Promise.all([first, second])
    expect(ran.slice(2)).toEqual(['writer: select "b" from "a"', INSERT, 'writer: COMMIT', INSERT])
  })

  it.each([
    ['BEGIN', ['writer: BEGIN IMMEDIATE']],
    ['insert', ['writer: BEGIN IMMEDIATE', INSERT, 'writer: ROLLBACK']],
  ])('that fails at its %s leaves the writer to others', async (start, expected) => {
    answer = fail(start)
    await expect(query.transaction().execute(own => insert(1, own))).rejects.toThrow(`${start} fails`)
    expect(ran.splice(0)).toEqual(expected)
    answer = () => NOTHING
    await insert(2)
    await query.transaction().execute(own => insert(3, own))
    expect(ran).toEqual([INSERT, 'writer: BEGIN IMMEDIATE', INSERT, 'writer: COMMIT'])
  })

  it('that cannot be committed is undone', async () => {
    answer = fail('COMMIT')
    await expect(query.transaction().execute(own => insert(1, own))).rejects.toThrow('COMMIT fails')
    expect(ran.slice(0, 4)).toEqual(['writer: BEGIN IMMEDIATE', INSERT, 'writer: COMMIT', 'writer: ROLLBACK'])
    answer = () => NOTHING
    await insert(2)
    expect(ran.at(-1)).toBe(INSERT)
  })

  it('that SQLite has already undone reports its own error', async () => {
    answer = statement => {
      if (statement !== 'BEGIN IMMEDIATE') throw new Error(`${statement.slice(0, 8)} fails`)
      return NOTHING
    }
    await expect(query.transaction().execute(own => insert(1, own))).rejects.toThrow('insert i fails')
  })
})

describe('turns', () => {
  it('are taken in order, and one that fails ends too', async () => {
    const order: number[] = []
    answer = () => {
      if (given[0] === 2) throw new Error('no')
      return NOTHING
    }
    await Promise.allSettled(
      [1, 2, 3].map(one =>
        insert(one).then(
          () => order.push(one),
          () => order.push(-one),
        ),
      ),
    )
    expect(order).toEqual([1, -2, 3])
  })

  it('are waited for up to half a minute', async () => {
    vi.useFakeTimers()
    const held = Promise.withResolvers<SqliteResult>()
    answer = () => held.promise
    const first = insert(1)
    const second = insert(2).catch((error: Error) => error.message)
    const isEarly = await Promise.race([second, vi.advanceTimersByTimeAsync(29_999).then(() => 'early')])
    expect(isEarly).toBe('early')
    await vi.advanceTimersByTimeAsync(1)
    expect(await second).toBe('SQLite: a write waited for the end of another transaction')
    expect(ran).toEqual([INSERT])
    held.resolve(NOTHING)
    await first
    // Neither the one that has given up nor its timer is in the way.
    await insert(3)
    expect(ran).toEqual([INSERT, INSERT])
    expect(vi.getTimerCount()).toBe(0)
  })
})
