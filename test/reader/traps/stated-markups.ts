// The ways in which a shop can state the same facts about a product: every kind of structured data, and plain HTML.

export interface StatedOffer {
  readonly price: string
  readonly currency: string
  readonly availability?: 'InStock' | 'OutOfStock'
  readonly condition?: 'NewCondition' | 'UsedCondition' | 'RefurbishedCondition'
  readonly seller?: string
}

export interface Facts {
  readonly offers: readonly StatedOffer[]
  /** The same price without tax, as a second price of the only offer. */
  readonly net?: string
  /** The highest price, where only a range is stated. */
  readonly high?: string
  readonly color?: string
  readonly brand?: string
  readonly properties?: readonly (readonly [name: string, value: string])[]
  readonly reviews?: string
}

export interface StatedMarkup {
  readonly name: string
  /** Undefined where this markup cannot state these facts. */
  readonly render: (facts: Facts) => { readonly head?: string; readonly body?: string } | undefined
}

const NAME = 'Oak lamp'
const SCHEMA = 'https://schema.org/'

const isPlain = (facts: Facts) => facts.net === undefined && facts.high === undefined

function offerItem({ price, currency, availability, condition, seller }: StatedOffer, facts: Facts) {
  const amounts =
    facts.net !== undefined
      ? {
          priceSpecification: [
            {
              '@type': 'UnitPriceSpecification',
              price: facts.net,
              priceCurrency: currency,
              valueAddedTaxIncluded: false,
            },
            {
              '@type': 'UnitPriceSpecification',
              price,
              priceCurrency: currency,
              valueAddedTaxIncluded: true,
            },
          ],
        }
      : facts.high !== undefined
        ? { lowPrice: price, highPrice: facts.high, priceCurrency: currency }
        : { price, priceCurrency: currency }
  return {
    '@type': facts.high === undefined ? 'Offer' : 'AggregateOffer',
    ...amounts,
    ...(availability ? { availability: `${SCHEMA}${availability}` } : {}),
    ...(condition ? { itemCondition: `${SCHEMA}${condition}` } : {}),
    ...(seller ? { seller: { '@type': 'Organization', name: seller } } : {}),
  }
}

function productItem(facts: Facts) {
  return {
    '@type': 'Product',
    name: NAME,
    ...(facts.color ? { color: facts.color } : {}),
    ...(facts.brand ? { brand: { '@type': 'Brand', name: facts.brand } } : {}),
    ...(facts.properties
      ? {
          additionalProperty: facts.properties.map(([name, value]) => ({
            '@type': 'PropertyValue',
            name,
            value,
          })),
        }
      : {}),
    ...(facts.reviews
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: '4.5',
            bestRating: '5',
            reviewCount: facts.reviews,
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
  const meta = (name: string, value: string) => `<meta ${property(name)} content="${value}">`
  const link = (name: string, value: string) => `<link ${property(name)} href="${SCHEMA}${value}">`
  const offers = facts.offers.map(({ price, currency, availability, condition, seller }) => {
    const amounts =
      facts.net === undefined
        ? meta(facts.high === undefined ? 'price' : 'lowPrice', price) + meta('priceCurrency', currency)
        : [
            [facts.net, 'false'],
            [price, 'true'],
          ]
            .map(
              ([amount = '', taxed = '']) =>
                `<div ${property('priceSpecification')} ${scope('UnitPriceSpecification')}>${meta('price', amount)}${meta('priceCurrency', currency)}${meta('valueAddedTaxIncluded', taxed)}</div>`,
            )
            .join('')
    return `<div ${property('offers')} ${scope(facts.high === undefined ? 'Offer' : 'AggregateOffer')}>${amounts}${facts.high ? meta('highPrice', facts.high) : ''}${availability ? link('availability', availability) : ''}${condition ? link('itemCondition', condition) : ''}${seller ? `<div ${property('seller')} ${scope('Organization')}>${meta('name', seller)}</div>` : ''}</div>`
  })
  const rating = facts.reviews
    ? `<div ${property('aggregateRating')} ${scope('AggregateRating')}>${meta('ratingValue', '4.5')}${meta('bestRating', '5')}${meta('reviewCount', facts.reviews)}</div>`
    : ''
  const properties = (facts.properties ?? []).map(
    ([name, value]) =>
      `<div ${property('additionalProperty')} ${scope('PropertyValue')}>${meta('name', name)}${meta('value', value)}</div>`,
  )
  return `<div ${scope('Product')}>${meta('name', NAME)}${facts.color ? meta('color', facts.color) : ''}${facts.brand ? meta('brand', facts.brand) : ''}${offers.join('')}${rating}${properties.join('')}</div>`
}

export const STATED_MARKUPS: readonly StatedMarkup[] = [
  {
    name: 'JSON-LD',
    render: facts =>
      script({ ...productItem(facts), offers: facts.offers.map(one => offerItem(one, facts)) }),
  },
  {
    name: 'JSON-LD graph',
    render: facts => script({ '@graph': graphOf(facts) }),
  },
  {
    name: 'JSON-LD aggregate',
    render(facts) {
      const amounts = facts.offers.map(one => Number(one.price))
      const currencies = new Set(facts.offers.map(one => one.currency))
      if (!isPlain(facts) || facts.offers.length < 2 || currencies.size > 1) return undefined
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
    name: 'JSON-LD group',
    render: facts =>
      facts.offers.length < 2
        ? undefined
        : script({
            ...productItem(facts),
            '@type': 'ProductGroup',
            hasVariant: facts.offers.map((one, place) => ({
              '@type': 'Product',
              name: `${NAME} ${'SML'[place]}`,
              size: 'SML'[place],
              offers: offerItem(one, facts),
            })),
          }),
  },
  {
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
