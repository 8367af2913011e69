// The statements that usage in PostgreSQL sends, over a driver that the test plays: batches, and their order.
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PostgresMonitor } from './postgres-monitor.ts'
import { BATCH_ROWS, postgresUsage } from './postgres-usage.ts'
import type { PostgresTables } from '../migrations/migrations.ts'
import type { UsageRow } from '../usage-store.ts'

let rows: unknown[]
const sent: CompiledQuery[] = []
const database = new Kysely<PostgresTables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: own => new PostgresIntrospector(own),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () =>
      Object.assign(new DummyDriver(), {
        acquireConnection: async () => ({
          async executeQuery(query: CompiledQuery) {
            sent.push(query)
            return { rows }
          },
        }),
      }),
  },
})
beforeEach(() => {
  rows = []
  sent.length = 0
})
let trouble: string | undefined
const monitor = { unavailableReason: () => trouble } as PostgresMonitor
const usage = postgresUsage(database, database, monitor)

const row = (keyId: string, changes: Partial<UsageRow> = {}): UsageRow => ({
  day: '2025-01-01',
  keyId,
  operation: 'o',
  outcome: 'ok',
  cache: 'hit',
  calls: 1,
  counted: 1,
  ...changes,
})
const rowsOf = (count: number) => Array.from({ length: count }, (_, place) => row(`k${place}`))
const PARAMETERS_PER_ROW = 8
const sizes = () => sent.map(({ parameters }) => parameters.length / PARAMETERS_PER_ROW)
const keyIds = () =>
  sent.flatMap(({ parameters }) => parameters.filter((_, place) => place % PARAMETERS_PER_ROW === 1))

describe('adding', () => {
  it.each([
    [0, []],
    [1, [1]],
    [BATCH_ROWS, [BATCH_ROWS]],
    [2 * BATCH_ROWS, [BATCH_ROWS, BATCH_ROWS]],
    [BATCH_ROWS + 1, [BATCH_ROWS, 1]],
  ])('%i rows takes statements of %j rows', async (count, expected) => {
    await usage.add(rowsOf(count))
    expect(sizes()).toEqual(expected)
    expect(new Set(keyIds()).size).toBe(count)
  })
})

it('replicas add rows in one order, whatever order they are counted in', async () => {
  const some = [
    row('b'),
    row('a', { cache: 'miss' }),
    row('a', { day: '2025-01-02' }),
    row('a', { outcome: 'failed' }),
    row('a', { operation: 'n' }),
    row('a'),
  ]
  await usage.add(some)
  await usage.add(some.toReversed())
  const [first, second] = sent.map(({ parameters }) => parameters)
  expect(first).toEqual(second)
  expect(some[0]?.keyId).toBe('b')
})

it('counts are numbers, and none without rows', async () => {
  rows = [{ total: '12' }]
  expect(await usage.countedIn('a', '2025-01')).toBe(12)
  rows = [{ total: null }]
  expect(await usage.countedIn('a', '2025-01')).toBe(0)
})

it.each([
  [{}, /^[^w]*from "usage" group by/, []],
  [{ keyId: 'a' }, /where "key_id" = \$1 group/, ['a']],
  [{ from: '2025-01-01' }, /where "day" >= \$1 group/, ['2025-01-01']],
  [{ to: '2025-01-02' }, /where "day" <= \$1 group/, ['2025-01-02']],
])('reads %j', async (filter, sql, parameters) => {
  rows = [{ ...row(''), key_id: 'a', calls: '3', counted: '2', keyId: undefined }]
  expect(await usage.read(filter)).toEqual([row('a', { calls: 3, counted: 2 })])
  expect(sent[0]?.sql).toMatch(sql)
  expect(sent[0]?.sql).toMatch(
    /order by "day", "key_id" collate "C", "operation" collate "C", "outcome" collate "C", "cache" collate "C"$/,
  )
  expect(sent[0]?.parameters).toEqual(parameters)
})

it('nothing is sent while the server is unreachable', async () => {
  trouble = 'PostgreSQL: gone'
  await expect(usage.add([row('a')])).rejects.toThrow('gone')
  await expect(usage.countedIn('a', '2025-01')).rejects.toThrow('gone')
  await expect(usage.read({})).rejects.toThrow('gone')
  expect(sent).toEqual([])
  trouble = undefined
})
