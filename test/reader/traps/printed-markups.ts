// Meta elements and plain HTML: what a shop without structured data states, or prints for people.
import { type Facts, printed, type StatedKind } from './stated-facts.ts'

const META_STOCK = { InStock: 'in stock', OutOfStock: 'out of stock' }

/** A property may be repeated: then the nth amount is in the nth currency. */
function metas({ offers, ...facts }: Facts): string {
  const properties: [name: string, value: string | undefined][] = [
    ['og:type', 'product'],
    ['og:title', 'Oak lamp'],
    ...offers.flatMap(({ price, list, currency, availability, condition, sku, gtin }) => {
      const amounts: [string, string | undefined][] = list
        ? [
            ['product:price:amount', list],
            ['product:price:currency', currency],
            ['product:sale_price:amount', price],
            ['product:sale_price:currency', currency],
          ]
        : [
            ['product:price:amount', price],
            ['product:price:currency', currency],
          ]
      return [
        ...amounts,
        ['product:availability', availability && META_STOCK[availability]],
        ['product:condition', condition?.replace('Condition', '').toLowerCase()],
        ['product:retailer_item_id', sku],
        ['product:ean', gtin],
      ] satisfies [string, string | undefined][]
    }),
    ['product:color', facts.color],
    ['product:brand', facts.brand],
  ]
  return properties
    .flatMap(([name, value]) => (value === undefined ? [] : `<meta property="${name}" content="${value}">`))
    .join('')
}

interface Row {
  readonly label: string
  readonly value: string
  readonly name?: string
}

const WORDS = { NewCondition: 'New', UsedCondition: 'Used', RefurbishedCondition: 'Refurbished' }
const STOCK = { InStock: 'In stock', OutOfStock: 'Sold out' }

/** The rows of a buy box, each with its label. The price comes after what could be taken for it. */
function rowsOf({ offers, ...facts }: Facts): Row[] {
  const [first] = offers
  if (!first) return []
  const row = (label: string, amount: string | undefined, name = 'price'): Row[] =>
    amount === undefined ? [] : [{ label, value: printed(first, amount), name }]
  const isTaxed = (facts.net ?? facts.netList) !== undefined
  const prices = offers.flatMap((offer): Row[] => [
    ...row('RRP', offer.list),
    {
      label: offer.condition ? WORDS[offer.condition] : isTaxed ? 'inc. VAT' : 'Price',
      value: facts.high ? `${printed(offer)} – ${printed(offer, facts.high)}` : printed(offer),
      name: 'price',
    },
    ...(offer.availability ? [{ label: 'Availability', value: STOCK[offer.availability] }] : []),
    ...(offer.seller ? [{ label: 'Sold by', value: offer.seller }] : []),
    ...(offer.sku ? [{ label: 'SKU', value: offer.sku }] : []),
    ...(offer.gtin ? [{ label: 'EAN', value: offer.gtin }] : []),
  ])
  return [
    ...row('RRP ex. VAT', facts.netList),
    ...row('ex. VAT', facts.net),
    ...row('Price per 100 ml', facts.unit),
    ...row('Subscribe & Save', facts.plan),
    ...prices,
    ...(facts.stock ? [{ label: 'Pieces in stock', value: facts.stock }] : []),
    ...(facts.reviews ? [{ label: 'Reviews', value: facts.reviews }] : []),
    ...(facts.brand ? [{ label: 'Brand', value: facts.brand }] : []),
    ...(facts.color ? [{ label: 'Colour', value: facts.color }] : []),
    ...(facts.properties ?? []).map(([label, value]) => ({ label, value })),
  ]
}

const PRINTED = {
  facts: ['net', 'netList', 'high', 'unit', 'plan', 'reviews', 'stock', 'brand', 'color', 'properties'],
  offer: ['list', 'availability', 'condition', 'seller', 'sku', 'gtin'],
  several: 'by condition',
  unread: ['color', 'seller', 'attributes', 'reviews', 'condition', 'max'],
  signs: true,
  anyDigits: true,
} as const

const layout = (name: string, around: (rows: string) => string, line: (row: Row) => string): StatedKind => ({
  ...PRINTED,
  name,
  render: facts => ({ body: around(rowsOf(facts).map(line).join('')) }),
})
const span = ({ name, value }: Row) => (name ? `<span class="${name}">${value}</span>` : value)

export const PRINTED_MARKUPS: readonly StatedKind[] = [
  {
    name: 'Open Graph',
    facts: ['brand', 'color'],
    offer: ['list', 'availability', 'condition', 'sku', 'gtin'],
    several: 'by currency',
    signs: true,
    anyDigits: true,
    render: facts => ({ head: metas(facts) }),
  },
  layout(
    'text, labels before',
    rows => rows,
    row => `<p>${row.label}: ${row.value}</p>`,
  ),
  layout(
    'text, labels after',
    rows => rows,
    row => (row.name ? `<p>${row.value} ${row.label}</p>` : `<p>${row.label}: ${row.value}</p>`),
  ),
  layout(
    'elements, labels after',
    rows => `<div class="buy">${rows}</div>`,
    row =>
      row.name ? `<div>${span(row)} <small>${row.label}</small></div>` : `<p>${row.label}: ${row.value}</p>`,
  ),
  layout(
    'rows of terms',
    rows => `<dl>${rows}</dl>`,
    row => `<dt>${row.label}</dt><dd>${span(row)}</dd>`,
  ),
  layout(
    'table',
    rows => `<table>${rows}</table>`,
    row => `<tr><th>${row.label}</th><td>${span(row)}</td></tr>`,
  ),
]
