// What structured data states beside the scored fields: condition, colour, seller, properties, and the highest price.
import { preferredOffers } from '../values/offers.ts'
import type { Condition } from '../values/offers.ts'
import { schemaCondition } from '../schema-org/schema-org-states.ts'
import { cleanText } from '../values/text.ts'
import type { ReaderPage } from '../page/read-page.ts'
import type { ReaderProduct, ProductField, SourceKind, Variant } from '../product-shape.ts'
import type { MarkupProduct } from './schema-org/markup-product.ts'
import { allOffersOf, askedOffersOf, offerPrices } from '../schema-org/schema-org-offers.ts'
import { type SchemaItem, itemsOf, textOf } from '../schema-org/schema-org-values.ts'

interface DescribedItem {
  readonly item: SchemaItem
  readonly from: SourceKind
}

/** The page's own product in each kind of structured data. */
export function describedItems(page: ReaderPage, markup: MarkupProduct): DescribedItem[] {
  const { main } = page.jsonLdProducts
  return [
    ...(main ? [{ item: main, from: 'json-ld' as const }] : []),
    ...(markup.item ? [{ item: markup.item, from: markup.kind }] : []),
  ]
}

/** Adds to the product what the first of the items that states it says. */
export function addStatedDetails(
  product: ReaderProduct,
  page: ReaderPage,
  items: readonly DescribedItem[],
): void {
  const put = <F extends ProductField>(
    field: F,
    read: (item: SchemaItem) => { readonly value: ReaderProduct[F]; readonly place: string } | undefined,
  ) => {
    for (const { item, from } of items) {
      const detail = read(item)
      if (!detail) continue
      product[field] = detail.value
      product.sources[field] = from
      product.places[field] = detail.place
      product.confidence[field] = 1
      return
    }
  }
  put('condition', conditionOf)
  put('color', item => {
    // Several colours are those of its variants.
    const colors = new Set((Array.isArray(item.color) ? item.color : [item.color]).map(one => textOf(one)))
    const [value] = colors
    return value !== undefined && colors.size === 1 ? { value, place: 'Product.color' } : undefined
  })
  put('seller', item => sellerOf(item, page))
  put('attributes', item => {
    const value = propertiesOf(item)
    return value.length > 0 ? { value, place: 'Product.additionalProperty' } : undefined
  })
  addMeta(product, page, 'color', color => color)
  addMeta(product, page, 'condition', schemaCondition)
}

/** A meta element that is repeated is about the variants. */
function addMeta<F extends 'color' | 'condition'>(
  product: ReaderProduct,
  page: ReaderPage,
  field: F,
  read: (content: string) => ReaderProduct[F] | undefined,
): void {
  const place = `product:${field}`
  const [content, ...others] = page.meta.get(place) ?? []
  const value = content === undefined || others.length > 0 ? undefined : read(content)
  if (product[field] !== null || value === undefined) return
  product[field] = value
  product.sources[field] = 'open-graph'
  product.places[field] = place
  product.confidence[field] = 1
}

/** Of the product, or of the offers that the price is about. Undefined where these differ. */
function conditionOf(item: SchemaItem): { value: Condition; place: string } | undefined {
  const own = schemaCondition(item.itemCondition)
  if (own) return { value: own, place: 'Product.itemCondition' }
  const all = allOffersOf(item)
  const askedOffers = askedOffersOf(all)
  const [value, ...others] = new Set((askedOffers.length > 0 ? askedOffers : all).flatMap(conditionsOf))
  return value && others.length === 0 ? { value, place: 'Product.offers.itemCondition' } : undefined
}

/** Of an offer, or of the parts of an aggregate that has none of its own. */
function conditionsOf(offer: SchemaItem): (Condition | undefined)[] {
  const own = schemaCondition(offer.itemCondition)
  const inner = itemsOf(offer.offers)
  return own === undefined && inner.length > 0 ? inner.flatMap(conditionsOf) : [own]
}

/** Of the only offer that the price is about; most shops name themselves there, and then there is no other seller. */
function sellerOf(
  item: SchemaItem,
  page: ReaderPage,
): { value: ReaderProduct['seller']; place: string } | undefined {
  const names = new Set(
    askedOffersOf(allOffersOf(item)).map(offer => textOf(offer.seller ?? offer.offeredBy)),
  )
  const [name] = names
  if (name === undefined || names.size > 1 || isShop(name, page)) return undefined
  return { value: name, place: 'Product.offers.seller' }
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]/gu, '')
/** "Lumen GmbH", "www.lumen.example": what is not part of a name. */
const LEGAL_FORM =
  /\b(?:gmbh(?: & co\.? kg)?|ltd|llc|inc|s\.?a\.?s?|s\.?r\.?l|b\.?v|ab|a\/s|oy|ag|kg|co)\b\.?/giu

function isShop(seller: string, page: ReaderPage): boolean {
  const host = /^https?:\/\/([^/:?#]+)/i.exec(page.url)?.[1] ?? ''
  const own = letters(seller.replace(LEGAL_FORM, ''))
  const names = [host, ...(page.meta.get('og:site_name') ?? []), ...(page.meta.get('application-name') ?? [])]
  return (
    own === '' || names.map(letters).some(name => name !== '' && (name.includes(own) || own.includes(name)))
  )
}

const MAX_PROPERTIES = 100

function propertiesOf(item: SchemaItem): { name: string; value: string }[] {
  return itemsOf(item.additionalProperty)
    .slice(0, MAX_PROPERTIES)
    .flatMap(property => {
      const name = textOf(property.name)
      const values = (Array.isArray(property.value) ? property.value : [property.value])
        .map(valueText)
        .filter(Boolean)
      const unit = textOf(property.unitText)
      const value = cleanText([values.join(', '), unit].filter(Boolean).join(' '))
      return name === undefined || values.length === 0 || value === undefined ? [] : [{ name, value }]
    })
}

function valueText(value: unknown): string | undefined {
  return typeof value === 'boolean' ? String(value) : textOf(value)
}

export interface LowestPrice {
  readonly value: string
  readonly currency: string
  readonly from: SourceKind
  readonly place: string
}

/** Of several offers, all with a price in one currency: in a long list none of them stands out to the scorer. */
export function lowestPrice(items: readonly DescribedItem[]): LowestPrice | undefined {
  for (const { item, from } of items) {
    const all = askedOffersOf(allOffersOf(item)).flatMap(offer => offerPrices(offer).slice(0, 1))
    const [currency, ...others] = new Set(all.map(one => one.currency))
    const [lowest] = all.toSorted((a, b) => Number(a.amount) - Number(b.amount))
    if (!lowest || all.length < 2 || currency === undefined || others.length > 0) continue
    return { value: lowest.amount, currency, from, place: 'Product.offers' }
  }
  return undefined
}

/** The highest price of what the price covers, if the price is the lowest of it; undefined if all cost the same. */
export function highestPrice(
  { price, iso_currency: currency, variants, sources, places }: ReaderProduct,
  items: readonly DescribedItem[],
): { readonly value: string; readonly from: SourceKind; readonly place: string } | undefined {
  const lists = items.map(({ item, from }) => ({
    from,
    place: 'Product.offers',
    prices: askedOffersOf(allOffersOf(item)).flatMap(offerPrices),
  }))
  const ofVariants = preferredOffers(variants.filter(isPriced), one => one).map(preferredOffer => ({
    amount: preferredOffer.price,
    currency: preferredOffer.currency,
  }))
  const inVariants = { from: sources.variants ?? 'page', place: places.variants ?? '', prices: ofVariants }
  for (const { from, place, prices } of [...lists, inVariants]) {
    const amounts = prices
      .filter(one => one.currency === undefined || one.currency === currency)
      .map(one => one.amount)
      .toSorted((a, b) => Number(a) - Number(b))
    const [lowest, highest] = [amounts[0], amounts.at(-1)]
    if (Number(lowest) !== Number(price) || highest === undefined || Number(highest) <= Number(price))
      continue
    return { value: highest, from, place }
  }
  return undefined
}

function isPriced(variant: Variant): variant is Variant & { price: string } {
  return variant.price !== undefined
}
