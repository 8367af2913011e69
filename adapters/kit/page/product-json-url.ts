// The URL of a product's JSON on a hosted storefront platform that several sites' shops run on.

const PRODUCT_PATH = /^(.*?)(?:\/collections\/[^/]+)?\/products\/([^/]+?)(?:\.json|\.js)?\/?$/

/**
 * Takes the URL of a product page; undefined for any other page. A language prefix before `/products/` is kept, a
 * collection prefix is dropped.
 */
export function productJsonUrl(page: URL): string | undefined {
  const [, before, handle] = PRODUCT_PATH.exec(page.pathname) ?? []
  return handle === undefined ? undefined : `${page.origin}${before}/products/${handle}.json`
}
