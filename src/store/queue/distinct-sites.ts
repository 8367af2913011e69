// The distinct sites of a table, with one index look-up per site regardless of the number of rows.
import { type Expression, type Kysely, type QueryCreator, sql, type SqlBool } from 'kysely'

type SiteTables = { rows: { site: string } }

/** Raw SQL, because Kysely would prefix the name with PostgreSQL's schema. */
export const SITES = sql<{ site: string | null }>`sites`.as('sites')

/** A query that can select from SITES. The last row is null. Needs an index on site with the condition `isActive`. */
export function withSites<Tables>(
  query: Kysely<Tables>,
  table: keyof Tables & string,
  isActive: Expression<SqlBool>,
): QueryCreator<Tables> {
  const sites = query as unknown as Kysely<SiteTables>
  const nextSite = (after?: Expression<string | null>) => {
    const next = sites
      .selectFrom(table as 'rows')
      .select(row => row.fn.min<string | null>('site').as('site'))
      .where(isActive)
    return after === undefined ? next : next.where('site', '>', after as Expression<string>)
  }
  const recursive = sites.withRecursive('sites', inside =>
    nextSite().unionAll(
      inside
        .selectFrom(SITES)
        .select(row => nextSite(row.ref('sites.site')).as('site'))
        .where('sites.site', 'is not', null),
    ),
  )
  return recursive as unknown as QueryCreator<Tables>
}
