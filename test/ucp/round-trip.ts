// One product of every shop of the sandbox, from the shop through this server to a UCP client: what must be equal, as rows.
import type { GeneralProduct } from '#kit/product/general-product'
import { loadWholeProduct, type Product, priceText, type SpecClient, type Variant } from './spec-client.ts'

/** Shops with an adapter: a product page each. */
const SITE_PAGES: readonly string[] = [
  '/storefront/products/daybreak-home-cotton-throw-cream-ge4014-110',
  '/watchmarket/watches/--id30100011.htm',
  '/sneakerhub/sneakers/halvik-arc-runner-chestnut-pv4272-210',
  '/sneakerexchange/halvik-arc-runner-rose-pv4272-660',
  '/sneakerstore/halvik-arc-runner-rose-pv4272-660',
  '/fastfashion1/uk/en/linen-shirt-p05000000.html?v1=4200005',
  '/fastfashion2/uk/en/product/linen-shirt-400005.html',
  '/fastfashion3/en_gb/productpage.4200005310.html',
  '/fashionretail/uk/linden-roe-linen-shirt-forest-td4006-310.html',
  '/luxuryhouse/en_gb/fashion/products/GG4008_410',
  '/luxurymarket/uk/shopping/kids/belcourt-freres-riviera-loafer-navy-gg4008-410-item-17300125.aspx',
  '/electronicsretail/product/lumareth-wave-5-headphones-moss-xr4017-330/JF86DC0877/sku/6500258',
  '/sportswear/t/brannoch-ridge-2-wc4011/WC4011-001',
  '/departmentstore/shop/product/robe?ID=3780033',
]

/** Shops that the general reader reads: the first product that their home page links. */
async function firstProductPage(origin: string, shop: string): Promise<string> {
  const html = await (await fetch(`${origin}/${shop}/`)).text()
  const links = Array.from(
    html.matchAll(/href="([^"]+)"/g),
    ([, href = '']) => new URL(href, `${origin}/${shop}/`),
  )
  const own = links.find(
    ({ pathname }) => pathname.startsWith(`/${shop}/`) && /-[a-z]{2}\d{4}-\d{3}/.test(pathname),
  )
  if (!own) throw new Error(`the home page of ${shop} links no product`)
  return own.href
}

export async function productPages(origin: string, shops: readonly string[]): Promise<string[]> {
  const listed = await Promise.all(shops.map(shop => firstProductPage(origin, shop)))
  return [...SITE_PAGES.map(path => origin + path), ...listed]
}

/** What a buyer compares, in one text per variant. */
interface Compared {
  readonly price: string | null
  readonly list_price: string | null
  readonly availability: string | null
  readonly variants: readonly string[]
}

const money = (value: { amount: string; currency: string } | null) =>
  value && `${value.currency} ${value.amount}`

export function ofGeneral(product: GeneralProduct): Compared {
  const common = product.price_max === null ? product.price : null
  const row = (one: GeneralProduct['variants'][number]) =>
    [one.sku, one.gtin, one.color, one.size, one.condition, money(one.price ?? common), money(one.list_price)]
      .concat(one.availability)
      .map(String)
      .join(' | ')
  return {
    price: money(product.price),
    list_price: money(product.variants.length > 0 ? null : product.list_price),
    availability: product.variants.length > 0 ? null : product.availability,
    // UCP has no variant without a price; the answer says how many are left out.
    variants: product.variants
      .filter(one => one.price ?? common)
      .map(row)
      .toSorted((a, b) => (a < b ? -1 : 1)),
  }
}

export function ofUcp(product: Product, hasChoice: boolean): Compared {
  const option = (one: Variant, name: string) =>
    one.options?.find(other => other.name === name)?.label ?? null
  const row = (one: Variant) =>
    [one.sku ?? null, one.barcodes?.[0]?.value ?? null]
      .concat(['Color', 'Size', 'Condition'].map(name => option(one, name)))
      .concat(priceText(one.price), priceText(one.list_price), one.availability?.status ?? null)
      .map(String)
      .join(' | ')
  const [featured] = product.variants
  return {
    price: priceText(featured?.price),
    list_price: hasChoice ? null : priceText(featured?.list_price),
    availability: hasChoice ? null : (featured?.availability?.status ?? null),
    variants: hasChoice ? product.variants.map(row).toSorted((a, b) => (a < b ? -1 : 1)) : [],
  }
}

export async function roundTrip(client: SpecClient, general: GeneralProduct) {
  const received = await loadWholeProduct(client, general.url)
  return { sent: ofGeneral(general), received: received && ofUcp(received, general.variants.length > 0) }
}
