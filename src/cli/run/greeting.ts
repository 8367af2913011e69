// What `wares start` says when the server is ready: where it listens, which shops it asks, and a first call that works.
import type { Config } from '../../settings/config.ts'
import { readerShopName } from '../../settings/reader-config.ts'
import { operatorCurrencies } from '../../settings/settled-currencies.ts'
import { shopDirectoryOf } from '../../settings/shop-directory.ts'
import { curlLine } from '../../serve/http/pages/curl-line.ts'
import type { RunningServer } from '../../start/start-server.ts'

type Server = Pick<RunningServer, 'address' | 'finderAddress' | 'sandboxOrigin' | 'registry' | 'workers'>

export function greeting(
  server: Server,
  config: Pick<Config, 'sites' | 'reader'>,
  key: string | undefined,
): string {
  const { address, finderAddress, sandboxOrigin, workers } = server
  return [
    `Wares is ready.`,
    ``,
    `  API        ${address}`,
    ...(finderAddress === address ? [] : [`  Finder     ${finderAddress}`]),
    `  Explorer   ${address}/`,
    `  Reference  ${address}/docs`,
    ...(sandboxOrigin ? [`  Sandbox    ${sandboxOrigin}/   (test shops with synthetic products)`] : []),
    `  Shops      ${describeShops(config)}`,
    ...operatorCurrencies(config).map(
      one => `  Currency   ${one}   (settings.currency; used where the shop states none)`,
    ),
    `  Workers    ${workers === 0 ? 'none (pages are read on the main thread)' : `up to ${workers} (threads that read pages)`}`,
    ...(key ? [`  Key        ${key}   (${keyNote(config)})`] : []),
    ...shadowedHosts(config).map(note => `\n${note}`),
    ``,
    ...firstSteps(server, config, key),
  ].join('\n')
}

function keyNote({ sites, reader }: Pick<Config, 'sites' | 'reader'>): string {
  const hasReal = reader.hosts.length > 0 || Object.values(sites).some(one => one.enabled && !one.sandboxed)
  return hasReal ? 'for every shop, real ones too' : 'for the sandbox'
}

/** `2 real (sneakerhub, boots.example), 13 in the sandbox`. What is off is not mentioned. */
function describeShops({ sites, reader }: Pick<Config, 'sites' | 'reader'>): string {
  const enabled = Object.entries(sites).filter(([, site]) => site.enabled)
  const real = [
    ...enabled.filter(([, site]) => !site.sandboxed).map(([name]) => name),
    ...reader.hosts.map(({ host }) => readerShopName(host)),
  ]
  const sandboxed = enabled.filter(([, site]) => site.sandboxed).length
  const names = real.length > SHOWN_MAX ? [...real.slice(0, SHOWN_MAX), '…'] : real
  return [
    ...(real.length > 0 ? [`${real.length} real (${names.join(', ')})`] : []),
    ...(sandboxed > 0 ? [`${sandboxed} in the sandbox`] : []),
  ].join(', ')
}

/** More names do not fit a line; `wares shops` lists all. */
const SHOWN_MAX = 6

/** Entries of `reader.hosts` that have no effect: a site has that origin, and its own operation reads the pages. */
function shadowedHosts(config: Pick<Config, 'sites' | 'reader'>): string[] {
  const shops = shopDirectoryOf(config)
  return config.reader.hosts.flatMap(({ host }) => {
    const shop = shops.shopOf(host.includes('://') ? host : `https://${host}/`)?.shop
    if (shop === undefined || !(shop.name in config.sites)) return []
    return [
      `Not used: ${host} under reader.hosts. It is a host of the site ${shop.name}, which reads its own pages.`,
    ]
  })
}

function firstSteps(
  { registry, address }: Server,
  { sites }: Pick<Config, 'sites'>,
  key: string | undefined,
): string[] {
  if (!key) return ['Create a key:', '  npx wares keys create --name me']
  const example = registry.byId.get('general.product')
  const hasSandbox = Object.values(sites).some(site => site.sandboxed)
  return example && hasSandbox ? ['Try it:', `  ${curlLine(example, address, key)}`] : []
}
