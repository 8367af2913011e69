// Reads values from schema.org data, in all the forms that shops use.
import { htmlToText, cleanText } from '../values/text.ts'
import { parseGtin } from '../values/gtin.ts'
import { absoluteUrl } from '../values/url.ts'

export type SchemaItem = Readonly<Record<string, unknown>>

// No shop nests lists deeper; hostile pages do.
const MAX_LISTS = 4

/** The values of a member: one, a list, lists in a list, or the `@list` of JSON-LD. */
export function valuesOf(value: unknown): unknown[] {
  // Most members have one plain value.
  if (typeof value !== 'object' || value === null) return [value]
  const values: unknown[] = [value].flat(MAX_LISTS)
  return values.flatMap(entry => {
    const inner = typeof entry === 'object' && entry !== null ? listIn(entry as SchemaItem) : undefined
    return inner === undefined ? [entry] : [inner].flat(MAX_LISTS)
  })
}

function listIn(item: SchemaItem): unknown {
  return item['@list'] ?? item['@set'] ?? item['@graph']
}

export function itemsOf(value: unknown): SchemaItem[] {
  return valuesOf(value).filter((entry): entry is SchemaItem => typeof entry === 'object' && entry !== null)
}

export function brandOf(value: unknown): string | undefined {
  const [first] = valuesOf(value)
  if (typeof first === 'string') return withoutShop(cleanText(htmlToText(first)))
  if (typeof first !== 'object' || first === null) return undefined
  const item = first as SchemaItem
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
export function schemedCodes(item: SchemaItem, field: CodeField): { value: string; key: string }[] {
  const ofScheme = (key: string) => (schemaItem: SchemaItem) => {
    const scheme = textOf(schemaItem.propertyID) ?? textOf(schemaItem.name) ?? ''
    const value = SCHEMES[field].test(scheme) ? textOf(schemaItem.value) : undefined
    return value === undefined ? [] : [{ value, key }]
  }
  const [, prefix = '', rest = ''] = /^([a-z]+\d*)\s*:\s*(\S.*)$/i.exec(textOf(item.productID) ?? '') ?? []
  return [
    ...itemsOf(item.identifier).flatMap(ofScheme('identifier')),
    ...(field === 'sku' ? [] : itemsOf(item.additionalProperty).flatMap(ofScheme('additionalProperty'))),
    ...(field !== 'sku' && SCHEMES[field].test(prefix) ? [{ value: rest, key: 'productID' }] : []),
  ]
}

export function gtinsOf(item: SchemaItem): { value: string; key: string }[] {
  const schemed = schemedCodes(item, 'gtin').flatMap(({ value, key }) => {
    const gtin = parseGtin(value)?.value
    return gtin === undefined ? [] : [{ value: gtin, key }]
  })
  return keyedGtins(item).concat(schemed)
}

function keyedGtins(item: SchemaItem): { value: string; key: string }[] {
  return GTIN_KEYS.flatMap(key => {
    const gtin = parseGtin(textOf(item[key]))
    return gtin ? [{ value: gtin.value, key }] : []
  })
}

export function imagesOf(value: unknown, url: string): string[] {
  const links = valuesOf(value).flatMap(image => {
    const item = typeof image === 'object' && image !== null ? (image as SchemaItem) : { url: image }
    return valuesOf(item.url ?? item.contentUrl).flatMap(link => absoluteUrl(stringOf(link), url) ?? [])
  })
  return [...new Set(links)]
}

export function textOf(value: unknown, depth = 0): string | undefined {
  const [first] = valuesOf(value)
  if (typeof first === 'number') return String(first)
  if (typeof first === 'object' && first !== null && depth < 3)
    return textOf(
      (first as SchemaItem).name ?? (first as SchemaItem)['@value'] ?? (first as SchemaItem).value,
      depth + 1,
    )
  return typeof first === 'string' ? cleanText(first) : undefined
}

export function stringOf(value: unknown, depth = 0): string | undefined {
  const [first] = valuesOf(value)
  if (typeof first === 'object' && first !== null && depth < 3)
    return stringOf((first as SchemaItem)['@id'] ?? (first as SchemaItem).url, depth + 1)
  return typeof first === 'string' ? first : undefined
}
