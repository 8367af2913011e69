// A shop whose list and pages a test changes from check to check. It answers over HTTP, as any shop does.
import { startHttpServer } from '../../support/servers.ts'

export type PageState = 'sold' | 'gone' | 'soft-gone' | 'wall' | 'down' | { readonly to: string }
export type ListState = 'whole' | 'cut' | 'down' | 'wall' | 'missing' | 'one file forbidden'

export interface SmallShop {
  readonly origin: string
  /** Paths in the sitemap. */
  listed: string[]
  list: ListState
  /** By path; a page that is not here is gone. */
  readonly pages: Map<string, PageState>
  /** Pictures in the sitemap, by path: with a title, as sitemaps of pictures have them. */
  readonly pictures: Map<string, { readonly image: string; readonly title: string }>
  readonly asked: string[]
  sell(...paths: string[]): void
  close(): Promise<void>
}

export async function openSmallShop(): Promise<SmallShop> {
  const server = await startHttpServer((request, response) => {
    const path = request.url ?? ''
    shop.asked.push(path)
    const { status, type = 'text/html', body, location } = replyTo(shop, path)
    response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body)
  })
  const shop: SmallShop = {
    origin: server.origin,
    listed: [],
    list: 'whole',
    pages: new Map(),
    pictures: new Map(),
    asked: [],
    sell(...paths) {
      for (const path of paths) shop.pages.set(path, 'sold')
      shop.listed.push(...paths)
    },
    close: server.close,
  }
  return shop
}

interface ShopReply {
  readonly status: number
  readonly body: string
  readonly type?: string
  readonly location?: string
}

const WALL: ShopReply = { status: 403, body: '<h1>Access denied</h1>' }
const DOWN: ShopReply = { status: 500, body: 'down' }
const GONE: ShopReply = { status: 404, body: '<h1>Not found</h1>' }

function replyTo(shop: SmallShop, path: string): ShopReply {
  if (path === '/robots.txt')
    return { status: 200, type: 'text/plain', body: `Sitemap: ${shop.origin}/sitemap.xml\n` }
  if (path.startsWith('/sitemap')) return sitemapReply(shop, path)
  const page = shop.pages.get(path)
  if (page === undefined || page === 'gone') return GONE
  if (page === 'wall') return WALL
  if (page === 'down') return DOWN
  if (page === 'soft-gone')
    return { status: 200, body: '<h1>Sorry, this product is no longer available</h1><p>Page not found</p>' }
  if (typeof page === 'object') return { status: 301, body: '', location: page.to }
  return { status: 200, body: productPage(path) }
}

function sitemapReply(shop: SmallShop, path: string): ShopReply {
  const { list, origin, listed } = shop
  if (list === 'down') return DOWN
  if (list === 'wall') return WALL
  if (list === 'missing') return GONE
  const type = 'application/xml'
  if (path === '/sitemap.xml') {
    const files = [0, 1].map(n => `<sitemap><loc>${origin}/sitemap-${n}.xml</loc></sitemap>`)
    return { status: 200, type, body: `<sitemapindex>${files.join('')}</sitemapindex>` }
  }
  if (list === 'one file forbidden' && path === '/sitemap-1.xml') return WALL
  const half = path === '/sitemap-0.xml' ? 0 : 1
  const rows = listed.filter((_, place) => place % 2 === half).map(one => urlElement(shop, one))
  const body = `<urlset>${rows.join('')}</urlset>`
  return { status: 200, type, body: list === 'cut' ? body.slice(0, body.length / 2) : body }
}

function urlElement({ origin, pictures }: SmallShop, path: string): string {
  const picture = pictures.get(path)
  const image = picture
    ? `<image:image><image:loc>${origin}${picture.image}</image:loc><image:title>${picture.title}</image:title></image:image>`
    : ''
  return `<url><loc>${origin}${path}</loc>${image}</url>`
}

function productPage(path: string): string {
  const name = `Lamp ${path.split('/').at(-1)}`
  const offers = {
    '@type': 'Offer',
    price: '5.00',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
  }
  const data = { '@context': 'https://schema.org', '@type': 'Product', name, offers }
  return `<html><script type="application/ld+json">${JSON.stringify(data)}</script><h1>${name}</h1><p>€5.00</p></html>`
}
