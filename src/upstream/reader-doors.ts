// The door for shops that the operator lists for the general reader: one for each host, with all layers and limits of its own.
import { LRUCache } from 'lru-cache'
import type { ReaderConfig, SiteConfig } from '../config.ts'
import { createEvents, type Events } from '../events.ts'
import type { Send } from './layer.ts'
import { findReaderShop, type ReaderShop } from './reader-hosts.ts'
import { upstreamFailure } from './upstream-failure.ts'

/** In place of the name of a site. */
export const READER_SITE = 'reader'

/** A wildcard may stand for any number of hosts; those not asked for longest go. */
const HOSTS_MAX = 200

interface HostDoor {
  readonly send: Send
  close(): Promise<void>
}

/** `open` makes a door for one shop, which it knows as the site `reader`. */
export function createReaderDoors(
  reader: ReaderConfig,
  events: Events,
  open: (sites: Readonly<Record<string, SiteConfig>>, events: Events) => HostDoor,
): HostDoor {
  const doors = new LRUCache<string, HostDoor>({
    max: HOSTS_MAX,
    dispose: door => void door.close(),
  })
  const doorFor = (shop: ReaderShop): HostDoor => {
    const known = doors.get(shop.name)
    if (known) return known
    const own = createEvents()
    // All under one name: a label for each host would grow without end.
    own.on('attempt', event => events.emit('attempt', event))
    own.on('circuit', event => events.emit('circuit', event))
    const door = open({ [READER_SITE]: siteConfigOf(reader, shop) }, own)
    doors.set(shop.name, door)
    return door
  }
  return {
    send(request) {
      const shop = findReaderShop(reader, request.url.href)
      if (!shop) throw upstreamFailure('outside', 'the host is not listed for the general reader')
      return doorFor(shop).send(request)
    },
    async close() {
      const all = [...doors.values()]
      doors.clear()
      await Promise.all(all.map(door => door.close()))
    },
  }
}

/** The sandbox is our own: no politeness is owed to it. */
function siteConfigOf(reader: ReaderConfig, { origins, sandboxed }: ReaderShop): SiteConfig {
  const main = origins.main ?? ''
  return {
    enabled: true,
    origins,
    settings: {},
    sandboxed,
    ...(sandboxed ? { deadEnd: main.replace(/^http:/, 'https:') } : {}),
    requestsPerSecond: sandboxed ? 10_000 : reader.requestsPerSecond,
    concurrency: sandboxed ? 1_000 : reader.concurrency,
    timeoutMs: reader.timeoutMs,
    breaker: sandboxed ? { ...reader.breaker, failures: 1_000_000 } : reader.breaker,
    render: reader.render,
    proxy: undefined,
  }
}
