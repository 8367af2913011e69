// Whether replicas of this configuration would have watches of their own in place of sharing them.
import type { Config } from '../config.ts'

/** Redis means several replicas; watches are shared through the database alone. */
export function whyWatchesSeparate({
  redisUrl,
  databaseUrl,
}: Pick<Config, 'redisUrl' | 'databaseUrl'>): string | undefined {
  if (redisUrl === undefined || databaseUrl !== undefined) return undefined
  return 'Redis is set without PostgreSQL: each data folder has its own watches, so replicas on other machines do not share them'
}
