// Reads values from schema.org data, in all the forms that shops use.
import { htmlToText, cleanText } from '../../../kit/values/text.ts'
import { parseGtin } from '../../../kit/values/gtin.ts'
import { countInData, ratingNumber } from '../../../kit/values/rating.ts'
import { absoluteUrl } from '../../../kit/values/url.ts'
import type { ProductRating } from '../../product-shape.ts'

export type Item = Readonly<Record<string, unknown>>

export function itemsOf(value: unknown): Item[] {
  const list = Array.isArray(value) ? (value as unknown[]) : [value]
  return list.filter((entry): entry is Item => typeof entry === 'object' && entry !== null)
}

export function brandOf(value: unknown): string | undefined {
  const first = Array.isArray(value) ? (value as unknown[])[0] : value
  if (typeof first === 'string') return withoutShop(cleanText(htmlToText(first)))
  if (typeof first !== 'object' || first === null) return undefined
  const item = first as Item
  return withoutShop(textOf(item.name) ?? textOf(item['@value']) ?? textOf(item.title))
}

/** "Maker | Shop": a page title used as a name. */
function withoutShop(name: string | undefined): string | undefined {
  return name?.split(' |', 1)[0]
}

/** "sku:123": schema.org allows a prefix in productID. Undefined for a number of another scheme. */
export function identifierOf(value: unknown): string | undefined {
  const text = textOf(value)?.replace(/^(?:sku|id)\s*:\s*/i, '')
  return text === undefined || /^(?:mpn|gtin|ean|isbn|upc|jan)\d*\s*:/i.test(text) ? undefined : text
}

const GTIN_KEYS = [
  'gtin13',
  'gtin',
  'gtin14',
  'gtin12',
  'gtin8',
  'ean',
  'isbn',
  'barcode',
  'upc',
  'hasGS1DigitalLink',
] as const
const GTIN_SCHEME = /^(?:gtin|ean|isbn|upc|jan)[-_ ]?(?:8|1[0234])?(?:[-_ ]?code)?$/i
/** Schemes of numbers, by the field that they are of. */
const SCHEMES = { gtin: GTIN_SCHEME, mpn: /^mpn$/i, sku: /^(?:sku|id|product ?id|item ?id)$/i } as const
type CodeField = keyof typeof SCHEMES

/** `identifier` with a scheme, properties that are codes, and "gtin13:400…" as a product id. */
export function schemedCodes(item: Item, field: CodeField): { value: string; key: string }[] {
  const ofScheme = (key: string) => (one: Item) => {
    const scheme = textOf(one.propertyID) ?? textOf(one.name) ?? ''
    const value = SCHEMES[field].test(scheme) ? textOf(one.value) : undefined
    return value === undefined ? [] : [{ value, key }]
  }
  const [, prefix = '', rest = ''] = /^([a-z]+\d*)\s*:\s*(\S.*)$/i.exec(textOf(item.productID) ?? '') ?? []
  return [
    ...itemsOf(item.identifier).flatMap(ofScheme('identifier')),
    ...(field === 'sku' ? [] : itemsOf(item.additionalProperty).flatMap(ofScheme('additionalProperty'))),
    ...(field !== 'sku' && SCHEMES[field].test(prefix) ? [{ value: rest, key: 'productID' }] : []),
  ]
}

export function gtinsOf(item: Item): { value: string; key: string }[] {
  const schemed = schemedCodes(item, 'gtin').flatMap(({ value, key }) => {
    const gtin = parseGtin(value)?.value
    return gtin === undefined ? [] : [{ value: gtin, key }]
  })
  return keyedGtins(item).concat(schemed)
}

function keyedGtins(item: Item): { value: string; key: string }[] {
  return GTIN_KEYS.flatMap(key => {
    const value = item[key]
    const written = typeof value === 'number' ? String(value) : textOf(value)
    const gtin =
      written === undefined ? undefined : parseGtin(written.padStart(key === 'gtin12' ? 12 : 0, '0'))
    return gtin ? [{ value: gtin.value, key }] : []
  })
}

export function imagesOf(value: unknown, url: string): string[] {
  const links = (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap(image => {
    const link =
      typeof image === 'string'
        ? image
        : (stringOf((image as Item | null)?.url) ?? stringOf((image as Item | null)?.contentUrl))
    return absoluteUrl(link, url) ?? []
  })
  return [...new Set(links)]
}

export function ratingOf(value: unknown): ProductRating | undefined {
  const [item] = itemsOf(value)
  const rated = ratingNumber(item?.ratingValue)
  if (!item || rated === undefined) return undefined
  return {
    value: rated,
    best: ratingNumber(item.bestRating),
    count: countInData(item.reviewCount) ?? countInData(item.ratingCount),
  }
}

export function textOf(value: unknown, depth = 0): string | undefined {
  const first = Array.isArray(value) ? (value as unknown[])[0] : value
  if (typeof first === 'number') return String(first)
  if (typeof first === 'object' && first !== null && depth < 3)
    return textOf((first as Item).name ?? (first as Item)['@value'] ?? (first as Item).value, depth + 1)
  return typeof first === 'string' ? cleanText(first) : undefined
}

export function stringOf(value: unknown, depth = 0): string | undefined {
  const first = Array.isArray(value) ? (value as unknown[])[0] : value
  if (typeof first === 'object' && first !== null && depth < 3)
    return stringOf((first as Item)['@id'] ?? (first as Item).url, depth + 1)
  return typeof first === 'string' ? first : undefined
}
