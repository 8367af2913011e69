// Hosts that are tried before they are configured. They keep their upstream from one try to the next, so that a try cannot go
// around the rate, the circuit breaker or the Retry-After of a shop.
import type { ReaderConfig, ReaderHost } from '../config/reader-config.ts'
import { findReaderShop } from './reader-hosts.ts'

export interface TriedHosts {
  /** Requests to these hosts are sent from now on. */
  add(hosts: readonly ReaderHost[]): void
  /** As it was tried last. */
  find(host: string): ReaderHost | undefined
  /** The configured hosts, and those that are tried. */
  readonly withTried: (reader: ReaderConfig) => ReaderConfig
}

/** The hosts that were tried longest ago are forgotten. */
const HOSTS_MAX = 100

export function createTriedHosts(hostsMax = HOSTS_MAX): TriedHosts {
  const tried = new Map<string, ReaderHost>()
  let merged: { readonly of: ReaderConfig; readonly reader: ReaderConfig } | undefined
  return {
    add(hosts) {
      for (const one of hosts) {
        tried.delete(one.host)
        tried.set(one.host, one)
      }
      for (const host of [...tried.keys()].slice(0, Math.max(0, tried.size - hostsMax))) tried.delete(host)
      merged = undefined
    },
    find: host => tried.get(host),
    withTried(reader) {
      if (tried.size === 0) return reader
      if (merged?.of !== reader) merged = { of: reader, reader: merge(reader, tried) }
      return merged.reader
    },
  }
}

/** A host that has been configured since has the settings of the operator. */
function merge(reader: ReaderConfig, tried: ReadonlyMap<string, ReaderHost>): ReaderConfig {
  const own = [...tried.values()].filter(
    ({ host }) => !findReaderShop(reader, host.includes('://') ? host : `https://${host}/`),
  )
  return { ...reader, hosts: [...reader.hosts, ...own] }
}
