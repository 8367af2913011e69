// Shoplazza: looks like Shopify and shares its addresses, but has its own data in the page, with amounts in units as text.
import {
  asFlag,
  asId,
  asList,
  asObject,
  asTrimmed,
  valueAt,
  barcodeOf,
  cleanText,
  decimalOf,
  defineAdapter,
  formerPrice,
  htmlToText,
  type JsonObject,
  type Page,
  sizeAndColor,
  documentExtractor,
  type FieldExtractors,
  type ExtractedVariant,
  unique,
} from '#kit'

interface PageProduct {
  readonly product: JsonObject
  readonly currency: string | undefined
}

function stockOf(one: unknown) {
  const available = asFlag(valueAt(one, 'available'))
  return available === undefined ? undefined : available ? ('in_stock' as const) : ('out_of_stock' as const)
}

function variantOf(product: JsonObject, variant: unknown): ExtractedVariant {
  const names = asList(product.options, one => asTrimmed(valueAt(one, 'name')) ?? asTrimmed(one)) ?? []
  const options = ['option1', 'option2', 'option3'].map((name, place) => ({
    name: names[place],
    value: asTrimmed(valueAt(variant, name)),
  }))
  const price = decimalOf(valueAt(variant, 'price'))
  return {
    id: asId(valueAt(variant, 'id')),
    sku: asTrimmed(valueAt(variant, 'sku')),
    gtin: barcodeOf(valueAt(variant, 'barcode')),
    ...sizeAndColor(options),
    price,
    list_price: formerPrice(decimalOf(valueAt(variant, 'compare_at_price')), price),
    availability: stockOf(variant),
  }
}

const fields: FieldExtractors<PageProduct> = {
  name: ({ product }) => cleanText(asTrimmed(product.title)),
  brand: ({ product }) => cleanText(asTrimmed(product.vendor)),
  description: ({ product }) => htmlToText(asTrimmed(product.description) ?? asTrimmed(product.brief)),
  currency: one => one.currency,
  price: ({ product }) => decimalOf(product.price),
  list_price: ({ product }) => formerPrice(decimalOf(product.compare_at_price), decimalOf(product.price)),
  availability: ({ product }) => stockOf(product),
  images: ({ product }) =>
    unique(
      (
        asList(product.images, one => asTrimmed(valueAt(one, 'src'))) ?? [
          asTrimmed(valueAt(product.image, 'src')),
        ]
      ).map(one => one?.replace(/^\/\//, 'https://')),
    ),
  variants: ({ product }) => asList(product.variants, variant => variantOf(product, variant)),
}

function currencyIn(page: Page): string | undefined {
  return (
    asTrimmed(page.assigned('C_SETTINGS', ['currency_code'])) ??
    page.first('meta[property="product:price:currency"]')?.attr('content')
  )
}

export const shoplazza = defineAdapter({
  name: 'shoplazza',
  title: 'Shoplazza',
  can: { search: false, variants: true, stock: true, catalog: false },
  requests: { product: [1, 1] },
  reads: 'The script `product-json` of the page',
  lacks: 'Search and catalog.',
  recognise: [
    { text: '.staticdj.com/', by: 'staticdj.com', exact: page => /SHOP_PARAMS|shoplazza/.test(page.text()) },
  ],
  facts: page => ({ currency: currencyIn(page) }),
  product: {
    read(page) {
      const product = asObject(valueAt(page.script({ id: 'product-json' }), 'product'))
      const currency = currencyIn(page)
      return product
        ? [documentExtractor('embedded', 'script#product-json', { product, currency }, fields)]
        : []
    },
  },
})
