// A catalog product in the format of the hosted platform, for the handle route and the list route.
import { convertAmount, type CurrencyCode } from './currencies.ts'
import type { SandboxProduct } from './product.ts'
import { type Random, seededRandom } from './seeded-random.ts'
import type { Kind } from './stock/kinds.ts'

export interface Merchant {
  /** Relative to the shop; empty for the first merchant. */
  readonly path: string
  readonly title: string
  readonly kind: Kind
  readonly currency: CurrencyCode
  /** UTC offset of all its timestamps. */
  readonly offset: string
}

export function handleOf(product: SandboxProduct): string {
  return product.slug
}

/** Beyond 32 bits, like the platform's ids. */
const ID_BASE = 7_000_000_000_000

interface SharedFields {
  readonly id: number
  readonly bodyHtml: string
  readonly tags: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
  readonly images: readonly Image[]
  readonly variants: readonly Variant[]
  readonly optionName: string
  readonly random: Random
}

interface Image {
  readonly id: number
  readonly product_id: number
  readonly position: number
  readonly created_at: string
  readonly updated_at: string
  readonly alt: string | null
  readonly width: number
  readonly height: number
  readonly src: string
  readonly variant_ids: readonly number[]
}

interface Variant {
  readonly id: number
  readonly title: string
  readonly price: string
  readonly compareAt: string
  readonly sku: string | null
  readonly barcode: string | null
  readonly grams: number
  readonly imageId: number | null
  readonly available: boolean
}

function sharedFieldsOf(product: SandboxProduct, merchant: Merchant, origin: string): SharedFields {
  const random = seededRandom('hosted', product.kind, product.id)
  const id = ID_BASE + product.id * 1_009
  const createdAt = inOffset(product.createdAt, merchant.offset)
  const updatedAt = inOffset(product.updatedAt, merchant.offset)
  const images = imagesOf(product, id, origin, { created_at: createdAt, updated_at: updatedAt }, random)
  const worn = product.sizes.length > 1 ? [product.gender] : []
  return {
    id,
    createdAt,
    updatedAt,
    images,
    random,
    bodyHtml: bodyOf(product, random),
    tags: [product.category, product.colour.name, ...worn, ...product.materials.map(one => one.name)],
    variants: variantsOf(product, id, merchant, images, random),
    optionName: product.sizes.length > 1 ? 'Size' : 'Title',
  }
}

function imagesOf(
  product: SandboxProduct,
  id: number,
  origin: string,
  times: Pick<Image, 'created_at' | 'updated_at'>,
  random: Random,
): Image[] {
  // A few merchants forget the images.
  const shown = product.position % 97 === 96 ? [] : product.pictures
  return shown.map((path, index) => ({
    id: id * 5 + index,
    product_id: id,
    position: index + 1,
    created_at: times.created_at,
    updated_at: times.updated_at,
    alt: random.chance(0.5) ? null : product.name,
    width: 1_200,
    height: 1_200,
    src: `${origin}${path}?v=17000${product.id % 100_000}`,
    variant_ids: index === 1 ? [variantId(id, 0)] : [],
  }))
}

function variantId(productId: number, index: number): number {
  return productId * 3 + index
}

function variantsOf(
  product: SandboxProduct,
  id: number,
  merchant: Merchant,
  images: readonly Image[],
  random: Random,
): Variant[] {
  const { sizes, sku } = product
  const labels = sizes.length > 1 ? sizes.map(size => size.label) : ['Default Title']
  const noSku = random.chance(0.06)
  return labels.map((title, index) => ({
    id: variantId(id, index),
    title,
    price: decimal(product.priceCents, merchant),
    compareAt: product.originalPriceCents === undefined ? '' : decimal(product.originalPriceCents, merchant),
    sku: noSku ? null : sizes.length > 1 ? `${sku}-${title}` : sku,
    barcode: random.chance(0.3) ? null : (sizes[index]?.gtin ?? product.gtin),
    grams: random.int(0, 40) * 50,
    imageId: images.find(image => image.variant_ids.includes(variantId(id, index)))?.id ?? null,
    available: (sizes[index]?.quantity ?? 1) > 0,
  }))
}

/** The handle route: every field, tags as one string. */
export function productAnswer(product: SandboxProduct, merchant: Merchant, origin: string) {
  const facts = sharedFieldsOf(product, merchant, origin)
  const { id, createdAt, updatedAt, images, random } = facts
  const rule = random.chance(0.5) ? { quantity_rule: { min: 1, max: null, increment: 1 } } : {}
  const newer = random.chance(0.5)
  return {
    id,
    title: product.name,
    body_html: facts.bodyHtml,
    vendor: product.brand,
    product_type: product.category,
    created_at: createdAt,
    handle: handleOf(product),
    updated_at: updatedAt,
    published_at: createdAt,
    template_suffix: random.pick([null, '', 'gift']),
    published_scope: 'web',
    tags: facts.tags.join(', '),
    variants: facts.variants.map((one, index) => ({
      id: one.id,
      product_id: id,
      title: one.title,
      price: one.price,
      sku: one.sku,
      position: index + 1,
      compare_at_price: one.compareAt,
      fulfillment_service: 'manual',
      inventory_management: random.pick(['platform', null]),
      option1: one.title,
      option2: null,
      option3: null,
      created_at: createdAt,
      updated_at: updatedAt,
      taxable: true,
      barcode: one.barcode,
      grams: one.grams,
      image_id: one.imageId,
      weight: one.grams / 1_000,
      weight_unit: 'kg',
      requires_shipping: true,
      ...rule,
      ...(newer
        ? { price_currency: merchant.currency, compare_at_price_currency: one.compareAt && merchant.currency }
        : {}),
    })),
    options: [
      {
        id: id * 7,
        product_id: id,
        name: facts.optionName,
        position: 1,
        values: facts.variants.map(one => one.title),
      },
    ],
    images,
    image: images[0] ?? null,
  }
}

/** The list route: fewer fields, tags as a list, the image of a variant instead of its id. */
export function listItem(product: SandboxProduct, merchant: Merchant, origin: string) {
  const facts = sharedFieldsOf(product, merchant, origin)
  const { id, createdAt, updatedAt, images } = facts
  return {
    id,
    title: product.name,
    handle: handleOf(product),
    body_html: facts.bodyHtml,
    published_at: createdAt,
    created_at: createdAt,
    updated_at: updatedAt,
    vendor: product.brand,
    product_type: product.category,
    tags: facts.tags,
    variants: facts.variants.map((one, index) => ({
      id: one.id,
      title: one.title,
      option1: one.title,
      option2: null,
      option3: null,
      sku: one.sku,
      requires_shipping: true,
      taxable: true,
      featured_image: images.find(image => image.id === one.imageId) ?? null,
      available: one.available,
      price: one.price,
      grams: one.grams,
      compare_at_price: one.compareAt || null,
      position: index + 1,
      product_id: id,
      created_at: createdAt,
      updated_at: updatedAt,
    })),
    images: images.map(
      ({ id, created_at, position, updated_at, product_id, variant_ids, src, width, height }) => ({
        id,
        created_at,
        position,
        updated_at,
        product_id,
        variant_ids,
        src,
        width,
        height,
      }),
    ),
    options: [{ name: facts.optionName, position: 1, values: facts.variants.map(one => one.title) }],
  }
}

function decimal(dollarCents: number, merchant: Merchant): string {
  return convertAmount(dollarCents, merchant.currency).toFixed(2)
}

/** Some merchants paste HTML that is already escaped, or that has stray elements. */
function bodyOf(product: SandboxProduct, random: Random): string {
  const list = product.features.map(one => `<li>${one}</li>`).join('\n')
  const html = `<p>${product.description}</p>\n<ul>\n${list}\n</ul>`
  const mood = random.int(0, 9)
  if (mood === 0) return `<p>${html.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`
  return mood === 1 ? `<meta charset="utf-8">${html}` : html
}

/** The same moment with the merchant's UTC offset. */
function inOffset(utc: string, offset: string): string {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? []
  const shiftMs = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
  return `${new Date(Date.parse(utc) + shiftMs).toISOString().slice(0, 19)}${offset}`
}
