// What `wares start` says when the server is ready: where it listens, which shops it asks, and a first call that works.
import type { Config } from '../config.ts'
import { createReach } from '../engine/reach.ts'
import { curlLine } from '../http/curl-line.ts'
import type { RunningServer } from '../main.ts'

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
    `  Sites      ${describeSites(config)}`,
    `  Workers    ${workers === 0 ? 'none (pages are read on the main thread)' : `up to ${workers} (threads that read pages)`}`,
    ...(key ? [`  Key        ${key}   (${keyNote(config)})`] : []),
    ...shadowedHosts(config).map(note => `\n${note}`),
    ``,
    ...firstSteps(server, config, key),
  ].join('\n')
}

function keyNote({ sites, reader }: Pick<Config, 'sites' | 'reader'>): string {
  const hasReal = reader.hosts.length > 0 || Object.values(sites).some(one => one.enabled && !one.sandboxed)
  return hasReal ? 'for every site, real ones too' : 'for the sandbox'
}

/** `1 real (sneakerhub), 13 in the sandbox`. */
function describeSites({ sites, reader }: Pick<Config, 'sites' | 'reader'>): string {
  const all = Object.entries(sites)
  const real = all.filter(([, site]) => site.enabled && !site.sandboxed).map(([name]) => name)
  const sandboxed = all.filter(([, site]) => site.enabled && site.sandboxed).length
  const disabled = all.filter(([, site]) => !site.enabled).length
  return [
    ...(real.length > 0 ? [`${real.length} real (${real.join(', ')})`] : []),
    ...(sandboxed > 0 ? [`${sandboxed} in the sandbox`] : []),
    ...(disabled > 0 ? [`${disabled} disabled`] : []),
    ...(reader.hosts.length > 0 ? [`${reader.hosts.length} under reader.hosts`] : []),
  ].join(', ')
}

/** Entries of `reader.hosts` that have no effect: a site has that origin, and its own operation reads the pages. */
function shadowedHosts(config: Pick<Config, 'sites' | 'reader'>): string[] {
  const reach = createReach(config)
  return config.reader.hosts.flatMap(({ host }) => {
    const destination = reach.destinationOf(host.includes('://') ? host : `https://${host}/`)
    if (destination?.kind !== 'site') return []
    return [
      `Not used: ${host} under reader.hosts. It is a host of the site ${destination.site}, which reads its own pages.`,
    ]
  })
}

function firstSteps(
  { registry, address }: Server,
  { sites }: Pick<Config, 'sites'>,
  key: string | undefined,
): string[] {
  const example = registry.entries.find(
    ({ operation, site }) => !operation.open && sites[site.name]?.sandboxed === true,
  )
  if (!key) return ['Create a key:', '  npx wares keys create --name me']
  return example ? ['Try it:', `  ${curlLine(example, address, key)}`] : []
}
