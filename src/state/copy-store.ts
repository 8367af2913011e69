// Brings an embedded database over into PostgreSQL; may be repeated, and then adds only what is new.
import type { PostgresStore } from './postgres.ts'
import type { EmbeddedStore } from './sqlite.ts'

export async function copyStore(
  from: EmbeddedStore,
  to: PostgresStore,
): Promise<{ keys: number; usageRows: number }> {
  const keys = await from.keys.list()
  const rows = await from.usage.read({})
  await to.copyKeys(keys)
  await to.copyUsage(from.id, rows)
  return { keys: keys.length, usageRows: rows.length }
}
