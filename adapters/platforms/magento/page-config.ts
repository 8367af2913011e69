// Reads the configuration of a product page: the options of a configurable product, the price box and the stock box.
import {
  asId,
  asList,
  asObject,
  asTrimmed,
  valueAt,
  type Availability,
  certainCurrency,
  currencyInText,
  decimalOf,
  findByKey,
  formerPrice,
  type JsonObject,
  minorUnits,
  type Page,
  type PageElement,
  priceLocaleOf,
  type PriceLocale,
  sizeAndColor,
  type FieldExtractors,
  type ExtractedVariant,
} from '#kit'

/** Amounts are numbers, or texts in older versions; a price box may hold the noise of a calculation. */
function amountOf(prices: unknown, name: string, places: number): string | undefined {
  return decimalOf(valueAt(prices, name, 'amount'), places)
}

export interface OptionConfig {
  readonly config: JsonObject
  readonly place: PriceLocale
  /** By child: what an extension of the page says about its stock. */
  readonly stock: Readonly<Record<string, boolean>>
}

/** Under `jsonConfig` with swatches, under `spConfig` with plain selects. */
export function optionConfig(page: Page): OptionConfig | undefined {
  const scripts = page.scripts({ type: 'text/x-magento-init' })
  const configs = ['jsonConfig', 'spConfig'].flatMap(key => findByKey(scripts, key).map(asObject))
  const config = configs.find(one => one !== undefined && asObject(one.optionPrices) !== undefined)
  if (!config) return undefined
  const notices = findByKey(scripts, 'xnotif').flatMap(one => Object.values(asObject(one) ?? {}))
  const stock = notices.flatMap(notice => {
    const child = asId(valueAt(notice, 'product_id'))
    const inStock = valueAt(notice, 'is_in_stock')
    return child !== undefined && typeof inStock === 'boolean' ? [[child, inStock] as const] : []
  })
  return { config, place: priceLocaleOf(page), stock: Object.fromEntries(stock) }
}

function optionsOf(config: JsonObject, child: string) {
  return Object.entries(asObject(valueAt(config.index, child)) ?? {}).map(([attribute, option]) => {
    const known = valueAt(config.attributes, attribute)
    const label = (asList(valueAt(known, 'options'), one => one) ?? []).find(
      one => asId(valueAt(one, 'id')) === asId(option),
    )
    return {
      name: `${asTrimmed(valueAt(known, 'code')) ?? ''} ${asTrimmed(valueAt(known, 'label')) ?? ''}`,
      value: asTrimmed(valueAt(label, 'label')),
    }
  })
}

/** Only children of the index can be chosen: prices are listed for sold-out ones too, which have no options left. */
function variantsOf(options: OptionConfig): ExtractedVariant[] {
  const salable = salableChildren(options.config)
  return Object.keys(asObject(options.config.index) ?? {}).map(child => variantOf(options, child, salable))
}

/** A shop that shows sold-out options lists those that can be bought, by attribute and option. */
function salableChildren({ salable }: JsonObject): ReadonlySet<string | undefined> | undefined {
  const byAttribute = asObject(salable)
  if (!byAttribute) return undefined
  const lists = Object.values(byAttribute).flatMap(options => Object.values(asObject(options) ?? {}))
  return new Set(lists.flatMap(children => asList(children, asId) ?? []))
}

function variantOf(
  { config, stock }: OptionConfig,
  child: string,
  salable: ReadonlySet<string | undefined> | undefined,
): ExtractedVariant {
  const prices = valueAt(config.optionPrices, child)
  const places = placesOf(config)
  const price = amountOf(prices, 'finalPrice', places)
  return {
    id: child,
    sku: asTrimmed(valueAt(config.sku, child)) ?? asTrimmed(valueAt(config.skus, child)),
    ...sizeAndColor(optionsOf(config, child)),
    price,
    list_price: formerPrice(amountOf(prices, 'oldPrice', places), price),
    availability: stock[child] === false || salable?.has(child) === false ? 'out_of_stock' : 'in_stock',
  }
}

/** The shop's own number of decimals; rounding to fewer would change a price. */
function placesOf(config: JsonObject): number {
  const places = valueAt(config.priceFormat, 'precision')
  return typeof places === 'number' && places >= 0 && places <= 4 ? places : 2
}

/** `£%s`, with an amount in the place of `%s`. */
function patternOf(config: JsonObject): string | undefined {
  const pattern = asTrimmed(config.currencyFormat) ?? asTrimmed(valueAt(config.priceFormat, 'pattern'))
  return pattern?.replace('%s', '1')
}

/** Where the page keeps both, the base price is without tax. */
function withoutTax(prices: unknown, places: number) {
  const base = amountOf(prices, 'basePrice', places)
  const final = amountOf(prices, 'finalPrice', places)
  const isBelow = formerPrice(final, base) !== undefined
  return isBelow ? [{ kind: 'without_tax' as const, price: base }] : []
}

export const optionFields: FieldExtractors<OptionConfig> = {
  currency: ({ config }) => certainCurrency(patternOf(config)),
  currency_hint: ({ config, place }) => currencyInText(patternOf(config), place),
  variants: variantsOf,
  other_prices: ({ config }) => withoutTax(config.prices, placesOf(config)),
}

export interface PriceBox {
  readonly sku: string | undefined
  readonly currency: string | undefined
  readonly currencyHint: string | undefined
  readonly finalPrice: string | undefined
  readonly oldPrice: string | undefined
  /** Of a bundle, with all that can be chosen. */
  readonly maxPrice: string | undefined
  readonly basePrice: string | undefined
  /** Class of the stock box: `stock available`. */
  readonly stock: string | undefined
  /** The stock box's own word, which the price box may contradict. */
  readonly stockWord: string | undefined
}

/** Ids of the price elements of one product, before its number; `product-price` for the others. */
const ID_PREFIXES: Readonly<Record<string, string>> = {
  oldPrice: 'old-price',
  minPrice: 'from',
  maxPrice: 'to',
}

function isOfAnother(element: PageElement | undefined, id: string | undefined): boolean {
  const number = element?.attr('id')?.split(/\D/).at(-1)
  return id !== undefined && Boolean(number) && number !== id
}

/** The boxes of the page's own product: related products have price boxes of their own, often before it. */
export function priceBox(page: Page): PriceBox | undefined {
  const id =
    page.first('input[name=product][value]')?.attr('value') ??
    page.first('.product-info-main [data-product-id]')?.attr('data-product-id') ??
    page.first('.product-info-price [id^="product-price-"]')?.attr('id')?.replace('product-price-', '')
  const currency =
    page.first('meta[itemprop=priceCurrency]')?.attr('content') ??
    page.first('meta[property="product:price:currency"]')?.attr('content')
  const priceElement = (kind: string): PageElement | undefined => {
    const own = page.select(`[data-price-type=${kind}]`)
    const box = own.find(one => one.attr('id') === `${ID_PREFIXES[kind] ?? 'product-price'}-${id}`)
    const main = page.first(
      `.product-info-main [data-price-type=${kind}], .product-info-price [data-price-type=${kind}]`,
    )
    const [single] = own.length === 1 && !isOfAnother(own[0], id) ? own : []
    return box ?? main ?? single
  }
  const final = priceElement('finalPrice') ?? priceElement('minPrice')
  // The printed price has as many decimals as the shop sells by; the amount keeps those of its calculation.
  const code = currency ?? certainCurrency(final?.text())
  const hint = currencyInText(final?.text(), priceLocaleOf(page))
  const places = (code ?? hint) ? minorUnits(code ?? hint ?? '') : 3
  const amountIn = (element: PageElement | undefined) => decimalOf(element?.attr('data-price-amount'), places)
  const stock = page.first(
    '.product-info-stock-sku .stock, .product-info-main .stock, .stock.available, .stock.unavailable',
  )
  const word = page.first('.product-info-stock-sku [itemprop=availability], .stock [itemprop=availability]')
  const box = {
    sku: page.first('[itemprop=sku], .product.attribute.sku .value')?.text() || undefined,
    currency: code,
    currencyHint: hint,
    finalPrice: amountIn(final),
    oldPrice: amountIn(priceElement('oldPrice')),
    maxPrice: amountIn(priceElement('maxPrice')),
    basePrice: amountIn(priceElement('basePrice')),
    stock: stock?.attr('class'),
    stockWord: (word?.attr('href') ?? word?.attr('content'))?.replace(/^.*\//, ''),
  }
  return box.finalPrice === undefined && box.stock === undefined ? undefined : box
}

const STOCK_WORDS: Readonly<Record<string, Availability>> = {
  InStock: 'in_stock',
  OutOfStock: 'out_of_stock',
  BackOrder: 'backorder',
  PreOrder: 'preorder',
}

export const boxFields: FieldExtractors<PriceBox> = {
  sku: box => box.sku,
  currency: box => box.currency,
  currency_hint: box => box.currencyHint,
  price: box => box.finalPrice,
  list_price: box => formerPrice(box.oldPrice, box.finalPrice),
  price_max: box => formerPrice(box.maxPrice, box.finalPrice),
  availability: box => {
    const word = STOCK_WORDS[box.stockWord ?? '']
    if (word) return word
    if (/(?:^|\s)unavailable(?:\s|$)/.test(box.stock ?? '')) return 'out_of_stock'
    return /(?:^|\s)available(?:\s|$)/.test(box.stock ?? '') ? 'in_stock' : undefined
  },
  other_prices: box =>
    formerPrice(box.finalPrice, box.basePrice) === undefined
      ? []
      : [{ kind: 'without_tax', price: box.basePrice }],
}
