// PrestaShop: the product page carries the whole product of the chosen combination in an attribute.
import {
  amountInText,
  asFlag,
  asId,
  asList,
  asLooseInteger,
  asLooseNumber,
  asObject,
  asTrimmed,
  valueAt,
  type Availability,
  barcodeOf,
  cleanText,
  type Condition,
  decimalOf,
  defineAdapter,
  formerPrice,
  htmlToText,
  type JsonObject,
  minorUnits,
  type OptionGroup,
  type Page,
  sizeAndColor,
  documentExtractor,
  type FieldExtractors,
  type ExtractedVariant,
  unique,
  variantsOfOptions,
} from '#kit'

interface PageProduct {
  readonly product: JsonObject
  readonly currency: string | undefined
  /** What the page lets its visitor choose from. */
  readonly groups: readonly OptionGroup[]
}

/** A select per group, or radio buttons with the option's name in `title`. */
function groupsIn(page: Page): OptionGroup[] {
  const boxes = page.select('.product-variants > .product-variants-item')
  return boxes.map(box => {
    const selected = box.select('option[value]').map(option => ({
      id: `option ${option.attr('value') ?? ''}`,
      value: asTrimmed(option.attr('title')) ?? asTrimmed(option.text()),
      isChosen: option.attr('selected') !== undefined,
    }))
    const radios = box.select('input[type=radio][value]').map(radio => ({
      id: `option ${radio.attr('value') ?? ''}`,
      value: asTrimmed(radio.attr('title')),
      isChosen: radio.attr('checked') !== undefined,
    }))
    const name = box.first('.control-label, .form-control-label')?.text()
    return { name: cleanText(name?.split(':')[0]), options: selected.length > 0 ? selected : radios }
  })
}

/** Other elements use the attribute for a bare id, so the first one may not be JSON. */
function productIn(page: Page): JsonObject | undefined {
  for (const element of page.select('[data-product]')) {
    const product = parseObject(element.attr('data-product'))
    if (product && 'id_product' in product) return product
  }
  return undefined
}

function parseObject(text: string | undefined): JsonObject | undefined {
  if (!text?.startsWith('{')) return undefined
  try {
    return asObject(JSON.parse(text))
  } catch {
    // A theme that escapes the attribute wrongly: the element says nothing.
    return undefined
  }
}

/** The calculated amounts have up to six decimals. */
function amountOf({ product, currency }: PageProduct, name: string): string | undefined {
  return decimalOf(product[name], currency ? minorUnits(currency) : 3)
}

function priceOf(pageProduct: PageProduct): string | undefined {
  const shown = pageProduct.product.show_price
  return shown === false || asId(shown) === '0' ? undefined : amountOf(pageProduct, 'price_amount')
}

/**
 * The price before a reduction. `price_without_reduction` is always with tax, also where the shop shows its prices without:
 * then it is no former price. Not from `discount_percentage`: with a reduction by an amount it is nonsense ("-64 000%").
 */
function formerPriceOf(pageProduct: PageProduct): string | undefined {
  const { has_discount: discounted } = pageProduct.product
  if (asFlag(discounted) === false || asLooseInteger(discounted) === 0) return undefined
  const price = priceOf(pageProduct)
  const net = amountOf(pageProduct, 'price_tax_exc')
  const gross = amountOf(pageProduct, 'price_without_reduction')
  const isNet = net !== undefined && net === price && net !== gross && hasTax(pageProduct)
  const former = amountOf(pageProduct, 'regular_price_amount')
  return formerPrice(
    former ?? (isNet ? amountOf(pageProduct, 'price_without_reduction_without_tax') : gross),
    price,
  )
}

/** A shop without a tax has the same price with and without. */
function hasTax({ product }: PageProduct): boolean {
  return (asLooseNumber(product.rate) ?? 1) > 0
}

/** `available_for_order` stays "1" on a product that nobody can order, and the message is free text: the word decides. */
const STATES: Readonly<Record<string, Availability>> = {
  available: 'in_stock',
  in_stock: 'in_stock',
  last_remaining_items: 'limited',
  unavailable: 'out_of_stock',
  discontinued: 'discontinued',
}

function stockOf({ product }: PageProduct): Availability | undefined {
  const state = STATES[asTrimmed(product.availability) ?? '']
  const quantity = asLooseInteger(product.quantity)
  const sellsWithoutStock = asFlag(product.allow_oosp) ?? asLooseInteger(product.allow_oosp) === 1
  if (state === 'discontinued' || quantity === undefined) return state
  if (quantity > 0) return state ?? 'in_stock'
  if (!sellsWithoutStock) return 'out_of_stock'
  // A shop that does not manage its stock states no word, counts nothing and sells all the same.
  if (state !== undefined) return 'backorder'
  return asTrimmed(product.add_to_cart_url) === undefined ? undefined : 'in_stock'
}

const CONDITIONS: Readonly<Record<string, Condition>> = {
  new: 'new',
  used: 'used',
  refurbished: 'refurbished',
}

/** Lists of features and attributes, or maps of them. */
function rowsOf(value: unknown): unknown[] {
  return asList(value, one => one) ?? Object.values(asObject(value) ?? {})
}

const fields: FieldExtractors<PageProduct> = {
  name: ({ product }) => cleanText(asTrimmed(product.name)),
  brand: ({ product }) => cleanText(asTrimmed(product.manufacturer_name)),
  description: ({ product }) =>
    htmlToText(asTrimmed(product.description) ?? asTrimmed(product.description_short)),
  gtin: ({ product }) => barcodeOf(product.ean13) ?? barcodeOf(product.upc),
  mpn: ({ product }) => asTrimmed(product.mpn),
  sku: ({ product }) => asTrimmed(product.reference_to_display) ?? asTrimmed(product.reference),
  condition: ({ product }) =>
    CONDITIONS[asTrimmed(product.condition) ?? asTrimmed(valueAt(product.condition, 'type')) ?? ''],
  currency: one => one.currency,
  price: priceOf,
  list_price: formerPriceOf,
  availability: stockOf,
  images: ({ product }) =>
    unique(
      asList(
        product.images,
        image =>
          asTrimmed(valueAt(image, 'large', 'url')) ??
          asTrimmed(valueAt(image, 'bySize', 'large_default', 'url')),
      ),
    ),
  attributes: ({ product }) =>
    rowsOf(product.features).flatMap(feature => {
      const [name, value] = [valueAt(feature, 'name'), valueAt(feature, 'value')].map(one =>
        cleanText(asTrimmed(one)),
      )
      return name && value ? [{ name, value }] : []
    }),
  variants: one => {
    const { reference, ean13, id_product_attribute: id } = one.product
    const price = priceOf(one)
    const shown: ExtractedVariant = {
      id: asId(id),
      sku: asTrimmed(reference),
      gtin: barcodeOf(ean13),
      price,
      list_price: formerPriceOf(one),
      availability: stockOf(one),
    }
    const offered = variantsOfOptions(one.groups, shown)
    if (offered.length > 0) return offered
    const options = rowsOf(one.product.attributes).map(option => ({
      name: asTrimmed(valueAt(option, 'group')),
      value: asTrimmed(valueAt(option, 'name')),
    }))
    return options.length === 0 ? [] : [{ ...shown, ...sizeAndColor(options) }]
  },
  other_prices: one => {
    const net = amountOf(one, 'price_tax_exc')
    const isBelow = formerPrice(priceOf(one), net) !== undefined
    const unit = decimalOf(one.product.unit_price_amount) ?? amountInText(asTrimmed(one.product.unit_price))
    const text = asTrimmed(one.product.unit_price_full) ?? asTrimmed(one.product.unity)
    return [
      ...(isBelow ? [{ kind: 'without_tax' as const, price: net }] : []),
      ...(unit ? [{ kind: 'unit' as const, price: unit, text }] : []),
    ]
  },
}

function currencyIn(page: Page): string | undefined {
  return asTrimmed(page.assigned('prestashop', ['currency', 'iso_code']))
}

export const prestashop = defineAdapter({
  name: 'prestashop',
  title: 'PrestaShop',
  can: { search: false, variants: false, stock: true, catalog: false },
  requests: { product: [1, 1] },
  reads: 'The product in the attribute `data-product` of the page',
  lacks: 'Prices and stock of other combinations than the one that the address names. Search and catalog.',
  recognise: [
    { text: 'prestashop', by: 'var prestashop', exact: page => page.assigned('prestashop') !== undefined },
    {
      text: 'PrestaShop',
      by: 'meta generator',
      exact: page => page.first('meta[name=generator]')?.attr('content') === 'PrestaShop',
    },
  ],
  facts: page => ({ currency: currencyIn(page) }),
  product: {
    read(page) {
      const product = productIn(page)
      const currency = currencyIn(page)
      const shown = product && { product, currency, groups: groupsIn(page) }
      return shown ? [documentExtractor('embedded', '[data-product]', shown, fields)] : []
    },
  },
})
