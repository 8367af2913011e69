// The traps: what users of price trackers complain about, each as a page that a made-up shop could show.
import type { Locale } from './trap-locales.ts'
import { MARKUPS, type Stated } from './trap-markups.ts'

export interface Trap {
  readonly id: string
  readonly kind: string
  readonly url: string
  readonly html: string
  /** The right price, or null where the page has none. */
  readonly price: string | null
  readonly isProduct: boolean
}

interface Setting {
  readonly locale: Locale
  /** The product's price; whole numbers in currencies without minor units. */
  readonly price: string
  /** The word of the language with an amount in place of `#`. */
  readonly say: (word: keyof Locale['words'], amount?: string) => string
  readonly money: (amount: string) => string
}

interface Drawn {
  readonly body: string
  readonly stated?: Partial<Stated>
  readonly head?: string
  /** Null: no price; undefined: the usual one. */
  readonly price?: string | null
}

type Draw = (setting: Setting) => Drawn

const share = (price: string, factor: number): string => {
  const value = Number(price) * factor
  return price.includes('.') ? value.toFixed(2) : value.toFixed(0)
}
const tag = (text: string, name = 'div', className = ''): string =>
  `<${name}${className === '' ? '' : ` class="${className}"`}>${text}</${name}>`
const own = ({ money, price, say }: Setting): string =>
  `<div class="row"><span>${say('price')}</span> <span class="price">${money(price)}</span></div>`
const button = ({ say }: Setting): string => `<button type="submit">${say('add')}</button>`
const card = ({ money }: Setting, name: string, amount: string): string =>
  `<li class="card"><a href="/p/other-${name.length}${amount.length}"><h3>${name}</h3></a><span class="amount">${money(amount)}</span></li>`
const cards = (setting: Setting, count: number): string =>
  Array.from({ length: count }, (_, place) =>
    card(
      setting,
      `${setting.say('category')} ${place + 2} B${place}`,
      share(setting.price, 0.4 + place * 0.17),
    ),
  ).join('')

/** Printed before and after the price: the order must not matter. */
const beside =
  (line: (setting: Setting) => string, className = 'offer-line'): Draw =>
  setting => ({ body: `${tag(line(setting), 'div', className)}${own(setting)}${button(setting)}` })
const behind =
  (line: (setting: Setting) => string): Draw =>
  setting => ({ body: `${own(setting)}${tag(line(setting), 'p')}${button(setting)}` })

/** Traps on pages of products. */
const PRODUCT_TRAPS: Readonly<Record<string, Draw>> = {
  'instalment first': beside(({ say, price }) => say('instalments', share(price, 0.25))),
  'instalment after': behind(({ say, price }) => say('instalments', share(price, 0.1))),
  'struck list price': setting => ({
    body: `<div class="row"><del>${setting.money(share(setting.price, 1.4))}</del> <strong class="price">${setting.money(setting.price)}</strong></div>${button(setting)}`,
  }),
  'list price in words': setting => ({
    body: `<p>${setting.say('was', share(setting.price, 1.3))}</p><p>${setting.say('now')} ${setting.money(setting.price)}</p>${button(setting)}`,
  }),
  'unit price first': beside(({ say, price }) => say('unit', share(price, 0.37)), 'small'),
  'member price first': beside(({ say, price }) => say('member', share(price, 0.9))),
  'coupon price': behind(({ say, price }) => say('coupon', share(price, 0.85))),
  'subscription price first': beside(({ say, price }) => say('subscribe', share(price, 0.8))),
  'trade-in price first': beside(({ say, price }) => say('tradeIn', share(price, 0.6))),
  'price without tax first': setting => ({
    body: `<div>${setting.say('withoutTax', share(setting.price, 0.8))}</div><div class="price">${setting.say('withTax', setting.price)}</div>${button(setting)}`,
  }),
  'saving beside': behind(({ say, price }) => say('save', share(price, 0.3))),
  'used price': behind(({ say, price }) => say('used', share(price, 0.5))),
  'shipping cost first': beside(({ say, price }) => say('shipping', share(price, 0.05))),
  'free shipping threshold first': beside(({ say, price }) => say('freeFrom', share(price, 0.5))),
  'warranty as an option': behind(
    ({ say, price }) => `<label><input type="checkbox"> ${say('warranty', share(price, 0.2))}</label>`,
  ),
  'recommended products': setting => ({
    body: `${own(setting)}${button(setting)}<h2>${setting.say('related')}</h2><ul>${cards(setting, 8)}</ul>`,
  }),
  'recommended products in the data': setting => ({
    head: `<script type="application/ld+json">${JSON.stringify({ '@type': 'ItemList', itemListElement: [1, 2, 3, 4].map(place => ({ '@type': 'ListItem', position: place, item: { '@type': 'Product', name: `${setting.say('category')} ${place}`, offers: { '@type': 'Offer', price: share(setting.price, 0.3 * place), priceCurrency: setting.locale.currency } } })) })}</script>`,
    body: `${own(setting)}${button(setting)}<h2>${setting.say('related')}</h2><ul>${cards(setting, 4)}</ul>`,
  }),
  'raised cents': setting => {
    const [whole = '', cents] = setting.price.split('.')
    if (cents === undefined) return { body: `${own(setting)}${button(setting)}` }
    const printed = setting.money(setting.price)
    const at = printed.lastIndexOf(cents)
    const before = printed.slice(0, at - 1)
    return {
      body: `<div class="price"><span>${before}</span><sup>${printed.slice(at - 1, at)}${cents}</sup>${printed.slice(at + cents.length)}</div>${button(setting)}<i hidden>${whole}</i>`,
    }
  },
  'article number with letters of a currency': setting => ({
    body: `<p>${setting.say('sku')}: AB90210${setting.locale.currency}</p>${own(setting)}${button(setting)}`,
  }),
  'sizes with their prices': setting => ({
    stated: {
      price: undefined,
      offer: {
        '@type': 'AggregateOffer',
        lowPrice: setting.price,
        highPrice: share(setting.price, 1.5),
        priceCurrency: setting.locale.currency,
        offerCount: 3,
      },
    },
    body: `<p class="price">${setting.money(setting.price)} – ${setting.money(share(setting.price, 1.5))}</p><fieldset><legend>${setting.say('size')}</legend>${[1, 1.2, 1.5].map((factor, place) => `<label class="size-option"><input type="radio" name="size">${'SML'[place]} ${setting.money(share(setting.price, factor))}</label>`).join('')}</fieldset>${button(setting)}`,
  }),
  'amount in cents in the state': setting => ({
    body: `<script>window.__STATE__ = ${JSON.stringify({ product: { id: 4711, name: setting.say('product'), price: Number(setting.price.replace('.', '')), currency: setting.locale.currency, image: '/a.jpg', available: true } })}</script>${own(setting)}${button(setting)}`,
  }),
  'price after the button': setting => ({ body: `${button(setting)}<p>…</p>${own(setting)}` }),
  'sold out, no price': setting => ({
    price: null,
    stated: { price: undefined, availability: 'OutOfStock' },
    body: `<p>${setting.say('sku')}: LMP-4711</p><p class="stock">${setting.say('soldOut')}</p><h2>${setting.say('related')}</h2><ul>${cards(setting, 6)}</ul>`,
  }),
  'price on request': setting => ({
    price: null,
    stated: { price: undefined },
    body: `<p>${setting.say('sku')}: LMP-4711</p><p>${setting.say('onRequest')}</p><p>${setting.say('shipping', share(setting.price, 0.05))}</p><h2>${setting.say('related')}</h2><ul>${cards(setting, 5)}</ul>`,
  }),
}

interface OtherPage extends Drawn {
  readonly title: string
  readonly path: string
}

/** Pages that show prices and are about no product. */
const OTHER_TRAPS: Readonly<Record<string, (setting: Setting) => OtherPage>> = {
  'soft 404 with recommendations': setting => ({
    title: setting.say('notFound'),
    path: '/p/gone-1',
    body: `<h1>${setting.say('notFound')}</h1><h2>${setting.say('related')}</h2><ul>${cards(setting, 6)}</ul>`,
  }),
  'age wall': setting => ({
    title: setting.locale.host,
    path: '/p/wine-1',
    body: `<h1>${setting.say('age')}</h1><form><button>OK</button></form>`,
  }),
  'category with one product in its data': setting => ({
    title: setting.say('category'),
    path: '/c/lamps',
    head: `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: setting.say('category'), offers: { '@type': 'AggregateOffer', lowPrice: share(setting.price, 0.2), highPrice: share(setting.price, 3), offerCount: 48, priceCurrency: setting.locale.currency } })}</script><meta property="og:type" content="product">`,
    body: `<h1>${setting.say('category')}</h1><div>${setting.say('sort')}</div><ul class="grid">${cards(setting, 24)}</ul><a href="?page=2">2</a>`,
  }),
  'article with an advert': setting => ({
    title: `${setting.say('category')} 2026: 7 × ${setting.say('product')}`,
    path: '/blog/2026/05/lamps',
    head: '<meta property="og:type" content="article"><meta property="article:published_time" content="2026-05-01">',
    body: `<article><h1>${setting.say('category')} 2026: 7 × ${setting.say('product')}</h1>${tag('Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor. '.repeat(12), 'p')}<div class="teaser"><a href="/p/1">${setting.say('product')}</a> <span class="price">${setting.money(setting.price)}</span></div>${tag('Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris. '.repeat(12), 'p')}</article>`,
  }),
}

function frame({ locale, say, money }: Setting, title: string, head: string, body: string): string {
  return `<!doctype html><html lang="${locale.lang}"><head><meta charset="utf-8"><title>${title} | ${locale.host}</title>${head}</head><body><header><a href="/">${locale.host}</a><nav><a href="/c/a">${say('category')}</a></nav><span>${say('freeFrom', '49.00')}</span></header><main>${body}</main><footer>© 2026 ${locale.host} ${money('0.00')}</footer></body></html>`
}

function settingOf(locale: Locale, seed: number): Setting {
  const amount = ((seed * 7919) % 180_000) / 100 + 20
  const price = locale.currency === 'JPY' ? String(Math.round(amount * 100)) : amount.toFixed(2)
  const money = locale.money
  return {
    locale,
    price,
    money,
    say: (word, value = '') => locale.words[word].replaceAll('#', value === '' ? '' : money(value)),
  }
}

/** Every trap in every language and markup. */
export function makeTraps(locales: readonly Locale[]): Trap[] {
  const traps: Trap[] = []
  for (const locale of locales) {
    for (const [kind, draw] of Object.entries(PRODUCT_TRAPS))
      for (const markup of MARKUPS) {
        const setting = settingOf(locale, traps.length + 11)
        const { body, head = '', stated, price = setting.price } = draw(setting)
        const facts: Stated = {
          name: setting.say('product'),
          price: price ?? undefined,
          availability: price === null ? undefined : 'InStock',
          ...stated,
        }
        const page = `<h1>${facts.name}</h1>${body}`
        traps.push({
          id: `${kind} / ${locale.lang} / ${markup.name}`,
          kind,
          url: `https://${locale.host}/p/lamp-4711`,
          html: frame(
            setting,
            facts.name,
            `${markup.head(facts, locale)}${head}`,
            markup.around(page, facts, locale),
          ),
          price,
          isProduct: true,
        })
      }
    for (const [kind, draw] of Object.entries(OTHER_TRAPS)) {
      const setting = settingOf(locale, traps.length + 11)
      const { title, path, body, head = '' } = draw(setting)
      traps.push({
        id: `${kind} / ${locale.lang}`,
        kind,
        url: `https://${locale.host}${path}`,
        html: frame(setting, title, head, body),
        price: null,
        isProduct: false,
      })
    }
  }
  return traps
}
