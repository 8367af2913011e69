// Reads the product from the page's state, in the current format or in one of two older ones.
import {
  asList,
  asName,
  asObject,
  asText,
  valueAt,
  camelCase,
  Fault,
  mostComplete,
  type JsonObject,
  must,
  mustExist,
  type Page,
  readBySchema,
} from '#kit'
import { plainLine, plainText } from './product-content.ts'
import { readOlderProduct } from './older-product.ts'
import { product, type SportswearProduct } from './product.schema.ts'

export function readPage(
  page: Page,
  wanted: string | undefined,
  shop: string | undefined,
): SportswearProduct {
  const { current, older, states } = colourOnPage(page, wanted)
  if (current) return readCurrent(current)
  if (older) return readOlderProduct(older, shop)
  const other = states.find(state => asText(valueAt(state, 'selectedProduct', 'styleColor')) !== undefined)
  if (other) {
    mustListColours(other)
    throw new Fault('not_found', `the site shows another colour instead of ${wanted}`)
  }
  mustExist(page)
  throw new Fault('upstream_changed', 'the page has no state with the product', { field: 'selectedProduct' })
}

/** The requested colour in the page's state: in the current format, or in the older one. */
export function colourOnPage(page: Page, wanted: string | undefined) {
  const props = page.script({ id: '__NEXT_DATA__' }, ['props', 'pageProps'])
  const state = valueAt(props, 'initialState') ?? page.assigned('INITIAL_REDUX_STATE')
  const states = [props, state, valueAt(state, 'product')]
  const current = mostComplete(states.flatMap(one => coloursIn(one, wanted)))
  return { current, older: current ? undefined : olderColour(state, wanted), states }
}

/** The selected colour if it is the requested one, and the requested one among the style's colours. Either may be a stub. */
function coloursIn(state: unknown, wanted: string | undefined): JsonObject[] {
  const selected = asObject(valueAt(state, 'selectedProduct'))
  const colour = asText(selected?.styleColor)
  const isWanted = wanted === undefined || colour === undefined || colour === wanted
  const groups = asList(valueAt(state, 'productGroups'), group => group) ?? []
  const listed = wanted === undefined ? [] : groups.map(group => asObject(valueAt(group, 'products', wanted)))
  return [isWanted ? selected : undefined, ...listed].filter(one => one !== undefined)
}

/** The colour counts as not found only if the list of colours is readable. */
function mustListColours(state: unknown): void {
  for (const group of must(asList(valueAt(state, 'productGroups'), asObject), 'productGroups')) {
    must(asObject(group?.products), 'productGroups.products')
  }
}

/** Older pages have their colours by code. Without a requested colour, the first is the page's product. */
function olderColour(state: unknown, wanted: string | undefined): JsonObject | undefined {
  const colours = asObject(valueAt(state, 'Threads', 'products')) ?? {}
  return asObject(wanted === undefined ? Object.values(colours)[0] : valueAt(colours, wanted))
}

/** The page's product has the contract's fields in camel case. */
function readCurrent(source: JsonObject): SportswearProduct {
  const fields = must(readBySchema(product, source, camelCase), 'selectedProduct')
  const info = fields.product_info
  const prices = fields.prices
  return {
    ...fields,
    // Whole per cent, as computed for pages without it.
    prices: prices && {
      ...prices,
      discount_percentage: rounded(prices.discount_percentage),
      employee_discount_percentage: rounded(prices.employee_discount_percentage),
    },
    product_info: info && {
      ...info,
      // Both name the same page; some pages have it only in pdpUrl.
      url: info.url ?? fields.pdp_url?.url,
      canonical_url: info.canonical_url ?? fields.pdp_url?.canonical_url,
      title: asName(valueAt(source, 'productInfo', 'title')),
      subtitle: plainLine(info.subtitle),
      full_title: plainLine(info.full_title),
      product_description: plainText(info.product_description),
    },
  }
}

function rounded(percentage: number | undefined): number | undefined {
  return percentage === undefined ? undefined : Math.round(percentage)
}
