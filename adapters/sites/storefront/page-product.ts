// Reads the product from a storefront page's embedded JSON, in the format of the script route or of the JSON route.
import { asList, asText, valueAt, findByKey, mostComplete, type JsonObject, asObject, type Page } from '#kit'
import { fromScriptRoute } from './script-product.ts'

/** Undefined when the page has none. */
export function productInPage(page: Page): JsonObject | undefined {
  const product = embeddedProduct(page)
  return product && hasDecimalPrices(product) ? product : fromScriptRoute(product)
}

/** As it is embedded. Recommended products are embedded too: the handle in the URL selects the right one. */
export function embeddedProduct(page: Page): JsonObject | undefined {
  const handle = decodeURIComponent(/\/products\/([^/?#]+)/.exec(page.url)?.[1] ?? '')
  const states = page.scripts({ type: 'application/json' })
  const products = states
    .flatMap(state => [asObject(state), findByKey(state, 'product').map(asObject)].flat())
    .filter(one => one !== undefined)
    .filter(one => asText(one.handle) === handle && Array.isArray(one.variants))
  return mostComplete(products)
}

/** The JSON route has prices as decimals, the script route in hundredths. One price that is missing says nothing. */
export function hasDecimalPrices(product: JsonObject): boolean {
  const prices = asList(product.variants, one => asText(valueAt(one, 'price')))
  return prices?.some(price => /\./.test(price ?? '')) === true
}
