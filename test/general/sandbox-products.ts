// Products of the running sandbox in the general shape, each with the documents that it was read from.
import { sites } from '../../adapters/sites/index.ts'
import { readConfig } from '../../src/settings/config.ts'
import { DEFAULT_FRESHNESS } from '../../src/answer/cache/answer-cache.ts'
import { createEngine } from '../../src/answer/index.ts'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { createEvents } from '../../src/runtime/events.ts'
import { Fault } from '#kit/fault'
import type { GeneralProduct } from '#kit/product/general-product'
import { toRawParams } from '#kit/params/param-specs'
import type { Layer } from '../../src/fetch/layer.ts'
import { createUpstream } from '../../src/fetch/index.ts'
import { sharedSandbox } from '../shared-sandbox.ts'

export interface SandboxProduct {
  readonly url: string
  readonly product: GeneralProduct
  readonly documents: readonly string[]
}

/** Front pages of a shop's markets, and the form of the links to its products. */
interface Front {
  readonly paths?: readonly string[]
  readonly link: RegExp
}

const FRONTS: Readonly<Record<string, Front>> = {
  departmentstore: { link: /\/shop\/product\// },
  electronicsretail: { link: /\/sku\/\d+(?:\/openbox)?(?:\?[^#]*)?$/ },
  fashionretail: { link: /\.html$|\/prd\/\d+/ },
  fastfashion1: { paths: ['/', '/us/en/', '/fr/fr/', '/jp/ja/'], link: /-p\d+\.html/ },
  fastfashion2: { paths: ['/', '/fr/fr/'], link: /\/product\// },
  fastfashion3: { paths: ['/', '/en_us/', '/fr_fr/'], link: /\/productpage\./ },
  luxuryhouse: { link: /\/products\// },
  luxurymarket: { link: /-item-\d+\.aspx/ },
  sneakerexchange: { link: /-\d{3}$/ },
  sneakerhub: { link: /\/(?:sneakers|apparel)\/[\w-]+$/ },
  sneakerstore: { link: /-\d{3}$/ },
  sportswear: { paths: ['/', '/gb/', '/fr/'], link: /\/t\/[\w-]+\// },
  storefront: { paths: ['/', '/street/', '/atelier/'], link: /\/products\/[\w-]+$/ },
  watchmarket: { link: /--id\d+\.htm$/ },
}

/** `count`: how many products of each front page, spread over its links. One that the shop says is gone is left out. */
export async function readSandboxProducts(site: string, count: number): Promise<SandboxProduct[]> {
  const urls = await productUrls(site, count)
  const read = await Promise.all(
    urls.map(url =>
      readProduct(url).catch((error: unknown) => {
        if (error instanceof Fault && error.code === 'not_found') return undefined
        throw error
      }),
    ),
  )
  return read.filter(one => one !== undefined)
}

export async function productUrls(site: string, count: number): Promise<string[]> {
  const front = FRONTS[site]
  if (!front) throw new Error(`FRONTS has no entry for ${site}`)
  const { paths = ['/'], link } = front
  const { origin } = sharedSandbox()
  const found = paths.map(async path => {
    const page = await fetch(`${origin}/${site}${path}`)
    const html = await page.text()
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) =>
      new URL(href.replaceAll('&amp;', '&'), page.url).href.replace(/\/$/, ''),
    )
    const products = [...new Set(links)].filter(href => link.test(href))
    if (products.length < count) throw new Error(`${page.url} has ${products.length} links to products`)
    const step = products.length / count
    return Array.from({ length: count }, (_, n) => products[Math.floor(n * step)] ?? '')
  })
  return (await Promise.all(found)).flat()
}

async function readProduct(url: string): Promise<SandboxProduct> {
  const config = readConfig(sites, {
    WARES_CONFIG: undefined,
    WARES_SANDBOX_PORT: String(sharedSandbox().port),
    WARES_DEADLINE_MS: '50000',
  })
  const documents: string[] = []
  const recordingLayer: Layer = next => async request => {
    const response = await next(request)
    if (response.status === 200 && request.purpose !== 'robots')
      documents.push(Buffer.from(response.body).toString())
    return response
  }
  const events = createEvents()
  const upstream = createUpstream({ config, events, recordingLayer })
  try {
    const engine = createEngine({ config, send: upstream.send, events })
    const entry = createRegistry(sites, config).byId.get('general.product')
    if (!entry) throw new Error('there is no operation general.product')
    const { answer } = await engine.run(engine.prepare(entry, toRawParams({ url })), {
      freshness: DEFAULT_FRESHNESS,
      caller: 'test',
      signal: new AbortController().signal,
      onTiming: () => {},
    })
    return { url, product: JSON.parse(answer.body.toString()) as GeneralProduct, documents }
  } finally {
    await upstream.close()
  }
}
