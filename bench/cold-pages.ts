// The pages of the cold benchmarks: listings of 600 KB, gzipped.
import { gzipSync } from 'node:zlib'
import { createFiller } from '../sandbox/filler.ts'
import { pageShell, scriptJson } from '../sandbox/page-shell.ts'
import { seededRandom } from '../sandbox/seeded-random.ts'

/**
 * Composed like recorded pages of this size: about 2,000 elements, most bytes in scripts and state, 65 to 130 KB
 * gzipped.
 */
const HEAD_BYTES = 140 * 1024
const STATE_BYTES = 340 * 1024
const FOOT_BYTES = 110 * 1024
/** Several different pages, so that nothing is fast only because it has seen the same bytes before. */
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

/** The state that a page embeds for its scripts: other listings, rows with the same keys and different values. */
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

export function makePages(): Buffer[] {
  return Array.from({ length: PAGES }, (_, number) => gzipSync(listing(number)))
}
