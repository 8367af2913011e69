// What a page says of itself for machines: nothing mostly; else the same as its text, something else, or broken JSON.
import type { PageOptions } from './dress.ts'

const script = (json: string): string => `<script type="application/ld+json">${json}</script>`

/** Faults as shops print them; the visible text stays the truth. */
const DAMAGES: readonly ((json: string, price: string) => string)[] = [
  (json, price) =>
    json.replace(`"${price}"`, Number(price).toLocaleString('en', { minimumFractionDigits: 2 })),
  (json, price) => json.replace(`"${price}"`, price.replace('.', ',')),
  json => json.replace('"sku":"', '"gtin13":,"sku":"'),
  json => json.replace(/\}\}$/, '},}'),
  json => json.slice(0, -1),
  json => json.replace('"name":"', '"name":"<b>'),
]

const AVAILABLE: Readonly<Record<string, string>> = {
  in_stock: 'InStock',
  limited: 'LimitedAvailability',
  preorder: 'PreOrder',
  backorder: 'BackOrder',
  out_of_stock: 'OutOfStock',
}
export const stateOf = ({ scene }: Pick<PageOptions, 'scene'>): string | null =>
  scene.stock?.state ?? (scene.button === 'buy' ? 'in_stock' : null)

const makeOffer = (options: PageOptions, price: string): string => {
  const { wording, name } = options
  const state = AVAILABLE[stateOf(options) ?? '']
  const availability =
    state !== undefined && wording.random.chance(0.6) ? { availability: `https://schema.org/${state}` } : {}
  const currency = wording.place.currency
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    sku: `${wording.random.whole(10000, 99999)}`,
    offers: { '@type': 'Offer', price, priceCurrency: currency, ...availability },
  })
}

export const makeData = (options: PageOptions): string => {
  const { wording, scene, name } = options
  const { random, place, style } = wording
  const meta =
    style.sign === 'none' || !/[\p{L}\p{Sc}]/u.test(style.form)
      ? random.pick([
          `<meta property="product:price:currency" content="${place.currency}">`,
          `<meta property="og:price:currency" content="${place.currency}">`,
          script(JSON.stringify({ '@type': 'Product', name, offers: { priceCurrency: place.currency } })),
        ])
      : ''
  if (scene.data === 'list') {
    const [lowPrice, highPrice] = [wording.amount('price'), wording.amount('former')]
    const offers = {
      '@type': 'AggregateOffer',
      lowPrice,
      highPrice,
      offerCount: 12,
      priceCurrency: place.currency,
    }
    return script(
      JSON.stringify({ '@context': 'https://schema.org', '@type': 'Product', name: scene.heading, offers }),
    )
  }
  if (scene.price === null) {
    const offers = { '@type': 'Offer', price: '0.00', priceCurrency: place.currency }
    const hidden = scene.button === 'ask' && random.chance(0.4) ? { offers } : {}
    const bare = JSON.stringify({ '@context': 'https://schema.org', '@type': 'Product', name, ...hidden })
    return (
      meta + (scene.page === 'product' && scene.data === 'random' && random.chance(0.15) ? script(bare) : '')
    )
  }
  const share = scene.data === 'disagree' ? 0.85 : random.next()
  if (share < 0.7 || scene.data === 'none') return meta
  const other = wording.amount(random.pick(['other_product', 'other_product', 'former', 'net']))
  const price = share > 0.8 && share < 0.9 ? other : scene.price
  if (share < 0.8 && random.chance(0.2))
    return `${meta}<meta property="product:price:amount" content="${price}"><meta property="product:price:currency" content="${place.currency}">`
  const json = makeOffer(options, price)
  return meta + script(share < 0.9 ? json : random.pick(DAMAGES)(json, price))
}
