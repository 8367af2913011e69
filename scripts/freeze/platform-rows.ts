// The cases of all platforms, asked as a caller asks: product, search and catalog of a listed shop.
import { readConfig } from '../../src/settings/config.ts'
import { sites } from '../../adapters/sites/index.ts'
import { findPlatformCases, type PlatformCase } from '../../test/platforms/find-cases.ts'
import type { Rows } from './compare-rows.ts'
import { runRecorded } from './run-recorded.ts'

const SHOP = 'shop.example'

function configOfShop() {
  const config = readConfig(sites, { WARES_CONFIG: undefined, WARES_DEADLINE_MS: '5000' })
  const { concurrency, timeoutMs, render } = config.reader
  const host = { host: SHOP, requestsPerSecond: 10_000, concurrency, timeoutMs, render }
  return { ...config, reader: { ...config.reader, hosts: [host] } }
}

function requestsOf({ expected }: PlatformCase): { operation: string; params: Record<string, unknown> }[] {
  if ('url' in expected) {
    const operation = 'general.product'
    const plain = { url: expected.url }
    return [
      { operation, params: plain },
      { operation, params: { ...plain, include: ['sources', 'absent'] } },
    ]
  }
  if ('search' in expected)
    return [{ operation: 'general.search', params: { query: expected.search, sites: [SHOP] } }]
  if ('list' in expected) return [{ operation: 'general.catalog', params: { shop: SHOP } }]
  return []
}

export async function platformRows(): Promise<Rows> {
  const config = configOfShop()
  const rows: Rows = {}
  for (const platformCase of findPlatformCases())
    for (const { operation, params } of requestsOf(platformCase))
      rows[`platform ${platformCase.name} ${operation} ${JSON.stringify(params)}`] = await runRecorded({
        operation,
        params,
        config,
        har: platformCase.har,
        readBody: platformCase.readBody,
      })
  return rows
}
