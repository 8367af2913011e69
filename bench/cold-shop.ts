// The upstream of the cold benches, as a process of its own: listing pages of 600 KB, gzipped, each after 50 ms.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createFiller } from '../src/sandbox/filler.ts'
import { pageShell, scriptJson } from '../src/sandbox/page-shell.ts'

const WEIGHT_BYTES = 600 * 1024
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
  return pageShell(
    {
      site: 'watchmarket',
      base: 'https://watchmarket.example',
      title: `Diver ${number}`,
      head: `<script type="application/ld+json">${scriptJson(product)}</script>`,
      body: `<h1>Diver ${number}</h1><span class="wt-detail-page-price">€${1_000 + number}</span><div class="js-notes">Worn twice.</div>
<button class="js-link-merchant-name">Harbour Watches</button><span class="rating">4.8</span><table>${table}</table>`,
      weightBytes: WEIGHT_BYTES,
    },
    createFiller(number),
  )
}

const pages = Array.from({ length: PAGES }, (_, number) => gzipSync(listing(number)))

const server = createServer((request, response) => {
  if (request.url === '/robots.txt') {
    response.writeHead(404).end()
    return
  }
  const id = Number(/--id(\d+)/.exec(request.url ?? '')?.[1])
  const page = pages[id % PAGES]
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
