// A queue of leased work in a table of SQLite or PostgreSQL. The table has the columns id, due_at and leased_until.
import { type Expression, expressionBuilder, type Kysely, sql, type SqlBool } from 'kysely'
import type { Database } from '../database.ts'
import { SITES, withSites } from './distinct-sites.ts'
import { createDueFloors, type DueFloors, type SiteDue } from './due-floors.ts'
import type { ClaimOptions, LeasedItem, WorkQueue } from './work-queue.ts'

interface LeaseColumns {
  id: string
  /** Only in tables partitioned by site. */
  site: string
  due_at: number
  leased_until: number
}

type TableName = 'watches' | 'webhooks' | 'canaries' | 'jobs'
type LeaseTables = Record<TableName, LeaseColumns>
type LeaseQuery = Kysely<LeaseTables>

export interface LeaseTable<Row, Item> {
  readonly database: Database<unknown>
  readonly table: TableName
  /** What is claimed together: `id`, each row alone, or `site`, which needs an index (site, due_at) with the condition of `isActive`. */
  readonly partition: 'site' | 'id'
  /** Which rows are work at all. Literals, because SQLite uses a partial index only if its condition is in the statement's text. */
  readonly isActive?: Expression<SqlBool>
  /** The longest time that a row may wait, in milliseconds; an expression over its columns. */
  readonly longestWaitMs: Expression<number>
  readonly itemOf: (row: Row) => Item
}

/** Replicas may disagree about the time by this much: a lease that ends later than this after its term was set by a wrong clock. */
const CLOCK_SKEW_MS = 5 * 60_000
/** Rows per statement of a repair: none runs for long, however large the table is. */
const REPAIR_ROWS = 5_000
/** Partitions per turn of a table whose rows are partitions. More are found in the next turn. */
const PARTITIONS_MAX = 1_000

export function createLeaseTable<Row, Item>(options: LeaseTable<Row, Item>): WorkQueue<Item> {
  const { database, table, partition } = options
  const query = database.query.withTables<LeaseTables>()
  const isPostgres = database.dialect === 'postgres'
  const leasedOf = (row: LeaseColumns): LeasedItem<Item> => ({
    id: row.id,
    partition: row[partition],
    dueAtMs: row.due_at,
    leasedUntilMs: row.leased_until,
    item: options.itemOf(row as Row),
  })
  const floors = createDueFloors({
    readAll: () => readDueSites(query, options),
    readFrom: sites => readDueFrom(query, options, sites),
  })
  return {
    async duePartitions(nowMs) {
      if (partition === 'id') return readDueRows(query, options, nowMs)
      const due = await (isPostgres ? floors.read() : readDueSites(query, options))
      const oldestFirst = due.toSorted((a, b) => a.dueAtMs - b.dueAtMs)
      return oldestFirst.filter(({ dueAtMs }) => dueAtMs <= nowMs).map(({ site }) => site)
    },
    async claim(claim) {
      const rows = await (isPostgres
        ? claimTogether(query, options, claim, floors)
        : claimInTurn(query, options, claim))
      return rows.toSorted((a, b) => a.due_at - b.due_at).map(leasedOf)
    },
    async renew(leased, untilMs) {
      // Later than before even if the clock was set back: the end of a lease identifies it.
      const leasedUntilMs = Math.max(untilMs, leased.leasedUntilMs + 1)
      const { numUpdatedRows } = await query
        .updateTable(table)
        .set({ leased_until: leasedUntilMs })
        .where('id', '=', leased.id)
        .where('leased_until', '=', leased.leasedUntilMs)
        .executeTakeFirst()
      return numUpdatedRows > 0n ? { ...leased, leasedUntilMs } : undefined
    },
    async release(leased, dueAtMs) {
      const { numUpdatedRows } = await query
        .updateTable(table)
        .set(row => ({
          leased_until: 0,
          due_at: row
            .case()
            .when('due_at', '=', leased.dueAtMs)
            .then(bigint(dueAtMs))
            .else(row.ref('due_at'))
            .end(),
        }))
        .where('id', '=', leased.id)
        .where('leased_until', '=', leased.leasedUntilMs)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    repair: nowMs => repair(query, options, nowMs),
  }
}

/** SQLite has one writer at a time, and no subquery for each share. */
async function claimInTurn<Row, Item>(
  query: LeaseQuery,
  options: LeaseTable<Row, Item>,
  { shares, nowMs, leaseMs }: ClaimOptions,
): Promise<LeaseColumns[]> {
  const claimAll = async (inside: LeaseQuery) => {
    const rows: LeaseColumns[] = []
    for (const { partition, limit } of shares) {
      const due = dueOf(inside, options, { nowMs, leaseMs }, sql.val(partition)).limit(limit)
      const claimed = inside.updateTable(options.table).set({ leased_until: nowMs + leaseMs })
      rows.push(...(await claimed.where('id', 'in', due).returningAll().execute()))
    }
    return rows
  }
  return shares.length > 1 ? query.transaction().execute(claimAll) : claimAll(query)
}

/** One statement for all shares. Rows that another replica is claiming are skipped. */
async function claimTogether<Row, Item>(
  query: LeaseQuery,
  options: LeaseTable<Row, Item>,
  { shares, nowMs, leaseMs }: ClaimOptions,
  floors: DueFloors,
): Promise<LeaseColumns[]> {
  const { table } = options
  const due = dueOf(query, options, { nowMs, leaseMs }, sql<string>`share.partition`)
    .where('due_at', '>=', sql<number>`share.floor`)
    .limit(sql<number>`share.most`)
    .forUpdate()
    .skipLocked()
  const shareRows = JSON.stringify(
    shares.map(({ partition, limit }) => ({ partition, most: limit, floor: floors.of(partition) })),
  )
  // An array, because PostgreSQL expects few elements of it and uses the index; of a joined query it expects so many that it reads the table.
  const { rows } =
    await sql<LeaseColumns>`UPDATE ${sql.id('wares', table)} SET leased_until = ${nowMs + leaseMs}
    WHERE id = ANY (ARRAY(
      SELECT one.id FROM json_to_recordset(${shareRows}::json) AS share (partition text, most bigint, floor bigint)
      CROSS JOIN LATERAL (${due}) AS one
    )) RETURNING *`.execute(query)
  return rows
}

function dueOf<Row, Item>(
  query: LeaseQuery,
  { table, partition, isActive = TRUE }: LeaseTable<Row, Item>,
  { nowMs, leaseMs }: Omit<ClaimOptions, 'shares'>,
  of: Expression<string>,
) {
  return query
    .selectFrom(table)
    .select('id')
    .where(isActive)
    .where(partition, '=', of)
    .where('due_at', '<=', nowMs)
    .where(isFree(nowMs, leaseMs))
    .orderBy('due_at')
}

const TRUE = sql<SqlBool>`1 = 1`

/** PostgreSQL cannot infer the type of every parameter. */
const bigint = (value: number) => sql<number>`cast(${value} as bigint)`

function isFree(nowMs: number, leaseMs: number): Expression<SqlBool> {
  const row = expressionBuilder<LeaseTables, TableName>()
  return row.or([row('leased_until', '<=', nowMs), row('leased_until', '>', nowMs + leaseMs + CLOCK_SKEW_MS)])
}

async function readDueRows<Row, Item>(
  query: LeaseQuery,
  { table, isActive = TRUE }: LeaseTable<Row, Item>,
  nowMs: number,
): Promise<string[]> {
  const rows = await query
    .selectFrom(table)
    .select('id')
    .where(isActive)
    .where('due_at', '<=', nowMs)
    .where('leased_until', '<=', nowMs)
    .orderBy('due_at')
    .limit(PARTITIONS_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

/** One index look-up per site, regardless of the number of rows: a long backlog of one site does not delay others. */
async function readDueSites<Row, Item>(
  query: LeaseQuery,
  { table, isActive = TRUE }: LeaseTable<Row, Item>,
): Promise<SiteDue[]> {
  const rows = await withSites(query, table, isActive)
    .selectFrom(SITES)
    .select(row => [
      'sites.site',
      row
        .selectFrom(table)
        .select(one => one.fn.min('due_at').as('due_at'))
        .where(isActive)
        .whereRef(`${table}.site`, '=', 'sites.site')
        .as('due_at'),
    ])
    .where('sites.site', 'is not', null)
    .execute()
  return siteDuesOf(rows)
}

async function readDueFrom<Row, Item>(
  query: LeaseQuery,
  { table, isActive = TRUE }: LeaseTable<Row, Item>,
  sites: readonly SiteDue[],
): Promise<SiteDue[]> {
  const oldest = query
    .selectFrom(table)
    .select(one => one.fn.min('due_at').as('due_at'))
    .where(isActive)
    .where('site', '=', sql<string>`known.site`)
    .where('due_at', '>=', sql<number>`known."dueAtMs"`)
  const { rows } = await sql<{ site: string; due_at: number | null }>`SELECT known.site, (${oldest}) AS due_at
    FROM json_to_recordset(${JSON.stringify(sites)}::json) AS known (site text, "dueAtMs" bigint)`.execute(
    query,
  )
  return siteDuesOf(rows)
}

function siteDuesOf(rows: readonly { readonly site: string | null; readonly due_at: number | null }[]) {
  return rows.flatMap(({ site, due_at: dueAtMs }) =>
    site !== null && dueAtMs !== null ? [{ site, dueAtMs }] : [],
  )
}

async function repair<Row, Item>(
  query: LeaseQuery,
  { table, longestWaitMs }: LeaseTable<Row, Item>,
  nowMs: number,
): Promise<number> {
  let repaired = 0
  for (let after = ''; ; ) {
    const page = query.selectFrom(table).select('id').where('id', '>', after).orderBy('id')
    const last = await page
      .offset(REPAIR_ROWS - 1)
      .limit(1)
      .executeTakeFirst()
    let rows = query
      .updateTable(table)
      .set({ due_at: nowMs })
      .where('id', '>', after)
      .where('due_at', '>', row => row(bigint(nowMs), '+', longestWaitMs))
    if (last) rows = rows.where('id', '<=', last.id)
    repaired += Number((await rows.executeTakeFirst()).numUpdatedRows)
    if (!last) return repaired
    after = last.id
  }
}
