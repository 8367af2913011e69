// Reads departmentstore's product object into the general shape. The same object is in the interface and in the page.
import {
  asFlag,
  asId,
  asList,
  asLooseInteger,
  asLooseNumber,
  asObject,
  asTrimmed,
  at,
  attributes,
  type Availability,
  cheapestVariant,
  defineReading,
  gtin,
  highestVariantPrice,
  htmlToText,
  type JsonObject,
  siteUrl,
  unique,
  variantAvailability,
} from '#kit'
import { type Loaded, memberOf } from './product.ts'
import { highestPrices, readTiers } from './tiered-price.ts'

/** By id: `{"5461122": {…}}`. */
const valuesOf = (map: unknown) => Object.values(asObject(map) ?? {})
const orderIn = (list: unknown, id: unknown) =>
  (asList(list, asLooseInteger) ?? []).indexOf(asLooseInteger(id))

function stockOf(state: unknown): Availability | undefined {
  const isAvailable = asFlag(at(state, 'available'))
  if (isAvailable === undefined) return undefined
  if (!isAvailable) return 'out_of_stock'
  return asFlag(at(state, 'lowAvailability')) ? 'limited' : 'in_stock'
}

/** What each UPC costs, and whether it can be bought. A colour has its own price. */
function offersOf(member: JsonObject) {
  return valuesOf(at(member.relationships, 'upcs')).map(upc => {
    const colorId = at(upc, 'traits', 'colors', 'selectedColor')
    const pricing = at(member.traits, 'colors', 'colorMap', String(colorId), 'pricing')
    const { price, listPrice } = readTiers(pricing ?? member.pricing)
    return { price, list_price: listPrice, availability: stockOf(at(upc, 'availability')) }
  })
}

/** In the order of the page's colours and sizes. */
function variantsOf(member: JsonObject) {
  const offers = offersOf(member)
  const { colors, sizes } = asObject(member.traits) ?? {}
  const inOrder = valuesOf(at(member.relationships, 'upcs')).map((upc, index) => {
    const [colorId, sizeId] = [
      at(upc, 'traits', 'colors', 'selectedColor'),
      at(upc, 'traits', 'sizes', 'selectedSize'),
    ]
    const color = at(colors, 'colorMap', String(colorId))
    return {
      place: [
        orderIn(at(colors, 'orderedColorsById'), colorId),
        orderIn(at(sizes, 'orderedSizesBySeqNumber'), sizeId),
      ] as const,
      variant: {
        sku: asId(at(upc, 'id')),
        gtin: gtin(asTrimmed(at(upc, 'identifier', 'upcNumber'))),
        size: asTrimmed(at(sizes, 'sizeMap', String(sizeId), 'displayName')),
        color: asTrimmed(at(color, 'name')),
        price: offers[index]?.price,
        list_price: offers[index]?.list_price,
        availability: offers[index]?.availability,
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
  const base = asTrimmed(at(member.urlTemplate, 'product')) ?? ''
  const galleries = [
    member.imagery,
    ...valuesOf(at(member.traits, 'colors', 'colorMap')).map(color => at(color, 'imagery')),
  ]
  return unique(
    galleries
      .flatMap(gallery => asList(at(gallery, 'images'), image => asTrimmed(at(image, 'filePath'))) ?? [])
      .map(path => (path === undefined || /^https?:/.test(path) ? path : base + path))
      .filter(address => /^https?:/.test(address ?? '')),
  )
}

const textOf = (value: unknown) => htmlToText(asTrimmed(value) ?? '').trim() || undefined

export const general = {
  product: defineReading({
    operation: 'departmentstore.product',
    // The product, and its reviews, which the operation loads too.
    requests: 2,
    open: ({ product }: Loaded, { params }) => ({ member: memberOf(product, params) }),
    fields: {
      url: ({ member }, { site }) => siteUrl(asTrimmed(at(member.identifier, 'productUrl')), site),
      name: ({ member }) => textOf(at(member.detail, 'completeName')) ?? textOf(at(member.detail, 'name')),
      brand: ({ member }) => asTrimmed(at(member.detail, 'brand', 'name')),
      description: ({ member }) =>
        [textOf(at(member.detail, 'description')), ...(asList(at(member.detail, 'bulletText'), textOf) ?? [])]
          .filter(Boolean)
          .join('\n'),
      breadcrumbs: ({ member }, { site }) =>
        asList(at(member.relationships, 'taxonomy', 'categories'), one => ({
          name: asTrimmed(at(one, 'name')),
          url: siteUrl(asTrimmed(at(one, 'url')), site),
        })),
      gtin({ member }) {
        const upcs = valuesOf(at(member.relationships, 'upcs'))
        return upcs.length === 1 ? gtin(asTrimmed(at(upcs[0], 'identifier', 'upcNumber'))) : undefined
      },
      sku: ({ member }) => asId(member.id),
      color({ member }) {
        const colors = valuesOf(at(member.traits, 'colors', 'colorMap'))
        return colors.length === 1 ? asTrimmed(at(colors[0], 'name')) : undefined
      },
      price: ({ member }) => cheapestVariant(offersOf(member))?.price ?? ownPrices(member).price,
      list_price({ member }) {
        const cheapest = cheapestVariant(offersOf(member))
        return cheapest ? cheapest.list_price : ownPrices(member).listPrice
      },
      price_max({ member }) {
        const variants = offersOf(member)
        return cheapestVariant(variants) ? highestVariantPrice(variants) : highestPrices(member.pricing)
      },
      availability: ({ member }) => variantAvailability(offersOf(member)) ?? stockOf(member.availability),
      images: ({ member }) => imagesOf(member),
      rating({ member }) {
        const aggregate = at(member.detail, 'reviewStatistics', 'aggregate')
        const value = asLooseNumber(at(aggregate, 'rating'))
        const count = asLooseInteger(at(aggregate, 'count'))
        const percentage = asLooseNumber(at(aggregate, 'ratingPercentage'))
        // A product without reviews has a rating of 0, which is not a rating.
        if (!value || !count) return undefined
        return { value, scale: percentage ? Math.round((value * 100) / percentage) : undefined, count }
      },
      attributes: ({ member }) =>
        attributes({
          type: asTrimmed(at(member.detail, 'typeName')),
          materials_and_care: (asList(at(member.detail, 'materialsAndCare'), textOf) ?? [])
            .filter(Boolean)
            .join(', '),
        }),
      other_prices: ({ member }) => ownPrices(member).others,
      variants: ({ member }) => variantsOf(member),
    },
  }),
}
