// The watches of one owner or one shop in the database: how many there are, and pausing all of them.
import type { Kysely } from 'kysely'
import type { WatchTables } from '../model/watch-tables.ts'
import { OPERATOR } from '../model/watch.ts'

export interface WatchesOfOwners {
  /** Whether the owner has this many watches. */
  hasAtLeast(owner: string, count: number): Promise<boolean>
  /** Pauses all watches of an owner. */
  pauseOwner(owner: string, pausedBy: string): Promise<void>
  /** Owners with watches that are not paused, other than the operator. */
  activeOwners(): Promise<string[]>
}

export function watchesOfOwners(query: Kysely<WatchTables>): WatchesOfOwners {
  return {
    async hasAtLeast(owner, count) {
      const last = await query
        .selectFrom('watches')
        .select('id')
        .where('owner', '=', owner)
        .orderBy('id')
        .offset(count - 1)
        .limit(1)
        .executeTakeFirst()
      return last !== undefined
    },
    async pauseOwner(owner, pausedBy) {
      await query
        .updateTable('watches')
        .set(row => ({ paused: 1, paused_by: pausedBy, revision: row('revision', '+', 1) }))
        .where('owner', '=', owner)
        .where('paused', '=', 0)
        .execute()
    },
    activeOwners: () => readActiveOwners(query),
  }
}

/** One index look-up per owner, regardless of the number of watches. */
async function readActiveOwners(query: Kysely<WatchTables>): Promise<string[]> {
  const owners: string[] = []
  for (let after = OPERATOR; ; ) {
    const next = await query
      .selectFrom('watches')
      .select('owner')
      .where('owner', '>', after)
      .where('paused', '=', 0)
      .orderBy('owner')
      .limit(1)
      .executeTakeFirst()
    if (!next) return owners
    owners.push(next.owner)
    after = next.owner
  }
}

/** Why the watches of a shop are paused: it is no longer in the settings, or paused there. */
export const SHOP_OFF = ['shop_removed', 'shop_paused'] as const
export type ShopOff = (typeof SHOP_OFF)[number]

interface SiteCount {
  readonly site: string
  readonly isPaused: boolean
  readonly pausedBy: string | null
  readonly watches: number
}

export interface WatchesOfShops {
  countBySite(): Promise<SiteCount[]>
  /** Pauses the running watches of a shop, or with null resumes those that wait for it. */
  turnSite(site: string, off: ShopOff | null): Promise<void>
}

export function watchesOfShops(query: Kysely<WatchTables>): WatchesOfShops {
  return {
    async countBySite() {
      const rows = await query
        .selectFrom('watches')
        .select(['site', 'paused', 'paused_by', ({ fn }) => fn.countAll().as('watches')])
        .groupBy(['site', 'paused', 'paused_by'])
        .execute()
      return rows.map(({ site, paused, paused_by: pausedBy, watches }) => ({
        site,
        isPaused: paused === 1,
        pausedBy,
        watches: Number(watches),
      }))
    },
    async turnSite(site, off) {
      await query
        .updateTable('watches')
        .set(row => ({ paused: off === null ? 0 : 1, paused_by: off, revision: row('revision', '+', 1) }))
        .where('site', '=', site)
        .where(row => row.or([row('paused', '=', 0), row('paused_by', 'in', SHOP_OFF)]))
        .execute()
    },
  }
}
