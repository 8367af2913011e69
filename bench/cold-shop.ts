// The upstream of the cold benches, as a process of its own: listing pages of 600 KB, gzipped, each after 50 ms.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createFiller } from '../src/sandbox/filler.ts'
import { pageShell, scriptJson } from '../src/sandbox/page-shell.ts'
import { seededRandom } from '../src/sandbox/seeded-random.ts'

/** As recorded pages of this weight are made up: about 2,000 elements, most of the bytes in scripts and state, 65 to 130 KB gzipped. */
const HEAD_BYTES = 140 * 1024
const STATE_BYTES = 340 * 1024
const FOOT_BYTES = 110 * 1024
const DELAY_MS = 50
/** Different pages, so that nothing is quick only because it has seen the very same bytes before. */
const PAGES = 20

const rows = [
  'Brand',
  'Model',
  'Movement',
  'Case material',
  'Bracelet material',
  'Year of production',
  'Condition',
  'Location',
]

function listing(number: number): string {
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: `Diver ${number}`,
    sku: `REF-${number}`,
    brand: { '@type': 'Brand', name: 'Tidemark' },
    description: 'A steel diving watch with box and papers.',
    image: [1, 2, 3, 4].map(image => `https://pictures.example/${number}-${image}.jpg`),
    offers: { '@type': 'Offer', price: 1_000 + number, priceCurrency: 'EUR', availability: 'InStock' },
  }
  const table = rows.map(row => `<tr><td><strong>${row}</strong></td><td>Value ${number}</td></tr>`).join('')
  const filler = createFiller(number)
  return pageShell(
    {
      site: 'watchmarket',
      base: 'https://watchmarket.example',
      title: `Diver ${number}`,
      head: `<script type="application/ld+json">${scriptJson(product)}</script>${filler('head', HEAD_BYTES, 'head')}`,
      body: `<h1>Diver ${number}</h1><span class="wt-detail-page-price">€${1_000 + number}</span><div class="js-notes">Worn twice.</div>
<button class="js-link-merchant-name">Harbour Watches</button><span class="rating">4.8</span><table>${table}</table>`,
      scripts: `<script>window.state=${scriptJson(state(number))}</script>${filler('foot', FOOT_BYTES, 'foot')}`,
    },
    filler,
  )
}

/** What a page keeps for its scripts: other listings, rows of the same keys with different values. */
function state(number: number): unknown[] {
  const random = seededRandom(number, 'state')
  const listings: unknown[] = []
  for (let bytes = 0; bytes < STATE_BYTES; ) {
    const id = random.int(1_000_000, 9_999_999)
    const one = {
      id,
      title: `Diver ${random.int(100, 999)} automatic, box and papers`,
      url: `/tidemark/diver--id${id}.htm`,
      price: { amount: random.int(500, 30_000), currency: 'EUR', formatted: `€${random.int(500, 30_000)}` },
      image: `https://pictures.example/${random.hex(8)}.jpg`,
      available: random.int(0, 1) === 1,
      seller: { country: 'DE', rating: random.int(30, 50) / 10, trusted: true },
      labels: ['new', 'box', 'papers'],
    }
    listings.push(one)
    bytes += JSON.stringify(one).length + 1
  }
  return listings
}

const pages = Array.from({ length: PAGES }, (_, number) => gzipSync(listing(number)))

/** Tags that never close what is open: slow for a reader that looks for each of them in the whole tree. */
const hostile = gzipSync(`<!doctype html><h1>Diver</h1>${'<b></i><div '.repeat(50_000)}`)

/** A second member of the gzip file makes a page that nobody has seen, at no cost. */
function pageOf(id: number, isDistinct = false): Buffer | undefined {
  const page = pages[id % PAGES]
  return page && isDistinct ? Buffer.concat([page, gzipSync(`<!-- ${id} -->`)]) : page
}

const server = createServer((request, response) => {
  if (request.url === '/robots.txt') {
    response.writeHead(404).end()
    return
  }
  const id = Number(/--id(\d+)/.exec(request.url ?? '')?.[1])
  const page = request.url?.includes('/hostile') ? hostile : pageOf(id, request.url?.includes('/distinct'))
  setTimeout(() => {
    if (!page) response.writeHead(404).end()
    else {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'gzip',
        'content-length': page.length,
      })
      response.end(page)
    }
  }, DELAY_MS)
})
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('disconnect', () => process.exit())
