// Product data in fastfashion1's formats: JSON-LD, and the view payload for the page's scripts.
import { convertAmount, convertCents, currencies, type CurrencyCode } from '../../currencies.ts'
import type { SandboxProduct, Size } from '../../product.ts'

/** A model in the requested colour, in one market. */
export interface ProductView {
  /** All colours, including the requested one. */
  readonly colours: readonly SandboxProduct[]
  readonly asked: SandboxProduct
  readonly currency: CurrencyCode
  readonly origin: string
  /** URL of the model's page. */
  readonly address: string
}

const TIMESTAMP = '1767225600000'
const FIRST_REFERENCE = 5_000_000
const STEP = 131

/** The eight digits at the end of a URL, the same for all colours of a model. */
export function referenceOf(product: SandboxProduct): string {
  return `0${FIRST_REFERENCE + product.family * STEP}`
}

export function familyIn(reference: string): number {
  return (Number(reference) - FIRST_REFERENCE) / STEP
}

/** Some models have no description. */
function descriptionOf(product: SandboxProduct): string | undefined {
  return product.family % 11 === 7 ? undefined : product.description.replaceAll('. ', '.\n')
}

export function productGroup(view: ProductView): unknown {
  const { asked, colours } = view
  return {
    '@context': 'https://schema.org/',
    '@type': 'ProductGroup',
    productGroupID: referenceOf(asked),
    name: asked.model,
    description: descriptionOf(asked),
    brand: { '@type': 'Brand', name: asked.brand },
    variesBy: ['https://schema.org/size', 'https://schema.org/color'],
    image: asked.pictures.map(path => `${view.origin}${path}?ts=${TIMESTAMP}&w=850`),
    hasVariant: colours.flatMap(colour =>
      colour.sizes.map(size => ({
        ...variantOf(colour, size, view),
        // Some groups have an image per colour, others only one of the requested colour.
        image: asked.family % 2 === 0 ? `${view.origin}${colour.pictures[0] ?? ''}` : undefined,
      })),
    ),
  }
}

/** The older format: every size is a separate Product. */
export function productList(view: ProductView): unknown {
  return view.colours.flatMap(colour =>
    colour.sizes.map(size => ({
      '@context': 'http://schema.org/',
      ...variantOf(colour, size, view),
      name: colour.model,
      description: descriptionOf(colour),
      image: colour.pictures.map(path => `${view.origin}${path}?ts=${TIMESTAMP}&w=850`),
    })),
  )
}

function variantOf(colour: SandboxProduct, size: Size, { currency, address }: ProductView) {
  const stock = size.quantity === 0 ? 'OutOfStock' : size.quantity < 3 ? 'LimitedAvailability' : 'InStock'
  return {
    '@type': 'Product',
    sku: `${referenceOf(colour)}${colour.colour.code}-${size.label}`,
    size: size.label,
    color: colour.colour.name,
    offers: {
      '@type': 'Offer',
      price: convertAmount(colour.priceCents, currency).toFixed(currencies[currency].digits),
      priceCurrency: currency,
      availability: `https://schema.org/${stock}`,
      itemCondition: 'https://schema.org/NewCondition',
      url: `${address}?v1=${colour.id}`,
    },
  }
}

export function viewProduct(view: ProductView): unknown {
  const { asked } = view
  const reference = referenceOf(asked)
  return {
    id: asked.family + 380_000_000,
    type: 'Product',
    kind: 'Wear',
    state: 'visible',
    brand: { brandId: 1, brandGroupId: 1, brandGroupCode: 'house' },
    name: asked.model.toUpperCase(),
    detail: {
      reference: `${reference}-V2026`,
      displayReference: `${reference.slice(1, 5)}/${reference.slice(5)}`,
      colors: view.colours.map(colour => viewColour(colour, view)),
      detailedComposition: {
        parts: [
          {
            description: 'OUTER SHELL',
            areas: [],
            components: asked.materials.map(material => ({
              material: material.name.toLowerCase(),
              percentage: `${material.percent}%`,
            })),
          },
        ],
        exceptions: [],
      },
      relatedProducts: [],
    },
    section: 1,
    sectionName: asked.gender === 'men' ? 'MAN' : 'WOMAN',
    familyName: asked.category.toUpperCase(),
    seo: {
      keyword: asked.slug,
      breadCrumb: [...asked.categoryPath, asked.model.toUpperCase()].map((text, id) => ({ text, id })),
      seoProductId: reference,
      discernProductId: asked.id,
    },
    firstVisibleDate: asked.createdAt,
  }
}

function viewColour(colour: SandboxProduct, { currency, origin }: ProductView) {
  const { digits } = currencies[currency]
  const inMinor = (cents: number) =>
    digits === 0 ? convertAmount(cents, currency) : convertCents(cents, currency)
  const minor = inMinor(colour.priceCents)
  const former = colour.originalPriceCents === undefined ? undefined : inMinor(colour.originalPriceCents)
  const description = descriptionOf(colour)
  return {
    id: colour.colour.code,
    hexCode: colour.colour.hex,
    productId: colour.id,
    name: colour.colour.name,
    reference: `C${referenceOf(colour)}${colour.colour.code}-V2026`,
    xmedia: colour.pictures.map((path, index) => mediumOf(origin + path, path, index + 1)),
    price: minor,
    ...(former === undefined ? {} : { oldPrice: former }),
    sizes: colour.sizes.map((size, index) => ({
      availability: size.quantity === 0 ? 'out_of_stock' : size.quantity < 3 ? 'low_on_stock' : 'in_stock',
      equivalentSizeId: 100 + index,
      id: index + 1,
      name: size.label,
      // Upcoming sizes have no price.
      price: colour.family % 13 === 5 && index === 0 ? undefined : minor,
      ...(former === undefined ? {} : { oldPrice: former }),
      reference: `${referenceOf(colour)}${colour.colour.code}${index}-V2026`,
      sku: colour.id * 100 + index,
    })),
    description,
    rawDescription: description,
    pricing: { price: { value: minor, currency: { code: currency, exponent: -digits } } },
    priceUnavailable: false,
  }
}

function mediumOf(address: string, path: string, order: number) {
  return {
    datatype: 'xmedia',
    set: 17,
    type: 'image',
    kind: order === 1 ? 'full' : 'other',
    path,
    name: path.split('/').at(-1),
    width: 2_048,
    height: 3_072,
    timestamp: TIMESTAMP,
    allowedScreens: ['small', 'large'],
    extraInfo: { deliveryUrl: `${address}?ts=${TIMESTAMP}` },
    url: `${address}?ts=${TIMESTAMP}&w={width}`,
    order,
  }
}
