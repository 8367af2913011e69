// Detects a configuration whose replicas would not share their watches.
import type { Config } from '../../settings/config.ts'

/** Redis implies several replicas, but watches are shared only through the database. */
export function whyWatchesSeparate({
  redisUrl,
  databaseUrl,
}: Pick<Config, 'redisUrl' | 'databaseUrl'>): string | undefined {
  if (redisUrl === undefined || databaseUrl !== undefined) return undefined
  return 'Redis is set without PostgreSQL: each data folder has its own watches, so replicas on other machines do not share them'
}
