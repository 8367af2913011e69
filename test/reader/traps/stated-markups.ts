// The kinds of structured data in which a shop can state the same facts about a product.
import { type Facts, NAME, sizeAt, type StatedKind, type StatedOffer } from './stated-facts.ts'

const SCHEMA = 'https://schema.org/'

interface Specification {
  readonly price: string
  readonly taxed?: boolean
  readonly type?: 'ListPrice'
  readonly per?: true
}

/** The prices of an offer beside its own, and its own too where only the taxes tell them apart. */
function specificationsOf({ price, list }: StatedOffer, { net, netList, unit }: Facts): Specification[] {
  const isTaxed = net !== undefined || netList !== undefined
  return [
    ...(net === undefined ? [] : [{ price: net, taxed: false }]),
    ...(isTaxed ? [{ price, taxed: true }] : []),
    ...(netList === undefined ? [] : [{ price: netList, taxed: false, type: 'ListPrice' as const }]),
    ...(list === undefined ? [] : [{ price: list, type: 'ListPrice' as const }]),
    ...(unit === undefined ? [] : [{ price: unit, per: true as const }]),
  ]
}

const hasOwnPrice = ({ net, netList, high }: Facts) => (net ?? netList ?? high) === undefined

function specificationItem({ price, taxed, type, per }: Specification, priceCurrency: string) {
  const quantity = { '@type': 'QuantitativeValue', value: 100, unitCode: 'MLT' }
  return {
    '@type': 'UnitPriceSpecification',
    price,
    priceCurrency,
    ...(taxed === undefined ? {} : { valueAddedTaxIncluded: taxed }),
    ...(type ? { priceType: `${SCHEMA}${type}` } : {}),
    ...(per ? { referenceQuantity: quantity } : {}),
  }
}

function offerItem(offer: StatedOffer, facts: Facts) {
  const { price, currency, availability, condition, seller, sku, gtin } = offer
  const specifications = specificationsOf(offer, facts).map(one => specificationItem(one, currency))
  return {
    '@type': facts.high === undefined ? 'Offer' : 'AggregateOffer',
    ...(hasOwnPrice(facts) ? { price } : {}),
    ...(facts.high === undefined ? {} : { lowPrice: price, highPrice: facts.high }),
    priceCurrency: currency,
    ...(specifications.length > 0 ? { priceSpecification: specifications } : {}),
    ...(availability ? { availability: `${SCHEMA}${availability}` } : {}),
    ...(condition ? { itemCondition: `${SCHEMA}${condition}` } : {}),
    ...(seller ? { seller: { '@type': 'Organization', name: seller } } : {}),
    ...(sku ? { sku } : {}),
    ...(gtin ? { gtin13: gtin } : {}),
  }
}

/** As shops write it, with the codes of the first size as those of the product. */
function productItem({ offers, color, brand, properties, reviews }: Facts) {
  const [{ sku, gtin } = {}] = offers as readonly [StatedOffer?]
  return {
    '@type': 'Product',
    name: NAME,
    ...(sku ? { sku } : {}),
    ...(gtin ? { gtin13: gtin } : {}),
    ...(color ? { color } : {}),
    ...(brand ? { brand: { '@type': 'Brand', name: brand } } : {}),
    ...(properties
      ? {
          additionalProperty: properties.map(([name, value]) => ({ '@type': 'PropertyValue', name, value })),
        }
      : {}),
    ...(reviews
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: '4.5',
            bestRating: '5',
            reviewCount: reviews,
          },
        }
      : {}),
  }
}

const script = (value: object) => ({
  head: `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`,
})

/** Objects with an id, and references to them from their owners. */
function graphOf(facts: Facts) {
  const { brand, aggregateRating, ...product } = productItem(facts) as Record<string, unknown>
  const offers = facts.offers.map((offer, place) => ({
    '@id': `#offer-${place}`,
    ...offerItem(offer, facts),
  }))
  const parts = { brand, aggregateRating }
  const named = Object.entries(parts).filter(([, value]) => value !== undefined)
  return [
    { '@type': 'WebPage', '@id': '#page', mainEntity: { '@id': '#product' } },
    {
      '@id': '#product',
      ...product,
      ...Object.fromEntries(named.map(([name]) => [name, { '@id': `#${name}` }])),
      offers: offers.map(offer => ({ '@id': offer['@id'] })),
    },
    ...named.map(([name, value]) => Object.assign({ '@id': `#${name}` }, value)),
    ...offers,
  ]
}

type Attribute = (name: string) => string

/** `property`: the attribute of a property, `scope`: those of an item. */
function elements(facts: Facts, property: Attribute, scope: (type: string) => string): string {
  const meta = (name: string, value: string | undefined) =>
    value === undefined ? '' : `<meta ${property(name)} content="${value}">`
  const link = (name: string, value: string | undefined) =>
    value === undefined ? '' : `<link ${property(name)} href="${SCHEMA}${value}">`
  const item = (name: string, type: string, content: string) =>
    `<div ${property(name)} ${scope(type)}>${content}</div>`
  const offers = facts.offers.map(offer => {
    const { price, currency, availability, condition, seller, sku, gtin } = offer
    const specifications = specificationsOf(offer, facts).map(one =>
      item(
        'priceSpecification',
        'UnitPriceSpecification',
        `${meta('price', one.price)}${meta('priceCurrency', currency)}${meta('valueAddedTaxIncluded', one.taxed?.toString())}${link('priceType', one.type)}${one.per ? item('referenceQuantity', 'QuantitativeValue', `${meta('value', '100')}${meta('unitCode', 'MLT')}`) : ''}`,
      ),
    )
    const own = [
      hasOwnPrice(facts) ? meta('price', price) : '',
      facts.high === undefined ? '' : meta('lowPrice', price) + meta('highPrice', facts.high),
      hasOwnPrice(facts) || facts.high ? meta('priceCurrency', currency) : '',
      link('availability', availability),
      link('itemCondition', condition),
      seller ? item('seller', 'Organization', meta('name', seller)) : '',
      meta('sku', sku),
      meta('gtin13', gtin),
    ]
    return item(
      'offers',
      facts.high === undefined ? 'Offer' : 'AggregateOffer',
      [...specifications, ...own].join(''),
    )
  })
  const rating = facts.reviews
    ? item(
        'aggregateRating',
        'AggregateRating',
        `${meta('ratingValue', '4.5')}${meta('bestRating', '5')}${meta('reviewCount', facts.reviews)}`,
      )
    : ''
  const properties = (facts.properties ?? []).map(([name, value]) =>
    item('additionalProperty', 'PropertyValue', `${meta('name', name)}${meta('value', value)}`),
  )
  const [first] = facts.offers
  return `<div ${scope('Product')}>${meta('name', NAME)}${meta('sku', first?.sku)}${meta('gtin13', first?.gtin)}${meta('color', facts.color)}${meta('brand', facts.brand)}${offers.join('')}${rating}${properties.join('')}</div>`
}

/** What every kind of schema.org data can state. */
const SCHEMA_ORG = {
  facts: ['net', 'netList', 'high', 'unit', 'color', 'brand', 'properties', 'reviews'],
  offer: ['list', 'availability', 'condition', 'seller', 'sku', 'gtin'],
  several: 'any currency',
  signs: true,
  anyDigits: true,
} as const

export const STATED_MARKUPS: readonly StatedKind[] = [
  {
    ...SCHEMA_ORG,
    name: 'JSON-LD',
    render: facts =>
      script({ ...productItem(facts), offers: facts.offers.map(one => offerItem(one, facts)) }),
  },
  {
    ...SCHEMA_ORG,
    name: 'JSON-LD graph',
    render: facts => script({ '@graph': graphOf(facts) }),
  },
  {
    ...SCHEMA_ORG,
    name: 'JSON-LD aggregate',
    facts: ['unit', 'color', 'brand', 'properties', 'reviews'],
    several: 'one currency',
    onlySeveral: true,
    render(facts) {
      const amounts = facts.offers.map(one => Number(one.price))
      return script({
        ...productItem(facts),
        offers: {
          '@type': 'AggregateOffer',
          lowPrice: Math.min(...amounts).toFixed(2),
          highPrice: Math.max(...amounts).toFixed(2),
          priceCurrency: facts.offers[0]?.currency,
          offers: facts.offers.map(one => offerItem(one, facts)),
        },
      })
    },
  },
  {
    ...SCHEMA_ORG,
    name: 'JSON-LD group',
    onlySeveral: true,
    render: facts =>
      script({
        ...productItem(facts),
        '@type': 'ProductGroup',
        hasVariant: facts.offers.map((one, place) => ({
          '@type': 'Product',
          name: `${NAME} ${sizeAt(place)}`,
          size: sizeAt(place),
          ...(one.sku ? { sku: one.sku } : {}),
          ...(one.gtin ? { gtin13: one.gtin } : {}),
          offers: offerItem(one, facts),
        })),
      }),
  },
  {
    ...SCHEMA_ORG,
    name: 'microdata',
    render: facts => ({
      body: elements(
        facts,
        name => `itemprop="${name}"`,
        type => `itemscope itemtype="${SCHEMA}${type}"`,
      ),
    }),
  },
  {
    ...SCHEMA_ORG,
    name: 'RDFa',
    render: facts => ({
      body: `<div vocab="${SCHEMA}">${elements(
        facts,
        name => `property="${name}"`,
        type => `typeof="${type}"`,
      )}</div>`,
    }),
  },
]
