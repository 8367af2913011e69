// Reads values from schema.org data, in all the forms that shops use.
import { htmlToText, cleanText } from '../../kit/values/text.ts'
import { parseGtin } from '../../kit/values/gtin.ts'
import { countInData, ratingNumber } from '../../kit/values/rating.ts'
import { absoluteUrl } from '../../kit/values/url.ts'
import type { ProductRating } from '../product.ts'

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

/** "sku:123": schema.org allows a prefix in productID. */
export function identifierOf(value: unknown): string | undefined {
  return textOf(value)?.replace(/^(?:sku|mpn|isbn|id)\s*:\s*/i, '')
}

const GTIN_KEYS = ['gtin13', 'gtin', 'gtin14', 'gtin12', 'gtin8', 'ean', 'isbn', 'barcode', 'upc'] as const

export function gtinsOf(item: Item): { value: string; key: string }[] {
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
