// The variants of a product in schema.org data: a group's members, models, or several offers.
import { parseGtin } from '../values/gtin.ts'
import { absoluteUrl } from '../values/url.ts'
import type { Variant } from '../product-shape.ts'
import { schemaCondition } from '../schema-org/schema-org-states.ts'
import {
  currentOffers,
  listPrice,
  offerCurrency,
  offerPrices,
  offerState,
} from '../schema-org/schema-org-offers.ts'
import { gtinsOf, type SchemaItem, itemsOf, stringOf, textOf } from '../schema-org/schema-org-values.ts'

// More than nearly any product has, and a limit for hostile pages.
const MAX_VARIANTS = 2_048

/** A candidate's value and place, which names what is left out. Undefined without variants. */
export function firstVariants(
  all: readonly Variant[],
  place: string,
): { readonly value: string; readonly place: string } | undefined {
  if (all.length === 0) return undefined
  const value = JSON.stringify(all.slice(0, MAX_VARIANTS))
  const isCut = all.length > MAX_VARIANTS
  return { value, place: isCut ? `${place} (the first ${MAX_VARIANTS} of ${all.length})` : place }
}

export function variantsOf(item: SchemaItem, url: string): Variant[] {
  const members = [
    ...itemsOf(item.hasVariant),
    ...itemsOf(item.model),
    ...itemsOf(item.isVariantOf).flatMap(group => itemsOf(group.hasVariant)),
  ].filter(variant => variant.offers !== undefined || variant.sku !== undefined)
  const offers = currentOffers(allOffers(item))
  const parts = members.length > 0 ? members : offers
  const variants = parts.flatMap(part => offersOrSelf(part).map(offer => variantOf(part, offer, url)))
  const different = [...new Map(variants.map(one => [keyOf(one, url), one])).values()]
  return isChoice(different) ? withOwnCurrency(different) : []
}

/** The same offer twice is one variant, also if only one of the two repeats the address of the page. */
function keyOf(variant: Variant, page: string): string {
  const { price, list_price, url } = variant
  return JSON.stringify({
    ...variant,
    price: Number(price),
    list_price: Number(list_price),
    url: url === page ? undefined : url,
  })
}

/** Where some variants state a currency, the amount of one that states none is in no known currency. */
function withOwnCurrency(variants: Variant[]): Variant[] {
  if (!variants.some(one => one.price !== undefined && one.currency !== undefined)) return variants
  return variants.map(variant =>
    variant.currency === undefined ? { ...variant, price: undefined, list_price: undefined } : variant,
  )
}

/** Several; or one that is left of several, which names its size or colour. */
export function isChoice(variants: readonly Variant[]): boolean {
  return variants.length > 1 || variants.some(({ size, color }) => size !== undefined || color !== undefined)
}

/** The offers inside an aggregate are the variants, whether or not the aggregate has prices of its own. */
function allOffers(item: SchemaItem): SchemaItem[] {
  return itemsOf(item.offers).flatMap(offer => {
    const inner = itemsOf(offer.offers)
    return inner.length > 0 ? inner : [offer]
  })
}

/** One variant can have several offers: new and used, or from several sellers. */
function offersOrSelf(part: SchemaItem): SchemaItem[] {
  const offers = allOffers(part)
  return offers.length > 0 ? offers : [part]
}

function variantOf(part: SchemaItem, offer: SchemaItem, url: string): Variant {
  const [offered] = itemsOf(part.itemOffered)
  const read = (key: string) => textOf(part[key]) ?? textOf(offer[key]) ?? textOf(offered?.[key])
  const property = (pattern: RegExp) => propertyOf(part, pattern) ?? propertyOf(offered ?? {}, pattern)
  return {
    name: read('name'),
    size: read('size') ?? property(SIZE),
    color: read('color') ?? property(COLOR),
    sku: read('sku') ?? read('mpn'),
    condition: schemaCondition(offer.itemCondition) ?? schemaCondition(part.itemCondition),
    gtin: [part, offer, offered ?? {}].flatMap(gtinsOf)[0]?.value ?? parseGtin(read('productID'))?.value,
    price: offerPrices(offer)[0]?.amount,
    list_price: listPrice(offer),
    currency: offerCurrency(offer),
    availability: offerState(offer),
    url: absoluteUrl(stringOf(part.url) ?? stringOf(offer.url), url),
  }
}

export const SIZE =
  /^(?:size|größe|groesse|taille|talla|tamanho|taglia|maat|rozmiar|velikost|storlek|størrelse|beden|размер|サイズ|尺寸|尺碼|사이즈)$/i
export const COLOR =
  /^(?:colou?r|farbe|couleur|cor|colore|kleur|kolor|barva|färg|farve|farge|väri|renk|цвет|カラー|色|顏色|颜色|색상)$/i

function propertyOf(item: SchemaItem, pattern: RegExp): string | undefined {
  const property = itemsOf(item.additionalProperty).find(one => pattern.test(textOf(one.name) ?? ''))
  return property && textOf(property.value)
}
