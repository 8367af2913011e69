// Loads and reads the variants: price and stock of every colour and size in one country, from their URL or the product page.
import {
  asObject,
  camelCase,
  Fault,
  type Get,
  must,
  type Page,
  parseRelaxedJson,
  type SiteView,
  readBySchema,
  readRows,
} from '#kit'
import { variant } from './product.schema.ts'

const SHOPS = { UK: 'Sites-GB-Site/en_GB', FR: 'Sites-FR-Site/fr_FR' } as const

export function loadVariants(
  { id, country }: { id: string; country: keyof typeof SHOPS },
  get: Get,
  site: SiteView,
): Promise<Page> {
  return get(`/on/demandware.store/${SHOPS[country]}/Product-GetVariants`, {
    query: { pid: id, Quantity: 1, format: site.settings.variants_format },
    accept: 'json',
  })
}

/** A 404 from the variants URL is not final: the fault makes the engine try `otherWay`, which reads the product page. */
export async function mustBeOffered(loading: Promise<Page>): Promise<Page> {
  try {
    return await loading
  } catch (cause) {
    if (!(cause instanceof Fault) || cause.code !== 'not_found') throw cause
    throw new Fault('upstream_changed', 'the variants were not found at their URL', {
      field: '/variants',
      cause,
    })
  }
}

/** Sorted by key, because the map's order is not guaranteed. Every article has a variant, so an empty map means "unknown". */
export function readVariants(page: Page) {
  const entries = Object.entries(must(variantMap(page), 'variants'))
  if (entries.length === 0) return undefined
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return readRows(sorted, ([, entry]) => {
    const read = readBySchema(variant, entry, camelCase)
    must(read?.id, '/variants/*/id')
    return read
  })
}

/** The map is not always strict JSON. */
export function variantMap(page: Page) {
  const text = page.text()
  return asObject(/^\s*</.test(text) ? page.assigned('pdpVariationsJSON') : parseRelaxedJson(text))
}
