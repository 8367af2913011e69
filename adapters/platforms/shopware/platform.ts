// Shopware 6: the page's buy box. The Store API needs the key of the sales channel, so it is not asked.
import {
  amountInText,
  type Availability,
  certainCurrency,
  cleanText,
  currencyInText,
  defineAdapter,
  type DocumentExtractor,
  formerPrice,
  type OptionGroup,
  type Page,
  type PageElement,
  type PriceLocale,
  priceLocaleOf,
  documentExtractor,
  type FieldExtractors,
  variantsOfOptions,
} from '#kit'

const THEME = /\/theme\/[0-9a-f]{32}\/js\/storefront\//

/** The class of the delivery text, in any language. */
const DELIVERY: Readonly<Record<string, Availability>> = {
  'delivery-available': 'in_stock',
  'delivery-restock': 'backorder',
  'delivery-preorder': 'preorder',
  'delivery-soldout': 'out_of_stock',
  'delivery-not-available': 'out_of_stock',
}

interface BuyBox {
  readonly place: PriceLocale
  readonly name: string | undefined
  readonly brand: string | undefined
  readonly sku: string | undefined
  readonly price: string | undefined
  readonly listPrice: string | undefined
  readonly delivery: string | undefined
  /** What the box lets its visitor choose from. */
  readonly groups: readonly OptionGroup[]
}

/** An option that cannot be combined with the chosen ones is sold out or does not exist. */
function groupsIn(box: PageElement): OptionGroup[] {
  return box.select('.product-detail-configurator-group').map(group => ({
    name: group.first('.product-detail-configurator-group-title')?.text('.visually-hidden'),
    options: [
      ...group.select('.product-detail-configurator-option').map(option => {
        const input = option.first('.product-detail-configurator-option-input')
        const label = option.first('.product-detail-configurator-option-label')
        const isOffered = /(?:^|\s)is-combinable(?:\s|$)/.test(input?.attr('class') ?? '')
        return {
          id: input?.attr('value'),
          value: cleanText(label?.attr('title') ?? label?.text()),
          isChosen: input?.attr('checked') !== undefined,
          availability: isOffered ? undefined : ('out_of_stock' as const),
        }
      }),
      ...group.select('select option[value]').map(option => ({
        id: option.attr('value'),
        value: cleanText(option.text()),
        isChosen: option.attr('selected') !== undefined,
      })),
    ],
  }))
}

/** Of prices by quantity, the first row: one piece costs that much. */
function printedPrice(box: PageElement): string | undefined {
  const row = box.first('.product-block-prices-body .product-block-prices-row')
  const tier = row?.first('.product-block-prices-cell:not(.product-block-prices-cell-thin)')
  return (
    box.first('.product-detail-price')?.text('.list-price, .product-detail-list-price-wrapper') ||
    tier?.text()
  )
}

function buyBox(page: Page): BuyBox | undefined {
  const box = page.first('.product-detail-buy')
  if (!box) return undefined
  const text = (css: string) => page.first(css)?.text() || undefined
  return {
    place: priceLocaleOf(page),
    name: text('.product-detail-name'),
    brand: text('.product-detail-manufacturer'),
    sku: text('.product-detail-ordernumber'),
    price: printedPrice(box),
    listPrice: text('.product-detail-buy .list-price-price'),
    delivery: page.first('.delivery-information')?.attr('class'),
    groups: groupsIn(box),
  }
}

function deliveryOf({ delivery }: BuyBox): Availability | undefined {
  const names = (delivery ?? '').split(/\s+/)
  return names.map(name => DELIVERY[name]).find(one => one !== undefined)
}

function boxPrices(box: BuyBox) {
  const price = amountInText(box.price)
  return { price, list_price: formerPrice(amountInText(box.listPrice), price) }
}

const boxFields: FieldExtractors<BuyBox> = {
  name: box => cleanText(box.name),
  brand: box => cleanText(box.brand),
  sku: box => box.sku,
  currency: box => certainCurrency(box.price),
  currency_hint: box => currencyInText(box.price, box.place),
  price: box => boxPrices(box).price,
  list_price: box => boxPrices(box).list_price,
  availability: deliveryOf,
  variants: box => {
    const shown = { sku: box.sku, ...boxPrices(box), availability: deliveryOf(box) }
    return variantsOfOptions(box.groups, shown)
  },
}

export const shopware = defineAdapter({
  name: 'shopware',
  title: 'Shopware 6',
  can: { search: false, variants: false, stock: true, catalog: false },
  requests: { product: [1, 1] },
  reads: 'The buy box of the page',
  lacks:
    'Prices of other variants than the one of the address. Search and catalog: the Store API needs a key.',
  recognise: [
    '/bundles/storefront/',
    'themeJsPublicPath',
    'window.salesChannelId',
    { text: '/js/storefront/', exact: page => THEME.exec(page.text())?.[0] },
  ],
  product: {
    read(page): DocumentExtractor[] {
      const box = buyBox(page)
      return box ? [documentExtractor('page', '.product-detail-buy', box, boxFields)] : []
    },
  },
})
