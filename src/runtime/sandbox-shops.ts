// The names of the sandbox shops without an adapter; each is served under a path of its name.

/** Platforms with a stand-in, in `platforms/<platform>/shop`. */
export const shopPlatforms = [
  'shopify',
  'woocommerce',
  'magento',
  'prestashop',
  'bigcommerce',
  'shopware',
  'squarespace',
  'wix',
  'salesforce',
  'shoplazza',
  'bigcartel',
  'salla',
  'opencart',
  'ecwid',
  'sap',
] as const

export const otherShopNames = [
  'shop-json-ld',
  'shop-microdata',
  'shop-open-graph',
  'shop-state',
  'shop-app',
  'shop-plain',
  'shop-two-languages',
] as const

export type OtherShopName = (typeof otherShopNames)[number]

/** Shops that open their catalog by UCP, in `sandbox/ucp`: over REST and over MCP. */
const ucpShopNames = ['shop-ucp', 'shop-ucp-mcp'] as const

/** A shop with 1,000 products, all in its list. */
export const thousandShopName = 'shop-thousand'

/** A shop with 100,000 products. */
export const largeShopName = 'shop-large'

/** All shops that the general reader reads in the sandbox. */
export const listedShopNames: readonly string[] = [
  ...otherShopNames,
  ...shopPlatforms.map(platform => `shop-${platform}`),
  ...ucpShopNames,
  thousandShopName,
  largeShopName,
]

/** What a shop of the sandbox runs on, by its name; nothing is known of the others. */
export function sandboxShopFacts(shop: string): { readonly platform?: string; readonly ucp?: boolean } {
  const name = shop.slice(shop.lastIndexOf('/') + 1)
  const platform = shopPlatforms.find(one => name === `shop-${one}`)
  if (platform !== undefined) return { platform }
  if (name === thousandShopName) return { platform: 'shopify' }
  return ucpShopNames.some(one => one === name) ? { ucp: true } : {}
}
