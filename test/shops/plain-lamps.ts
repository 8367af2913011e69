// A small shop without any markup that prints its prices in odd places: for teaching. Regular prices stand in a table, reduced
// ones in another element, and what looks like the price is that of the delivery.
import { startHttpServer } from '../support/servers.ts'

interface Lamp {
  readonly name: string
  readonly maker: string
  readonly no: string
  readonly eur: string
  readonly was?: string
}

export const LAMPS: Readonly<Record<string, Lamp>> = {
  'oak-lamp': { name: 'Oak lamp', maker: 'Hearthwood', no: 'HW-2041', eur: '166.00' },
  'ash-lamp': { name: 'Ash lamp', maker: 'Hearthwood', no: 'HW-2044', eur: '89.00' },
  'elm-lamp': { name: 'Elm lamp', maker: 'Lumenfold', no: 'LF-0310', eur: '120.00', was: '150.00' },
}

export interface LampShop {
  readonly origin: string
  url(lamp: string): string
  /** Requests so far, without robots.txt. */
  readonly asked: string[]
  /** What the page of a lamp shows from now on. */
  change(lamp: string, values: Partial<Lamp> | ((html: string) => string)): void
  close(): Promise<void>
}

// Some platforms call every page an article.
const ARTICLE =
  '<meta property="og:type" content="article"><meta property="article:published_time" content="2025-03-01T10:00:00Z">' +
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"BlogPosting","headline":"From our workshop"}</script>'

function pageOf({ name, maker, no, eur, was }: Lamp, others: readonly string[], isArticle: boolean): string {
  const price =
    was === undefined
      ? `<tr><td>Our offer</td><td class="fill" data-eur="${eur}">${eur.split('.')[0]}<sup>${eur.split('.')[1]}</sup></td></tr>`
      : `<tr><td>Our offer</td><td class="deal" data-eur="${eur}"><s>${was}</s> now ${eur}</td></tr>`
  return `<!doctype html><html lang="en"><head><title>${name} | Plain lamps</title>${isArticle ? ARTICLE : ''}</head><body>
<div class="css-1x2ab9"><h1>${name}</h1><p class="note_x7Fq2">Delivery EUR 24.90, free from EUR 250.00</p>
<table class="facts"><tr><td>Order no.</td><td>${no}</td></tr><tr><td>Made by</td><td>${maker}</td></tr>${price}</table>
<button type="submit" class="order">Add to basket</button></div>
<ul class="related">${others.map(one => `<li><a href="/lamps/${one}">${LAMPS[one]?.name}</a></li>`).join('')}</ul>
<p>${'A lamp for people who read in the evening. '.repeat(8)}</p></body></html>`
}

/** `isArticle`: what the pages state says that they show no product. */
export async function openLampShop({ isArticle = false } = {}): Promise<LampShop> {
  const lamps = new Map(Object.entries(LAMPS))
  const edits = new Map<string, (html: string) => string>()
  const asked: string[] = []
  const server = await startHttpServer(({ url = '' }, response) => {
    if (url === '/robots.txt') {
      response.end('User-agent: *\nAllow: /\n')
      return
    }
    asked.push(url)
    const id = /^\/lamps\/([\w-]+)$/.exec(url)?.[1] ?? ''
    const lamp = lamps.get(id)
    const others = [...lamps.keys()].filter(one => one !== id)
    const html = lamp && (edits.get(id) ?? (one => one))(pageOf(lamp, others, isArticle))
    response.writeHead(html ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(html ?? 'not found')
  })
  const origin = server.origin
  return {
    origin,
    asked,
    url: lamp => `${origin}/lamps/${lamp}`,
    change(lamp, values) {
      const known = lamps.get(lamp)
      if (typeof values === 'function') edits.set(lamp, values)
      else if (known) lamps.set(lamp, { ...known, ...values })
    },
    close: server.close,
  }
}
