// BigCommerce: the page's `BCData` has price, stock and codes of the product as it is shown, without a chosen option.
import {
  asFlag,
  asId,
  asList,
  asNumber,
  asObject,
  asTrimmed,
  valueAt,
  type Availability,
  barcodeOf,
  cleanText,
  decimalOf,
  defineAdapter,
  formerPrice,
  type JsonObject,
  type OptionGroup,
  type Page,
  sizeAndColor,
  documentExtractor,
  type FieldExtractors,
  type ExtractedVariant,
} from '#kit'

const CDN = /\bcdn\d{0,3}\.bigcommerce\.com\/s-\w+\//

interface PageProduct {
  readonly product: JsonObject
  /** As the page heads it: the data have none. */
  readonly name: string | undefined
  /** What the page lets its visitor choose from. */
  readonly groups: readonly OptionGroup[]
}

function amountOf(product: JsonObject, ...path: readonly string[]): string | undefined {
  return decimalOf(valueAt(product.price, ...path, 'value'))
}

/** With tax where the shop states it; in most countries it states one price only. */
function taxOf(product: JsonObject): 'with_tax' | 'without_tax' {
  return amountOf(product, 'with_tax') === undefined ? 'without_tax' : 'with_tax'
}

/** Of a range, the lowest. */
function priceOf(product: JsonObject): string | undefined {
  const tax = taxOf(product)
  return amountOf(product, 'price_range', 'min', tax) ?? amountOf(product, tax)
}

/** The former price or the recommended one, with or without tax as the price is. It belongs to the shown price, not to a range. */
function listPriceOf(product: JsonObject): string | undefined {
  const tax = taxOf(product)
  const [price, shown] = [priceOf(product), amountOf(product, tax)]
  const former = amountOf(product, `non_sale_price_${tax}`) ?? amountOf(product, `rrp_${tax}`)
  return Number(price) === Number(shown) ? formerPrice(former, price) : undefined
}

/** `purchasable` stays true on a product that is sold out. */
function stockOf(product: JsonObject): Availability | undefined {
  const inStock = asFlag(product.instock)
  const stock = asNumber(product.stock)
  if (inStock === false || stock === 0 || asFlag(product.purchasable) === false) return 'out_of_stock'
  return inStock === true || stock !== undefined ? 'in_stock' : undefined
}

/** By attribute, with the label of each value: radio buttons, swatches, or a select. */
function groupsIn(page: Page): OptionGroup[] {
  return page.select('[data-product-option-change] [data-product-attribute]').map(group => ({
    name: group.first('.form-label')?.text('small, span')?.split(':')[0],
    options: group.select('[data-product-attribute-value]').map(value => ({
      id: value.attr('data-product-attribute-value'),
      value:
        cleanText(value.text()) ??
        cleanText(value.first('[title]')?.attr('title') ?? value.first('img[alt]')?.attr('alt')),
      isChosen: false,
    })),
  }))
}

/** The values of one attribute. Nothing is chosen in the page as it is sent, so none has a price of its own. */
function variantsOf({ product, groups }: PageProduct): ExtractedVariant[] {
  const inStock = asList(product.in_stock_attributes, asId)
  // Only with this setting does the list say what is sold out.
  const isListed = /^(?:hide|label)_option$/.test(asTrimmed(product.out_of_stock_behavior) ?? '')
  // An engraving or a gift box is chosen in the same way, and is no variant.
  const modifiers = asList(product.available_modifier_values, asId)
  const varying = groups.flatMap(({ name, options }) => {
    const values = options.filter(option => modifiers?.includes(option.id) !== true)
    return values.length > 0 ? [{ name, values }] : []
  })
  const [only] = varying.length === 1 ? varying : []
  return (only?.values ?? []).flatMap(({ id, value }) => {
    const availability = isListed && inStock?.includes(id) === false ? ('out_of_stock' as const) : undefined
    return value === undefined ? [] : [{ id, ...sizeAndColor([{ name: only?.name, value }]), availability }]
  })
}

const fields: FieldExtractors<PageProduct> = {
  name: one => one.name,
  sku: ({ product }) => asTrimmed(product.sku),
  gtin: ({ product }) => barcodeOf(product.gtin) ?? barcodeOf(product.upc),
  mpn: ({ product }) => asTrimmed(product.mpn),
  currency: ({ product }) => asTrimmed(valueAt(product.price, taxOf(product), 'currency')),
  price: ({ product }) => priceOf(product),
  list_price: ({ product }) => listPriceOf(product),
  price_max: ({ product }) =>
    formerPrice(amountOf(product, 'price_range', 'max', taxOf(product)), priceOf(product)),
  availability: ({ product }) => stockOf(product),
  variants: variantsOf,
  other_prices: ({ product }) => {
    const [gross, net] = [amountOf(product, 'with_tax'), amountOf(product, 'without_tax')]
    return formerPrice(gross, net) === undefined ? [] : [{ kind: 'without_tax', price: net }]
  },
}

function productIn(value: unknown): JsonObject | undefined {
  const product = asObject(valueAt(value, 'product_attributes'))
  return product && asObject(product.price) ? product : undefined
}

export const bigcommerce = defineAdapter({
  name: 'bigcommerce',
  title: 'BigCommerce',
  can: { search: false, variants: false, stock: true, catalog: false },
  requests: { product: [1, 1] },
  reads: '`BCData` of the page; older themes only have meta elements',
  lacks: 'Prices of variants: they need a request that changes with every choice. Search and catalog.',
  recognise: [
    { text: 'BCData', exact: page => page.assigned('BCData') !== undefined },
    { text: '.bigcommerce.com/s-', exact: page => CDN.exec(page.text())?.[0] },
  ],
  product: {
    read(page) {
      const product = productIn(page.assigned('BCData'))
      if (!product) return []
      const name = cleanText(page.first('.productView-title, h1')?.text())
      const shown = { product, name, groups: groupsIn(page) }
      return [documentExtractor('embedded', 'BCData.product_attributes', shown, fields)]
    },
  },
})
