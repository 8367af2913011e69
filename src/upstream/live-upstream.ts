// The upstream of a server whose settings may be replaced: one per site, made anew when the settings of that site change,
// so that a reload costs no other site its connections, limits and circuit.
import type { Config } from '../config.ts'
import type { ReaderConfig } from '../config/reader-config.ts'
import { closingWhenIdle } from './closing-upstream.ts'
import { createUpstream, type Upstream, type UpstreamOptions } from './index.ts'
import { READER_SITE } from './reader-upstreams.ts'
import { createBrowserPool } from './render.ts'

interface LiveUpstreamOptions extends UpstreamOptions {
  /** Its `sites` and `reader` are read at every request. */
  readonly config: UpstreamOptions['config'] & Pick<Config, 'sites' | 'reader' | 'chromium'>
  /** Adds the hosts that are being tried, see tried-hosts.ts. */
  readonly withTried?: ((reader: ReaderConfig) => ReaderConfig) | undefined
}

export function createLiveUpstream(options: LiveUpstreamOptions): Upstream {
  const { config } = options
  const browsers = options.browsers ?? createBrowserPool(config)
  const { userAgent, maxPageBytes, chromium } = config
  const common = { userAgent, maxPageBytes, chromium }
  const hosts = createUpstream({
    ...options,
    browsers,
    config: {
      ...common,
      sites: {},
      get reader() {
        return options.withTried?.(config.reader) ?? config.reader
      },
    },
  })
  const bySite = new Map<
    string,
    { upstream: ReturnType<typeof closingWhenIdle<Upstream>>; settings: string }
  >()

  function upstreamOf(site: string): Upstream {
    const own = config.sites[site]
    const settings = JSON.stringify(own)
    const known = bySite.get(site)
    if (known?.settings === settings) return known.upstream
    const sites = own ? { [site]: own } : {}
    const upstream = closingWhenIdle(createUpstream({ ...options, browsers, config: { ...common, sites } }))
    known?.upstream.closeWhenIdle()
    bySite.set(site, { upstream, settings })
    return upstream
  }

  return {
    send: request => (request.site === READER_SITE ? hosts : upstreamOf(request.site)).send(request),
    status: () =>
      Object.assign({}, ...Array.from(bySite.values(), ({ upstream }) => upstream.status())) as ReturnType<
        Upstream['status']
      >,
    async close() {
      const all = Array.from(bySite.values(), ({ upstream }) => upstream.close())
      await Promise.all([hosts.close(), ...all])
      if (!options.browsers) await browsers.close()
    },
  }
}
