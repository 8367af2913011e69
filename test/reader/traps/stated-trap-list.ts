// Facts that shops state in a way that is easily read wrongly, and what must be in the answer.
import { PRINTED_MARKUPS } from './printed-markups.ts'
import type { Facts, StatedOffer } from './stated-facts.ts'

export interface StatedTrap {
  readonly name: string
  readonly facts: Facts
  /** Language and address of the page: what a sign means depends on them. */
  readonly lang?: string
  readonly url?: string
  /** Kinds of statement in which it is not asked for. */
  readonly except?: readonly string[]
  /** What must be in the answer; `price` as "amount currency". */
  readonly expected: ExpectedFacts
}

export interface ExpectedFacts {
  readonly price: string
  readonly list?: string | null
  readonly max?: string | null
  readonly others?: readonly string[]
  readonly availability?: string
  readonly condition?: string | null
  readonly color?: string
  readonly brand?: string
  readonly seller?: string | null
  readonly attributes?: readonly string[]
  readonly reviews?: number
  readonly sku?: string | null
  readonly gtin?: string | null
}

const PRINTED = PRINTED_MARKUPS.map(one => one.name)
const eur = (price: string, more: Partial<StatedOffer> = {}) => ({ price, currency: 'EUR', ...more })

const SHOP = 'https://www.cornershop.example/p/oak-lamp'
const at = (host: string) => `https://${host}/p/oak-lamp`

/** A sign, how it is printed, where, and what it means. */
const SIGNS: readonly (readonly [
  sign: string,
  printed: string,
  lang: string,
  url: string,
  expected: string,
])[] = [
  ['kr', '1 299,00 kr', 'sv', at('shop.example.eu'), '1299.00 SEK'],
  ['kr', '1 299,00 kr', 'sv', at('shop.example.de'), '1299.00 SEK'],
  ['kr', '1.299,00 kr', 'da', at('shop.example'), '1299.00 DKK'],
  ['kr', '1 299,00 kr', 'nb', at('shop.example'), '1299.00 NOK'],
  ['$', '$1,299.00', 'en-AU', SHOP, '1299.00 AUD'],
  ['$', '$1,299.00', 'en', at('shop.example.ca'), '1299.00 CAD'],
  ['$', '$1,299.00', 'es-MX', SHOP, '1299.00 MXN'],
  ['$', '$1,299.00', 'en-US', SHOP, '1299.00 USD'],
  ['¥', '¥1,299.00', 'zh-CN', SHOP, '1299.00 CNY'],
  ['¥', '¥1,299', 'ja', SHOP, '1299 JPY'],
  ['R', 'R 1 299,00', 'en-ZA', at('shop.example.co.za'), '1299.00 ZAR'],
]

const ARABIC: readonly (readonly [
  price: string,
  currency: string,
  printed: string,
  lang: string,
  expected: string,
])[] = [
  ['١٢٩٩٫٥٠', 'SAR', '١٬٢٩٩٫٥٠ ر.س', 'ar', '1299.50 SAR'],
  ['١٢٩٩', 'EGP', '١٬٢٩٩ ج.م', 'ar-EG', '1299.00 EGP'],
  ['۱۲۹۹۰۰۰', 'IRT', '۱٬۲۹۹٬۰۰۰ تومان', 'fa', '12990000.00 IRR'],
]

export const STATED_TRAPS: readonly StatedTrap[] = [
  {
    name: 'a price without tax before the price',
    facts: { offers: [{ price: '15.00', currency: 'GBP' }], net: '12.50' },
    expected: { price: '15.00 GBP', others: ['without_tax 12.50'] },
  },
  {
    name: 'a recommended price without tax above a price with tax',
    facts: { offers: [{ price: '48.00', currency: 'GBP' }], net: '40.00', netList: '50.00' },
    expected: { price: '48.00 GBP', list: null },
  },
  {
    name: 'a used offer below the new one',
    // "€500.00 Used" alone may be anything.
    except: ['text, labels after', 'elements, labels after'],
    facts: {
      offers: [
        eur('500.00', { condition: 'UsedCondition', availability: 'InStock' }),
        eur('1200.00', { condition: 'NewCondition', availability: 'InStock' }),
      ],
    },
    expected: { price: '1200.00 EUR', max: null, others: ['used 500.00'], condition: 'new' },
  },
  {
    name: 'a refurbished offer below one without a condition',
    facts: { offers: [eur('900.00'), eur('700.00', { condition: 'RefurbishedCondition' })] },
    expected: { price: '900.00 EUR', max: null, others: ['used 700.00'] },
  },
  {
    name: 'used offers only',
    facts: {
      offers: [eur('700.00', { condition: 'UsedCondition' }), eur('500.00', { condition: 'UsedCondition' })],
    },
    // Nothing printed says which of them the page is about.
    except: PRINTED,
    expected: { price: '500.00 EUR', max: '700.00', condition: 'used' },
  },
  {
    name: 'one used offer',
    facts: { offers: [eur('700.00', { condition: 'UsedCondition' })] },
    // A product without a choice has no options there; in running text the reader is not sure whose price it is.
    except: ['WooCommerce', 'Magento', 'Wix', 'Ecwid document', 'text, labels before', 'text, labels after'],
    expected: { price: '700.00 EUR', condition: 'used' },
  },
  {
    name: 'a sold-out offer below one in stock',
    facts: {
      offers: [eur('5.00', { availability: 'OutOfStock' }), eur('12.00', { availability: 'InStock' })],
    },
    expected: { price: '12.00 EUR', max: null, availability: 'in_stock' },
  },
  {
    name: 'a sold-out offer above one in stock',
    facts: {
      offers: [eur('12.00', { availability: 'InStock' }), eur('50.00', { availability: 'OutOfStock' })],
    },
    expected: { price: '12.00 EUR', max: null, availability: 'in_stock' },
  },
  {
    name: 'a sold-out offer alone',
    facts: { offers: [eur('12.00', { availability: 'OutOfStock' })] },
    expected: { price: '12.00 EUR', availability: 'out_of_stock' },
  },
  {
    name: 'offers in three prices',
    facts: { offers: [eur('14.00'), eur('12.00'), eur('19.00')] },
    expected: { price: '12.00 EUR', max: '19.00' },
  },
  {
    name: 'a range',
    facts: { offers: [eur('12.00')], high: '19.00' },
    expected: { price: '12.00 EUR', max: '19.00' },
  },
  {
    name: 'the list price of another size',
    facts: { offers: [eur('12.00'), eur('19.00', { list: '30.00' })] },
    expected: { price: '12.00 EUR', max: '19.00', list: null },
  },
  {
    name: 'the list price of the cheapest size',
    facts: { offers: [eur('12.00', { list: '15.00' }), eur('19.00', { list: '30.00' })] },
    expected: { price: '12.00 EUR', max: '19.00', list: '15.00' },
  },
  {
    name: 'a list price',
    facts: { offers: [eur('12.00', { list: '15.00' })] },
    // "€12.00 Price" is a form that no shop writes: the two amounts are named as rivals.
    except: ['text, labels after'],
    expected: { price: '12.00 EUR', list: '15.00' },
  },
  {
    name: 'codes of each size',
    facts: {
      offers: [
        eur('12.00', { sku: 'OL-1', gtin: '4006381333931' }),
        eur('12.00', { sku: 'OL-2', gtin: '4006381333948' }),
      ],
    },
    expected: { price: '12.00 EUR', sku: null, gtin: null },
  },
  {
    name: 'article numbers of each size',
    facts: { offers: [eur('12.00', { sku: 'OL-1' }), eur('12.00', { sku: 'OL-2' })] },
    // It has a number of its own for all sizes.
    except: ['Magento'],
    expected: { price: '12.00 EUR', sku: null },
  },
  {
    name: 'a price per 100 ml',
    facts: { offers: [eur('40.00')], unit: '16.00' },
    expected: { price: '40.00 EUR', others: ['unit 16.00'] },
  },
  {
    name: 'a price by subscription',
    facts: { offers: [eur('40.00')], plan: '36.00' },
    // Its plans are a plug-in's.
    except: ['WooCommerce'],
    expected: { price: '40.00 EUR', others: ['subscription 36.00'] },
  },
  {
    name: 'a price by subscription only',
    facts: { offers: [eur('40.00')], plan: '36.00', planOnly: true },
    expected: { price: 'none', others: ['subscription 36.00'] },
  },
  {
    name: 'a review count with a comma',
    facts: { offers: [eur('12.00')], reviews: '1,234' },
    expected: { price: '12.00 EUR', reviews: 1234 },
  },
  {
    name: 'a review count with a point',
    facts: { offers: [eur('12.00')], reviews: '2.318' },
    expected: { price: '12.00 EUR', reviews: 2318 },
  },
  {
    name: 'a review count in Arabic digits',
    facts: { offers: [eur('12.00')], reviews: '١٬٢٣٤' },
    expected: { price: '12.00 EUR', reviews: 1234 },
  },
  {
    name: 'a count of pieces with a comma',
    facts: { offers: [eur('12.00')], stock: '1,234' },
    expected: { price: '12.00 EUR', availability: 'in_stock' },
  },
  {
    name: 'a colour and properties',
    facts: {
      offers: [eur('12.00')],
      color: 'Dark oak',
      properties: [
        ['Height', '40 cm'],
        ['Socket', 'E27'],
      ],
    },
    expected: { price: '12.00 EUR', color: 'Dark oak', attributes: ['Height: 40 cm', 'Socket: E27'] },
  },
  {
    name: 'properties',
    facts: {
      offers: [eur('12.00')],
      properties: [
        ['Height', '40 cm'],
        ['Socket', 'E27'],
      ],
    },
    expected: { price: '12.00 EUR', attributes: ['Height: 40 cm', 'Socket: E27'] },
  },
  {
    name: 'a colour',
    facts: { offers: [eur('12.00')], color: 'Dark oak' },
    expected: { price: '12.00 EUR', color: 'Dark oak' },
  },
  {
    name: 'a brand',
    facts: { offers: [eur('12.00')], brand: 'Lumen' },
    // The scorer of brands has seen no RDFa, and is not sure of a brand that only a meta element names.
    except: ['RDFa', 'Open Graph'],
    expected: { price: '12.00 EUR', brand: 'Lumen' },
  },
  {
    name: 'a seller other than the shop',
    facts: { offers: [eur('12.00', { seller: 'Lamp Traders Ltd' })] },
    expected: { price: '12.00 EUR', seller: 'Lamp Traders Ltd' },
  },
  {
    name: 'the shop itself as the seller',
    facts: { offers: [eur('12.00', { seller: 'Corner Shop' })] },
    expected: { price: '12.00 EUR', seller: null },
  },
  ...SIGNS.map(([currency, printed, lang, url, expected]) => ({
    name: `${currency} in ${lang} on ${new URL(url).host}`,
    facts: { offers: [{ price: '1299.00', currency, printed }] },
    lang,
    url,
    expected: { price: expected },
  })),
  ...ARABIC.map(([price, currency, printed, lang, expected]) => ({
    name: `${printed} in ${lang}`,
    facts: { offers: [{ price, currency, printed }] },
    lang,
    expected: { price: expected },
  })),
]
