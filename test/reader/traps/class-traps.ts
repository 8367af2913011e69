// Classes of pages that were misread on hosts nobody had seen, each in three languages and three kinds of markup.
import type { Product } from '#reader'
import { CLASS_LOCALES, type ClassLocale, type ClassWord } from './class-locales.ts'

export interface ClassTrap {
  readonly id: string
  readonly kind: string
  readonly url: string
  readonly html: string
  readonly wanted: Partial<Product>
}

interface Setting {
  readonly locale: ClassLocale
  readonly say: (word: ClassWord, amount?: string) => string
  readonly money: (amount: string) => string
  /** The product's price, printed as the markup does it. */
  readonly own: (amount: string) => string
  readonly line: (text: string, className?: string) => string
}

interface Drawn {
  readonly body: string
  readonly wanted: Partial<Product>
  readonly title?: string
  readonly heading?: string
  readonly head?: string
  /** Further members of the product, where the markup is JSON-LD. */
  readonly stated?: Readonly<Record<string, unknown>>
  readonly path?: string
  readonly host?: string
  readonly lang?: string
}

type Draw = (setting: Setting) => Drawn

interface ClassMarkup {
  readonly name: string
  readonly line: Setting['line']
  readonly head: (name: string, stated: Readonly<Record<string, unknown>>) => string
  readonly around: (heading: string, body: string) => string
}

const plainLine = (text: string, className = ''): string =>
  `<div${className === '' ? '' : ` class="${className}"`}>${text}</div>`

const MARKUPS: readonly ClassMarkup[] = [
  {
    name: 'class names',
    line: plainLine,
    head: () => '',
    around: (heading, body) => `<div class="product-page"><h1 class="title">${heading}</h1>${body}</div>`,
  },
  {
    name: 'a table without class names',
    line: text => `<tr><td>${text}</td></tr>`,
    head: () => '',
    around: (heading, body) => `<table><tr><td><h1>${heading}</h1></td></tr>${body}</table>`,
  },
  {
    name: 'json-ld without an offer',
    line: plainLine,
    head: (name, stated) =>
      `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'Product', name, ...stated })}</script>`,
    around: (heading, body) => `<section><h1>${heading}</h1>${body}</section>`,
  },
]

const button = ({ say, line }: Setting): string => line(`<button type="submit">${say('add')}</button>`)
const cell = ({ line }: Setting, ...texts: string[]): string =>
  line(texts.map(text => `<span>${text}</span>`).join(' '))
const card = ({ say, money }: Setting, place: number): string =>
  `<li class="item"><a href="/p/${place}"><b>${say('other')} ${place}</b></a> <span class="amount">${money(`${20 + place}.90`)}</span> <button>${say('add')}</button></li>`
const others = (setting: Setting, count: number): string =>
  setting.line(
    `<h2>${setting.say('also')}</h2><ul>${Array.from({ length: count }, (_, place) => card(setting, place + 1)).join('')}</ul>`,
  )

export const CLASSES: Readonly<Record<string, Draw>> = {
  'service cost before the price': setting => ({
    body: `${[14.9, 24.9, 39.9].map(amount => cell(setting, setting.say('warranty'), setting.say('only'), `<span class="warranty_price">${setting.money(amount.toFixed(2))}</span>`)).join('')}${setting.own('166.00')}${button(setting)}`,
    wanted: { price: '166.00' },
  }),
  'shipping cost before the price': setting => ({
    body: `${cell(setting, setting.say('shipping'), setting.money('24.90'))}${setting.line(setting.money('166.00'))}${button(setting)}`,
    wanted: { price: '166.00' },
  }),
  'a discount beside the list price': setting => ({
    body: `${setting.line(`<span>${setting.money('18.00')}</span> <span>-5% ${setting.say('off')}</span> <b>${setting.money('17.10')}</b>`)}${button(setting)}`,
    wanted: { price: '17.10', list_price: '18.00' },
  }),
  'a lower price in words beside the list price': setting => ({
    body: `${setting.line(setting.say('was', setting.money('18.00')))}${setting.line(setting.money('17.10'))}${button(setting)}`,
    wanted: { price: '17.10', list_price: '18.00' },
  }),
  'an auction with a price to buy at once': setting => ({
    body: `${cell(setting, setting.say('bid'), setting.money('55.00'))}${setting.line(setting.say('nextBid', setting.money('56.00')))}${cell(setting, `${setting.say('buyNowPrice')}:`, setting.money('120.00'))}${setting.line(`<button>${setting.say('buyNow')}</button>`)}`,
    wanted: { price: '120.00' },
  }),
  'an auction with an estimate': setting => ({
    body: `${setting.line(setting.say('estimate', setting.money('500.00')))}${cell(setting, setting.say('bid'), setting.money('55.00'))}${setting.line(setting.say('nextBid', setting.money('56.00')))}${button(setting)}`,
    wanted: { price: '55.00' },
  }),
  'a bundle whose parts come first': setting => ({
    body: `${['143.99', '265.99', '399.99'].map((amount, place) => cell(setting, `${setting.say('part')} ${place + 1}`, setting.money(amount))).join('')}${cell(setting, `${setting.say('total')}:`, setting.money('809.97'))}${button(setting)}`,
    wanted: { price: '809.97' },
  }),
  'a monthly rate before the price': setting => ({
    body: `${setting.line(setting.say('monthly', `<b>${setting.money('762.40')}</b>`), 'rate')}${setting.line(setting.say('deposit', setting.money('2000.00')))}${setting.own('13720.00')}${button(setting)}`,
    wanted: { price: '13720.00' },
  }),
  'cents in a second element': setting => ({
    body: `${setting.line(setting.money('229').replace('229', '<span>229</span><span>99</span>'), 'price')}${button(setting)}`,
    wanted: { price: '229.99' },
  }),
  'cents in a second element beside another number': setting => ({
    body: `${setting.line(setting.money('229').replace('229', '<span>229</span><span>99</span>'), 'price')}${setting.line('<span>12</span><span>24</span>')}${button(setting)}`,
    wanted: { price: '229.99' },
  }),
  'a variable product whose first option is cheaper': setting => ({
    body: `${setting.line(
      ['40.00', '70.00', '100.00']
        .map(
          (amount, place) =>
            `<label class="option"><input type="radio" name="size"${place === 2 ? ' checked' : ''}> ${setting.say('option')} ${place + 1} <span>${setting.money(amount)}</span></label>`,
        )
        .join(''),
      'variants',
    )}${setting.own('100.00')}${button(setting)}`,
    wanted: { price: '100.00' },
  }),
  'options with prices, one of them chosen': setting => ({
    body: `${setting.line(
      `<ul>${['40.00', '70.00', '100.00']
        .map(
          (amount, place) =>
            `<li${place === 2 ? ' class="selected"' : ''}><span>${setting.say('option')} ${place + 1}</span> <span>${setting.money(amount)}</span></li>`,
        )
        .join('')}</ul>`,
      'variants',
    )}${button(setting)}`,
    wanted: { price: '100.00' },
  }),
  'the price of a newer model': setting => ({
    body: `${setting.line(setting.say('unavailable'))}${setting.line(`<h4>${setting.say('newer')}</h4><a href="/p/9">${setting.say('other')}</a> <span>${setting.money('89.99')}</span>`)}`,
    wanted: { price: null, availability: 'out_of_stock' },
  }),
  'prices of other products where this has none': setting => ({
    body: `${setting.line(setting.say('unavailable'))}${others(setting, 6)}`,
    wanted: { price: null },
  }),
  'a price of zero': setting => ({
    body: `${cell(setting, `${setting.say('sku')}:`, 'LMP-4711')}${setting.own('0')}${setting.line(setting.say('inStock'))}${button(setting)}`,
    wanted: { price: null, is_product: true },
  }),
  'a brand that nothing but the heading names': setting => ({
    body: `${setting.own('166.00')}${button(setting)}`,
    wanted: { brand: null },
  }),
  'a fit in place of a brand': setting => ({
    heading: `${setting.say('fit')} ${setting.say('name')}`,
    body: `${setting.line(setting.say('fit'), 'product-brand')}${setting.own('166.00')}${button(setting)}`,
    wanted: { brand: null },
  }),
  '"new" in place of a brand': setting => ({
    heading: `${setting.say('isNew')} ${setting.say('name')}`,
    body: `${setting.line(setting.say('isNew'), 'brand')}${setting.own('166.00')}${button(setting)}`,
    wanted: { brand: null },
  }),
  'a group of people in place of a brand': setting => ({
    heading: `${setting.say('women')} ${setting.say('name')}`,
    body: `${setting.line(`<a href="/brands/w">${setting.say('women')}</a>`, 'brand')}${setting.own('166.00')}${button(setting)}`,
    wanted: { brand: null },
  }),
  'a model code in place of a brand': setting => ({
    body: `${setting.line('SVOM100M', 'product-brand')}${setting.own('166.00')}${button(setting)}`,
    wanted: { brand: null },
  }),
  'a brand in a labelled row': setting => ({
    body: `${cell(setting, `${setting.say('brand')}:`, 'Corvane')}${setting.own('166.00')}${button(setting)}`,
    wanted: { brand: 'Corvane' },
  }),
  'a marketplace after the name': setting => {
    const name = `${setting.say('name')} : ${host(setting)} : ${setting.say('category')}`
    return {
      title: name,
      heading: name,
      head: `<meta property="og:title" content="${name}">`,
      body: `${setting.own('166.00')}${button(setting)}`,
      wanted: { name: setting.say('name') },
    }
  },
  'the shop at the end of the name in the data': setting => {
    const name = `${setting.say('name')} - Lumenta`
    return {
      title: name,
      heading: '<img src="/logo.png" alt="">',
      head: `<meta property="og:title" content="${name}"><script type="application/ld+json">${JSON.stringify({ '@type': 'OnlineStore', name: 'Lumenta' })}</script>`,
      stated: { name },
      body: `${setting.own('166.00')}${cell(setting, `${setting.say('sku')}:`, 'LMP-4711')}${button(setting)}`,
      wanted: { name: setting.say('name') },
    }
  },
  'the shop before the name in the title': setting => ({
    title: `Lumenta | ${setting.say('name')}`,
    heading: '<img src="/logo.png" alt="">',
    head: '<meta property="og:site_name" content="Lumenta">',
    stated: { name: `Lumenta | ${setting.say('name')}` },
    body: `${setting.own('166.00')}${cell(setting, `${setting.say('sku')}:`, 'LMP-4711')}${button(setting)}`,
    wanted: { name: setting.say('name') },
  }),
  'a title of the theme': setting => ({
    title: setting.say('online'),
    head: `<meta property="og:title" content="${setting.say('online')}">`,
    stated: { name: setting.say('online') },
    heading: setting.say('online'),
    body: `${setting.line(`<h2>${setting.say('name')}</h2>`)}${setting.own('166.00')}${button(setting)}`,
    wanted: { name: setting.say('name') },
  }),
  'a soft sign of stock': setting => ({
    body: `${setting.own('166.00')}${setting.line(setting.say('softStock'))}`,
    wanted: { availability: 'in_stock' },
  }),
  'a few left': setting => ({
    body: `${setting.own('166.00')}${setting.line(setting.say('copies'))}`,
    wanted: { availability: 'limited' },
  }),
  'a soft sign that it is sold out': setting => ({
    body: `${setting.own('166.00')}${setting.line(`<button>${setting.say('softOut')}</button>`)}`,
    wanted: { availability: 'out_of_stock' },
  }),
  'the category of a grocer': setting => ({
    path: '/c/vegetables',
    heading: setting.say('category'),
    title: setting.say('category'),
    stated: { '@type': 'ItemList' },
    body: setting.line(
      `<ul>${Array.from({ length: 12 }, (_, place) => card(setting, place + 1)).join('')}</ul>`,
    ),
    wanted: { is_product: false },
  }),
  'an id of the platform is no sku': setting => ({
    head: '<script>var meta={"product":{"id":8123456789,"productId":"8123456789"}};window.dataLayer=[{"ecomm_prodid":"81234"}]</script>',
    body: `${setting.own('166.00')}${setting.line(`<form><input type="hidden" name="product_id" value="81234"><input type="hidden" name="add-to-cart" value="81234"><div data-product-id="81234" data-product_id="81234"></div><button>${setting.say('add')}</button></form>`)}`,
    wanted: { sku: null },
  }),
  'an id of the platform that the page prints': setting => ({
    head: '<script>window.dataLayer=[{"ecomm_prodid":"81234"}]</script>',
    body: `${setting.own('166.00')}${cell(setting, `${setting.say('sku')}:`, '81234')}${button(setting)}`,
    wanted: { sku: '81234' },
  }),
  'a "$" of Canada': setting => dollar(setting, 'We ship across Canada from Toronto, ON M5V 2T6', 'CAD'),
  'a "$" of Australia': setting => dollar(setting, 'ABN 12 345 678 901, Sydney NSW 2000', 'AUD'),
  'a "$" of the United States': setting =>
    dollar(setting, 'Made in Portland, OR 97201, United States', 'USD'),
  'a "$" that nothing explains': setting => dollar(setting, 'Talk to us about anything', null),
}

/** A shop that states no currency, and whose address and language name no country. */
function dollar(setting: Setting, text: string, currency: string | null): Drawn {
  return {
    host: 'www.lumenta.example',
    lang: setting.locale.lang.slice(0, 2),
    body: `${setting.line(`<span class="price">$166.00</span>`)}${button(setting)}${setting.line(text)}`,
    wanted: { price: '166.00', iso_currency: currency },
  }
}

const host = ({ locale }: Setting): string => locale.host.replace('www.', '')

/** Every class in every language and markup. */
export function makeClassTraps(): ClassTrap[] {
  return Object.entries(CLASSES).flatMap(([kind, draw]) =>
    CLASS_LOCALES.flatMap(locale =>
      MARKUPS.map((markup): ClassTrap => {
        const say: Setting['say'] = (word, amount = '') => locale.words[word].replaceAll('#', amount)
        const own = (amount: string) =>
          markup.line(`<span>${say('price')}:</span> <span class="price">${locale.money(amount)}</span>`)
        const setting: Setting = { locale, say, money: locale.money, own, line: markup.line }
        const drawn = draw(setting)
        const name = drawn.heading ?? say('name')
        const title = drawn.title ?? `${name} | ${locale.host}`
        return {
          id: `${kind} / ${locale.lang} / ${markup.name}`,
          kind,
          url: `https://${drawn.host ?? locale.host}${drawn.path ?? '/p/corvane-lamp'}`,
          html: `<!doctype html><html lang="${drawn.lang ?? locale.lang}"><head><meta charset="utf-8"><title>${title}</title>${markup.head(name, drawn.stated ?? {})}${drawn.head ?? ''}</head><body><header><a href="/">Lumenta</a></header><main>${markup.around(name, drawn.body)}</main><footer>© 2026 Lumenta</footer></body></html>`,
          wanted: drawn.wanted,
        }
      }),
    ),
  )
}
