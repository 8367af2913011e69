// How many requests the watches of a site want, as a share of what it may get from them: learned intervals grow above 1.
import { sql } from 'kysely'
import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../store/database.ts'
import { requestsPerSecond, type ShopConfig } from './shop-limits.ts'
import type { WatchTables } from '../model/watch-tables.ts'

export type PressureOf = (site: string) => Promise<number>

/** The rest of a site's rate limit stays free for callers. */
const SHARE_FOR_WATCHES = 0.5
/** The sum is read from all watches of the site, and intervals move slowly. */
const READ_EVERY_MS = 15 * 60_000

export function createSitePressure(
  database: Database<unknown>,
  config: ShopConfig,
  clock: Pick<Clock, 'monotonicMs'>,
): PressureOf {
  const query = database.query.withTables<WatchTables>()
  const pressureBySite = new Map<string, { readonly pressure: Promise<number>; readonly readAtMs: number }>()

  async function read(site: string): Promise<number> {
    const { wanted } = await query
      .selectFrom('watches')
      // PostgreSQL sends a numeric as text.
      .select(sql<number | string | null>`sum(1.0 / every_s)`.as('wanted'))
      .where('site', '=', site)
      .where('paused', '=', sql.lit(0))
      .executeTakeFirstOrThrow()
    return Number(wanted ?? 0) / (requestsPerSecond(config, site) * SHARE_FOR_WATCHES)
  }

  return site => {
    const nowMs = clock.monotonicMs()
    const last = pressureBySite.get(site)
    if (last && nowMs - last.readAtMs < READ_EVERY_MS) return last.pressure
    // A sum over very many watches may take too long for the database. No check is lost for it.
    const pressure = read(site).catch(() => last?.pressure ?? 1)
    pressureBySite.set(site, { pressure, readAtMs: nowMs })
    return pressure
  }
}
