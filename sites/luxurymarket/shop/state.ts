// How luxurymarket writes a piece: JSON-LD for search engines, the view model for its own scripts, in three generations of state.
import { convertAmount, type CurrencyCode, formatPrice } from '#stage/currencies'
import { scriptJson } from '#stage/page-shell'
import type { Product, Size } from '#stage/product'

/** A piece seen in one country. */
export interface ProductView {
  readonly product: Product
  readonly currency: CurrencyCode
  readonly origin: string
  /** Address of the country's shop: `…/uk`. */
  readonly root: string
  /** The genders as the asked language calls them. */
  readonly genderName: string
}

export function genderOf({ gender }: Product): 'men' | 'women' | 'kids' {
  return gender === 'unisex' ? 'women' : gender
}

function sectionOf({ root, product }: ProductView): string {
  return `${root}/shopping/${genderOf(product)}`
}

/** The last size of some pieces comes from a boutique with a price of its own. */
function hasOwnPrice({ family, sizes }: Product, size: Size): boolean {
  return family % 6 === 1 && sizes.length > 1 && size === sizes.at(-1)
}

function priceOf(sight: ProductView, size?: Size): number {
  const { product, currency } = sight
  const cents = product.priceCents + (size && hasOwnPrice(product, size) ? 5_000 : 0)
  return convertAmount(cents, currency)
}

function sizeId({ sizes }: Product, size: Size): number {
  return 17 + sizes.indexOf(size)
}

function picturesOf({ product, origin }: ProductView): string[] {
  return product.pictures.map(path => origin + path)
}

function detailsOf({ model, colour, materials, category }: Product): string {
  return [model, colour.name, materials[0]?.name, category].join('|')
}

export function productGroup(sight: ProductView): unknown {
  const { product } = sight
  return {
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    productGroupID: String(product.id),
    name: ` ${product.model} `,
    brand: { '@type': 'Brand', name: product.brand },
    // Some pieces come without a word.
    description: product.position % 10 === 4 ? undefined : detailsOf(product),
    image: picturesOf(sight).map(contentUrl => ({ '@type': 'ImageObject', contentUrl })),
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
          { '@type': 'UnitPriceSpecification', price: priceOf(sight, size), priceCurrency: sight.currency },
        ],
      },
    })),
  }
}

/** As older pages have it: one product, one offer. */
export function plainProduct(sight: ProductView): unknown {
  const { product, currency } = sight
  const inStock = product.sizes.some(size => size.quantity > 0)
  return {
    '@context': 'http://schema.org',
    '@type': 'Product',
    name: product.model,
    sku: String(product.id),
    brand: product.brand,
    description: detailsOf(product),
    image: picturesOf(sight),
    color: product.colour.name,
    offers: {
      '@type': 'Offer',
      availability: `http://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
      price: priceOf(sight).toFixed(2),
      priceCurrency: currency,
    },
  }
}

export function breadcrumbList(sight: ProductView): unknown {
  const section = sectionOf(sight)
  const steps = [
    [sight.genderName, `${section}/items.aspx`],
    ...sight.product.categoryPath.map(name => [name, `${section}/items.aspx?q=${encodeURIComponent(name)}`]),
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

export function viewModel(sight: ProductView): unknown {
  const { product, currency } = sight
  const { brand, model, colour, attributes, care, id } = product
  const path = new URL(sectionOf(sight)).pathname
  return {
    breadcrumb: [sight.genderName, ...product.categoryPath].map((text, index) => ({
      text,
      href: `${path}/items.aspx${index === 0 ? '' : `?q=${encodeURIComponent(text)}`}`,
      'data-type': index === 0 ? 'gender' : 'category',
    })),
    categories: {
      all: Object.fromEntries(product.categoryPath.map((name, index) => [500_100 + index, name])),
    },
    composition: { materials: { '': product.materials.map(one => `${one.name} ${one.percent}%`) } },
    care: { instructions: product.position % 5 === 2 ? {} : { 'washing instructions': care } },
    designerDetails: { id: product.family, name: brand, designerColour: colour.name.toUpperCase() },
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
      main: picturesOf(sight).map((large, index) => ({ 600: large, large, zoom: '', alt: model, index })),
    },
    priceInfo: { default: pricesOf(sight, product.priceCents, currency), ...ownPrices(sight) },
    sizes: {
      available: Object.fromEntries(
        product.sizes
          .filter(size => size.quantity > 0)
          .map(size => [sizeId(product, size), sizeOf(sight, size)]),
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

function ownPrices(sight: ProductView): object {
  const { product, currency } = sight
  const sizes = product.sizes.filter(size => hasOwnPrice(product, size))
  return Object.fromEntries(
    sizes.map(size => [sizeId(product, size), pricesOf(sight, product.priceCents + 5_000, currency)]),
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

/** JSON inside a JSON string in the two newer generations. */
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
