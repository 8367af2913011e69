// The check of `wares doctor` for drift: a line for every real shop with statistics.
import type { Config } from '../../config.ts'
import { readerShopName } from '../../config/reader-config.ts'
import { createDriftStore } from '../../drift/drift-store.ts'
import { shopOfDriftKey } from '../../engine/shop/listed-shop.ts'
import { openStore } from '../../state/open-store.ts'
import { hasTables } from './check-watches.ts'
import type { Finding } from './finding.ts'

export async function checkDrift(config: Config): Promise<Finding[]> {
  const shops = realShops(config)
  try {
    if (shops.length === 0 || !(await hasTables(config))) return []
    const store = await openStore(config)
    try {
      const states = await createDriftStore(store.database).states()
      return shops.flatMap(shop => findingOf(shop, states) ?? [])
    } finally {
      await store.close()
    }
  } catch (error) {
    // The database has its own check.
    return [{ check: 'drift', state: 'unused', found: `cannot be read: ${(error as Error).message}` }]
  }
}

function realShops({ sites, reader }: Config): string[] {
  const own = Object.entries(sites).filter(([, site]) => site.enabled && !site.sandboxed)
  return [...own.map(([name]) => name), ...reader.hosts.map(({ host }) => readerShopName(host))]
}

type States = Awaited<ReturnType<ReturnType<typeof createDriftStore>['states']>>

function findingOf(shop: string, states: States): Finding | undefined {
  const own = [...states].filter(([key]) => shopOfDriftKey(key) === shop).map(([, counts]) => counts)
  const answers = own.reduce((sum, counts) => sum + counts.answers, 0)
  if (answers === 0) return undefined
  const missing = own.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([pointer, { since }]) =>
      since === null ? [] : [`${pointer.slice(1) || 'the page'} since ${new Date(since).toISOString()}`],
    ),
  )
  if (missing.length === 0)
    return {
      check: 'drift',
      state: 'good',
      found: `${shop}: no field went missing in ${answers === 1 ? 'one answer' : `${answers} answers`}`,
    }
  const next = `\`wares shops ${shop}\` shows the days; \`wares replay --list\` has pages that lack it.`
  return { check: 'drift', state: 'warning', found: `${shop}: missing ${missing.join(', ')}`, next }
}
