// Reads departmentstore's product object into the general shape. The same object is in the interface and in the page.
import {
  asFlag,
  asId,
  asList,
  asLooseInteger,
  asLooseNumber,
  asObject,
  asTrimmed,
  attributes,
  type Availability,
  cheapestVariant,
  defineProductMapping,
  gtin,
  highestVariantPrice,
  htmlToText,
  type JsonObject,
  onlyValue,
  siteUrl,
  statedRating,
  stockState,
  unique,
  valueAt,
  variantAvailability,
  highestPrice,
  listPrice,
  lowestPrice,
  type Money,
  money,
} from '#kit'
import { type Loaded, memberOf } from './product.ts'

/** By id: `{"5461122": {…}}`. */
const valuesOf = (map: unknown) => Object.values(asObject(map) ?? {})
const orderIn = (list: unknown, id: unknown) =>
  (asList(list, asLooseInteger) ?? []).indexOf(asLooseInteger(id))

function stockOf(state: unknown): Availability | undefined {
  return stockState(asFlag(valueAt(state, 'available')), () => asFlag(valueAt(state, 'lowAvailability')))
}

/** What each UPC costs, and whether it can be bought. A colour has its own price. */
function offersOf(member: JsonObject) {
  return valuesOf(valueAt(member.relationships, 'upcs')).map(upc => {
    const colorId = valueAt(upc, 'traits', 'colors', 'selectedColor')
    const pricing = valueAt(member.traits, 'colors', 'colorMap', String(colorId), 'pricing')
    const { price, list_price } = readTiers(pricing ?? member.pricing)
    return { price, list_price, availability: stockOf(valueAt(upc, 'availability')) }
  })
}

/** In the order of the page's colours and sizes. */
function variantsOf(member: JsonObject) {
  const offers = offersOf(member)
  const { colors, sizes } = asObject(member.traits) ?? {}
  const inOrder = valuesOf(valueAt(member.relationships, 'upcs')).map((upc, index) => {
    const [colorId, sizeId] = [
      valueAt(upc, 'traits', 'colors', 'selectedColor'),
      valueAt(upc, 'traits', 'sizes', 'selectedSize'),
    ]
    const color = valueAt(colors, 'colorMap', String(colorId))
    return {
      place: [
        orderIn(valueAt(colors, 'orderedColorsById'), colorId),
        orderIn(valueAt(sizes, 'orderedSizesBySeqNumber'), sizeId),
      ] as const,
      variant: {
        sku: asId(valueAt(upc, 'id')),
        gtin: gtin(asTrimmed(valueAt(upc, 'identifier', 'upcNumber'))),
        size: asTrimmed(valueAt(sizes, 'sizeMap', String(sizeId), 'displayName')),
        color: asTrimmed(valueAt(color, 'name')),
        ...offers[index],
      },
    }
  })
  return inOrder
    .toSorted(({ place: a }, { place: b }) => a[0] - b[0] || a[1] - b[1])
    .map(({ variant }) => variant)
}

const ownPrices = (member: JsonObject) => readTiers(member.pricing)

/** The pictures of the selected colour first, then those of the others. */
function imagesOf(member: JsonObject) {
  const base = asTrimmed(valueAt(member.urlTemplate, 'product')) ?? ''
  const galleries = [
    member.imagery,
    ...valuesOf(valueAt(member.traits, 'colors', 'colorMap')).map(color => valueAt(color, 'imagery')),
  ]
  return unique(
    galleries
      .flatMap(
        gallery => asList(valueAt(gallery, 'images'), image => asTrimmed(valueAt(image, 'filePath'))) ?? [],
      )
      .map(path => (path === undefined || /^https?:/.test(path) ? path : base + path))
      .filter(address => /^https?:/.test(address ?? '')),
  )
}

const textOf = (value: unknown) => htmlToText(asTrimmed(value) ?? '').trim() || undefined

export const general = {
  product: defineProductMapping({
    operation: 'departmentstore.product',
    // The product, and its reviews, which the operation loads too.
    requests: 2,
    open: ({ product }: Loaded, { params }) => ({ member: memberOf(product, params) }),
    fields: {
      url: ({ member }, { site }) => siteUrl(asTrimmed(valueAt(member.identifier, 'productUrl')), site),
      name: ({ member }) =>
        textOf(valueAt(member.detail, 'completeName')) ?? textOf(valueAt(member.detail, 'name')),
      brand: ({ member }) => asTrimmed(valueAt(member.detail, 'brand', 'name')),
      description: ({ member }) =>
        [
          textOf(valueAt(member.detail, 'description')),
          ...(asList(valueAt(member.detail, 'bulletText'), textOf) ?? []),
        ]
          .filter(Boolean)
          .join('\n'),
      breadcrumbs: ({ member }, { site }) =>
        asList(valueAt(member.relationships, 'taxonomy', 'categories'), one => ({
          name: asTrimmed(valueAt(one, 'name')),
          url: siteUrl(asTrimmed(valueAt(one, 'url')), site),
        })),
      gtin({ member }) {
        const only = onlyValue(valuesOf(valueAt(member.relationships, 'upcs')))
        return gtin(asTrimmed(valueAt(only, 'identifier', 'upcNumber')))
      },
      sku: ({ member }) => asId(member.id),
      color: ({ member }) =>
        asTrimmed(valueAt(onlyValue(valuesOf(valueAt(member.traits, 'colors', 'colorMap'))), 'name')),
      price: ({ member }) => cheapestVariant(offersOf(member))?.price ?? ownPrices(member).price,
      list_price({ member }) {
        const cheapest = cheapestVariant(offersOf(member))
        return cheapest ? cheapest.list_price : ownPrices(member).list_price
      },
      price_max({ member }) {
        const variants = offersOf(member)
        return cheapestVariant(variants) ? highestVariantPrice(variants) : highestPrices(member.pricing)
      },
      availability: ({ member }) => variantAvailability(offersOf(member)) ?? stockOf(member.availability),
      images: ({ member }) => imagesOf(member),
      rating({ member }) {
        const aggregate = valueAt(member.detail, 'reviewStatistics', 'aggregate')
        const read = statedRating(valueAt(aggregate, 'rating'), undefined, valueAt(aggregate, 'count'))
        const percentage = asLooseNumber(valueAt(aggregate, 'ratingPercentage'))
        const scale = read && percentage ? Math.round((read.value * 100) / percentage) : undefined
        return read?.count ? { ...read, scale } : undefined
      },
      attributes: ({ member }) =>
        attributes({
          type: asTrimmed(valueAt(member.detail, 'typeName')),
          materials_and_care: (asList(valueAt(member.detail, 'materialsAndCare'), textOf) ?? [])
            .filter(Boolean)
            .join(', '),
        }),
      other_prices: ({ member }) => ownPrices(member).others,
      variants: ({ member }) => variantsOf(member),
    },
  }),
}

interface Tier {
  readonly label: string
  readonly values: readonly (Money | undefined)[]
}

/** A tier that not everybody gets is not the price. */
const ON_CONDITION = /\b(?:with|code|coupon|extra|member|card)\b/i

/** `[PRICE]`, or `Orig. [PRICE]` and `Now [PRICE]`. A tier with two values is a range. */
function tiersOf(pricing: unknown): Tier[] {
  return (
    asList(valueAt(pricing, 'price', 'tieredPrice'), tier => ({
      label: asTrimmed(valueAt(tier, 'label')) ?? '',
      // The request names the currency, and the site answers with no other. A 0 means that there is no price.
      values:
        asList(valueAt(tier, 'values'), one =>
          money(asLooseNumber(valueAt(one, 'value')) || undefined, 'USD'),
        ) ?? [],
    })) ?? []
  )
}

const openTiers = (pricing: unknown) => tiersOf(pricing).filter(({ label }) => !ON_CONDITION.test(label))

/** The last tier is what a visitor pays, the first is the price before all reductions. */
function readTiers(pricing: unknown) {
  const tiers = openTiers(pricing)
  const price = lowestPrice(tiers.at(-1)?.values ?? [])
  return {
    price,
    list_price: listPrice(lowestPrice(tiers[0]?.values ?? []), price),
    others: tiersOf(pricing)
      .filter(({ label }) => ON_CONDITION.test(label))
      .map(({ label, values }) => ({
        kind: /member|card/i.test(label) ? ('member' as const) : ('coupon' as const),
        price: lowestPrice(values),
        text: label.replace('[PRICE]', '').trim(),
      })),
  }
}

function highestPrices(pricing: unknown): Money | undefined {
  return highestPrice(openTiers(pricing).at(-1)?.values ?? [])
}
