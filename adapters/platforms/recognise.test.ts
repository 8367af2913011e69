// Which platform a page belongs to: by what it or its headers state, and not by a word or a picture that any page may have.
import { describe, expect, it } from 'vitest'
import { makePage } from '#kit/page/page'
import { platforms, recognisePlatform } from './index.ts'

function nameOf(html: string, headers: Record<string, string> = {}): string | undefined {
  const url = new URL('https://shop.example/products/lamp')
  const page = makePage({ url, status: 200, headers, body: Buffer.from(html), charset: 'utf-8' })
  return recognisePlatform(page)?.platform.name
}

const MARKS: readonly (readonly [platform: string, html: string])[] = [
  ['shopify', '<script>var Shopify = Shopify || {};\nShopify.shop = "lamps.myshopify.com";</script>'],
  ['shopify', '<script>window.ShopifyAnalytics = {};ShopifyAnalytics.meta = {}</script>'],
  ['shoplazza', '<script src="//static.staticdj.com/a.js"></script><script>window.SHOP_PARAMS = {}</script>'],
  ['woocommerce', '<link href="/wp-content/plugins/woocommerce/assets/css/woocommerce.css">'],
  ['woocommerce', '<form class="variations_form cart" data-product_id="7" data-product_variations="false">'],
  ['magento', '<script type="text/x-magento-init">{"*": {}}</script>'],
  ['magento', '<link href="https://shop.example/static/version1700000000/frontend/Luma/theme/en_US/a.css">'],
  ['prestashop', '<script>var prestashop = {"currency":{"iso_code":"EUR"}};</script>'],
  ['prestashop', '<meta name="generator" content="PrestaShop">'],
  ['bigcommerce', '<script>var BCData = {"product_attributes":{}};</script>'],
  ['bigcommerce', '<link href="https://cdn11.bigcommerce.com/s-a1b2c3/stencil/theme.css">'],
  ['shopware', '<link href="/bundles/storefront/assets/a.svg">'],
  ['shopware', '<script src="/theme/0123456789abcdef0123456789abcdef/js/storefront/storefront.js"></script>'],
  ['squarespace', '<script>Static.SQUARESPACE_CONTEXT = {"a":1};</script>'],
  ['wix', '<script id="wix-warmup-data" type="application/json">{}</script>'],
  ['salesforce', '<img src="/on/demandware.static/-/Sites-lamps/a.jpg">'],
  ['sap', '<meta name="occ-backend-base-url" content="https://api.shop.example">'],
  ['bigcartel', '<link href="https://assets.bigcartel.com/theme_assets/1/a.css">'],
  ['salla', '<script src="https://cdn.salla.network/js/a.js"></script>'],
  ['opencart', '<link href="catalog/view/theme/default/stylesheet.css">'],
  ['ecwid', '<script src="https://app.ecwid.com/script.js?123"></script>'],
]

describe('a page', () => {
  it.each(MARKS)('of %s is recognised by %s', (platform, html) => {
    expect(nameOf(`<!doctype html><body>${html}</body>`)).toBe(platform)
  })

  it('is recognised by a header', () => {
    expect(nameOf('<p>Lamp</p>', { 'x-shopid': '42' })).toBe('shopify')
    expect(nameOf('<p>Lamp</p>', { 'x-wix-request-id': '1' })).toBe('wix')
  })

  it.each([
    ['a word', '<p>We moved from Shopify to WooCommerce, and from Magento to PrestaShop and Wix.</p>'],
    ['a picture', '<img src="https://cdn.shopify.com/s/files/1/1/files/lamp.jpg">'],
    [
      'a link',
      '<a href="https://www.bigcommerce.com/">BigCommerce</a> <a href="https://shopware.com">Shopware</a>',
    ],
    ['nothing', ''],
  ])('that has %s of a platform belongs to none', (_, html) => {
    expect(nameOf(html)).toBeUndefined()
  })

  it('that embeds another shop belongs to the outer one', () => {
    const both =
      '<script src="https://app.ecwid.com/script.js?1"></script><script id="wix-warmup-data">{}</script>'
    expect(nameOf(both)).toBe('wix')
  })
})

describe('a platform', () => {
  it.each(platforms.map(platform => [platform.name, platform] as const))(
    '%s promises only what it can do',
    (_, { can, requests, search, list, ...platform }) => {
      expect(can.search).toBe(search !== undefined)
      expect(can.catalog).toBe(list !== undefined)
      expect(requests.search !== undefined).toBe(can.search)
      expect(requests.catalog !== undefined).toBe(can.catalog)
      expect(requests.product[1] > 1).toBe('load' in platform.product)
    },
  )

  it('has a name of its own', () => {
    expect(new Set(platforms.map(one => one.name)).size).toBe(platforms.length)
  })
})
