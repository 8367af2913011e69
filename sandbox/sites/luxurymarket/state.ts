// Product data in luxurymarket's formats: JSON-LD, and the view model in three formats of page state.
import { convertAmount, type CurrencyCode, formatPrice } from '../../currencies.ts'
import { scriptJson } from '../../page-shell.ts'
import type { SandboxProduct, Size } from '../../product.ts'

/** A product in one country. */
export interface ProductView {
  readonly product: SandboxProduct
  readonly currency: CurrencyCode
  readonly origin: string
  /** URL of the country's shop: `…/uk`. */
  readonly root: string
  /** The product's gender in the requested language. */
  readonly genderName: string
}

export function genderOf({ gender }: SandboxProduct): 'men' | 'women' | 'kids' {
  return gender === 'unisex' ? 'women' : gender
}

function sectionOf({ root, product }: ProductView): string {
  return `${root}/shopping/${genderOf(product)}`
}

/** For some products, the last size comes from a boutique with its own price. */
function hasOwnPrice({ family, sizes }: SandboxProduct, size: Size): boolean {
  return family % 6 === 1 && sizes.length > 1 && size === sizes.at(-1)
}

function priceOf(view: ProductView, size?: Size): number {
  const { product, currency } = view
  const cents = product.priceCents + (size && hasOwnPrice(product, size) ? 5_000 : 0)
  return convertAmount(cents, currency)
}

function sizeId({ sizes }: SandboxProduct, size: Size): number {
  return 17 + sizes.indexOf(size)
}

function picturesOf({ product, origin }: ProductView): string[] {
  return product.pictures.map(path => origin + path)
}

function detailsOf({ model, colour, materials, category }: SandboxProduct): string {
  return [model, colour.name, materials[0]?.name, category].join('|')
}

export function productGroup(view: ProductView): unknown {
  const { product } = view
  return {
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    productGroupID: String(product.id),
    name: ` ${product.model} `,
    brand: { '@type': 'Brand', name: product.brand },
    // Some products have no description.
    description: product.position % 10 === 4 ? undefined : detailsOf(product),
    image: picturesOf(view).map(contentUrl => ({ '@type': 'ImageObject', contentUrl })),
    variesBy: ['https://schema.org/size'],
    hasVariant: product.sizes.map(size => ({
      '@type': 'Product',
      sku: `${product.id}-${sizeId(product, size)}`,
      size: size.label,
      color: product.colour.name,
      offers: {
        '@type': 'Offer',
        availability: `https://schema.org/${size.quantity > 0 ? 'InStock' : 'OutOfStock'}`,
        priceSpecification: [
          { '@type': 'UnitPriceSpecification', price: priceOf(view, size), priceCurrency: view.currency },
        ],
      },
    })),
  }
}

/** As on older pages: one product with one offer. */
export function plainProduct(view: ProductView): unknown {
  const { product, currency } = view
  const inStock = product.sizes.some(size => size.quantity > 0)
  return {
    '@context': 'http://schema.org',
    '@type': 'Product',
    name: product.model,
    sku: String(product.id),
    brand: product.brand,
    description: detailsOf(product),
    image: picturesOf(view),
    color: product.colour.name,
    offers: {
      '@type': 'Offer',
      availability: `http://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
      price: priceOf(view).toFixed(2),
      priceCurrency: currency,
    },
  }
}

export function breadcrumbList(view: ProductView): unknown {
  const section = sectionOf(view)
  const steps = [
    [view.genderName, `${section}/items.aspx`],
    ...view.product.categoryPath.map(name => [name, `${section}/items.aspx?q=${encodeURIComponent(name)}`]),
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, item], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item,
    })),
  }
}

export function viewModel(view: ProductView): unknown {
  const { product, currency } = view
  const { brand, model, colour, attributes, care, id } = product
  const path = new URL(sectionOf(view)).pathname
  return {
    breadcrumb: [view.genderName, ...product.categoryPath].map((text, index) => ({
      text,
      href: `${path}/items.aspx${index === 0 ? '' : `?q=${encodeURIComponent(text)}`}`,
      'data-type': index === 0 ? 'gender' : 'category',
    })),
    categories: {
      all: Object.fromEntries(product.categoryPath.map((name, index) => [500_100 + index, name])),
    },
    composition: { materials: { '': product.materials.map(one => `${one.name} ${one.percent}%`) } },
    care: { instructions: product.position % 5 === 2 ? {} : { 'washing instructions': care } },
    designerDetails: {
      id: product.family,
      name: brand,
      designerColour: colour.name.toUpperCase(),
      designerStyleId: product.sku,
    },
    details: {
      productId: id,
      styleId: 17_400_000 + product.family,
      merchantId: product.seller.id,
      genderName: genderOf(product),
      colors: colour.name,
      description: product.description,
      shortDescription: model,
      madeInLabel: product.position % 6 === 5 ? undefined : product.madeIn.name,
      department: product.categoryPath[0],
      ageGroup: 'Adult',
      richText: {},
    },
    images: {
      main: picturesOf(view).map((large, index) => ({ 600: large, large, zoom: '', alt: model, index })),
    },
    priceInfo: { default: pricesOf(view, product.priceCents, currency), ...ownPrices(view) },
    sizes: {
      available: Object.fromEntries(
        product.sizes
          .filter(size => size.quantity > 0)
          .map(size => [sizeId(product, size), sizeOf(view, size)]),
      ),
      scaleDescription: product.sizes.length > 1 ? 'IT' : 'One size',
      isOneSize: product.sizes.length === 1,
      selectedSize: null,
    },
    measurements:
      attributes.width === undefined ? {} : { productWidth: [attributes.width], modelHeight: ['175 cm'] },
    shippingInformations: {},
  }
}

function ownPrices(view: ProductView): object {
  const { product, currency } = view
  const sizes = product.sizes.filter(size => hasOwnPrice(product, size))
  return Object.fromEntries(
    sizes.map(size => [sizeId(product, size), pricesOf(view, product.priceCents + 5_000, currency)]),
  )
}

function pricesOf({ product }: ProductView, cents: number, currency: CurrencyCode) {
  const before = product.originalPriceCents ?? cents
  return {
    currencyCode: currency,
    finalPrice: convertAmount(cents, currency),
    initialPrice: convertAmount(before, currency),
    formattedFinalPrice: formatPrice(cents, currency),
    isOnSale: before > cents,
    labels: [],
    priceTags: [],
  }
}

function sizeOf({ product }: ProductView, size: Size) {
  return {
    sizeId: String(sizeId(product, size)),
    description: size.label,
    quantity: size.quantity,
    lastInStock: size.quantity === 1,
    storeId: product.seller.id,
    variantId: `00000000-0000-4000-8000-${size.gtin.slice(-12)}`,
  }
}

/** The two newer formats put JSON into a JSON string. */
export function stateScript(generation: number, productViewModel: unknown): string {
  const slice = { productViewModel, promotions: null }
  const quoted = (state: unknown): string => scriptJson(JSON.stringify(state))
  const scripts = [
    `window['__initialState_slice-pdp__'] = ${scriptJson(slice)}`,
    `window['__initialState__'] = ${quoted({ 'slice-header': {}, 'slice-product': slice })};`,
    `window.__HYDRATION_STATE__=${quoted({ initialStates: { 'slice-product': slice } })};`,
  ]
  return `<script>${scripts[generation % scripts.length] ?? ''}</script>`
}
