// The same listings read with Crawlee's CheerioCrawler: `node crawlee.js <origin> <warm-up pages> <pages> <concurrency>`.
import { CheerioCrawler, Configuration, log } from '@crawlee/cheerio'

const [origin, warm, pages, concurrency] = process.argv
  .slice(2)
  .map((word, place) => (place === 0 ? word : Number(word)))

log.setLevel(log.LEVELS.OFF)
const config = new Configuration({ persistStorage: false, purgeOnStart: false })
let items = 0

const crawler = new CheerioCrawler(
  {
    minConcurrency: concurrency,
    maxConcurrency: concurrency,
    useSessionPool: false,
    maxRequestRetries: 0,
    requestHandler: ({ $ }) => {
      const product = JSON.parse($('script[type="application/ld+json"]').first().text())
      const rows = Object.fromEntries(
        $('td:has(> strong)')
          .map((_, cell) => [[$(cell).text(), $(cell).next().text()]])
          .get(),
      )
      const item = {
        name: product.name,
        sku: product.sku,
        price: product.offers.price,
        images: product.image,
        notes: $('.js-notes').text(),
        seller: $('button.js-link-merchant-name').text(),
        rows,
      }
      if (item.seller && Object.keys(rows).length > 5) items++
    },
  },
  config,
)

const crawl = (from, count) =>
  crawler.run(Array.from({ length: count }, (_, place) => `${origin}/crawlee/diver--id${from + place}.htm`))

await crawl(0, warm)
const before = process.cpuUsage()
const startedAt = performance.now()
items = 0
await crawl(warm, pages)
const used = process.cpuUsage(before)
console.log(
  JSON.stringify({ items, cpuMs: (used.user + used.system) / 1000, wallMs: performance.now() - startedAt }),
)
process.exit()
