// What `wares start` says when the server is ready: where it listens, which shops it asks, and a first call that works.
import type { Config } from '../config.ts'
import { createReach } from '../engine/reach.ts'
import { curlLine } from '../http/curl-line.ts'
import type { RunningServer } from '../main.ts'
import type { SandboxKey } from './sandbox-key.ts'

type Server = Pick<RunningServer, 'address' | 'finderAddress' | 'sandboxOrigin' | 'registry' | 'workers'>

export function greeting(
  server: Server,
  config: Pick<Config, 'sites' | 'reader'>,
  key: SandboxKey | undefined,
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
    ...(key ? [`  Key        ${key.key}   (${keyNote(key)})`] : []),
    ...shadowedHosts(config).map(note => `\n${note}`),
    ``,
    ...firstSteps(server, config, key),
  ].join('\n')
}

function keyNote({ isLimited }: SandboxKey): string {
  return isLimited ? 'for the sites in the sandbox; it does not open real shops' : 'for the sandbox'
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
  key: SandboxKey | undefined,
): string[] {
  const example = registry.entries.find(
    ({ operation, site }) => !operation.open && sites[site.name]?.sandboxed === true,
  )
  const isLimited = key?.isLimited ?? true
  return [
    ...(key && example ? ['Try it:', `  ${curlLine(example, address, key.key)}`] : []),
    ...(isLimited
      ? [...(key ? [''] : []), 'Make a key for the real shops:', '  npx wares keys create --name me']
      : []),
  ]
}
