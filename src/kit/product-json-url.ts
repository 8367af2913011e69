// Where a hosted storefront keeps the JSON of a product: shops of more than one site run on that platform.

const PRODUCT_PATH = /^(.*?)(?:\/collections\/[^/]+)?\/products\/([^/]+?)(?:\.json|\.js)?\/?$/

/**
 * For the address of a product's page; undefined for that of any other page. A language before `/products/` stays, a
 * collection before it does not matter.
 */
export function productJsonUrl(page: URL): string | undefined {
  const [, before, handle] = PRODUCT_PATH.exec(page.pathname) ?? []
  return handle === undefined ? undefined : `${page.origin}${before}/products/${handle}.json`
}
