// Operation 7: the price rows of a product, per size, shoe condition and box condition.
import {
  asList,
  asLooseInteger,
  asObject,
  asText,
  valueAt,
  defineOperation,
  type Get,
  must,
  mustAgree,
  mustHaveSome,
  type Page,
  param,
  readBySchema,
  readRows,
  sameName,
  t,
  withPlaceholders,
} from '#kit'
import { pricesPlaceholders } from './placeholders.ts'

const currency = t.text({ description: 'ISO 4217 code', examples: ['USD'] })

const ask = (about: string) =>
  t.object(
    { currency, amount: t.statedByAbsence(t.integer('In minor units; left out if there is no price')) },
    { title: 'Ask', description: about },
  )

const priceRow = t.object({
  sizeOption: t.object(
    {
      value: t.number('Numeric size, for sorting and comparing'),
      presentation: t.text({ description: 'As the page writes it', examples: ['10.5', '13C'] }),
    },
    'Size of this row; several rows may share it',
  ),
  stockStatus: t.text({
    description: 'Whether anyone sells this size in this condition',
    examples: ['single_in_stock', 'not_in_stock'],
  }),
  boxCondition: t.text({
    description: 'Condition of the box that the shoe comes in',
    examples: ['good_condition', 'badly_damaged', 'no_original_box', 'missing_lid'],
  }),
  shoeCondition: t.text({
    description: 'Condition of the shoe itself',
    examples: ['new_no_defects', 'new_with_defects', 'used'],
  }),
  lowestPriceCents: ask('Lowest price from any seller'),
  lastSoldPriceCents: t.object(
    {
      amount: t.integer('In minor units'),
      currency,
      amountUsdCents: t.integer('Converted to US cents by the site'),
    },
    'Price of the latest sale of this size in this condition',
  ),
  instantShipLowestPriceCents: ask('Lowest price among offers that the site has in stock and ships at once'),
})

export const prices = defineOperation({
  id: 'sneakerhub.prices',
  number: 7,
  summary: 'Prices of a product per size and condition',
  params: {
    id: param.identifier('Id of the product, or its slug', { aliases: ['product_id', 'productId'] }),
    country: param.withDefault(param.country('Country whose prices are returned', ['UK', 'FR', 'US']), 'US'),
  },
  lookup: ['id'],
  result: withPlaceholders(t.list(priceRow), pricesPlaceholders),
  core: ['/*/sizeOption/presentation'],
  freshForS: 300,
  example: { id: '1044287', country: 'US' },

  load: ({ id, country }, get) => loadPriceRows(id, country === 'UK' ? 'GB' : country, get),

  // Rows keep the site's order: several per size, and sizes unsorted (children's 13 comes before 1).
  extract(page) {
    const given = must(
      asList(page.json(), row => row),
      'price rows',
    )
    const rows = readRows(given, readRow)
    // A row may lack a price. If no row has a currency, the prices have moved.
    const read = rows.filter(row => row !== undefined)
    mustHaveSome(read, row => row.lowestPriceCents?.currency, '/*/lowestPriceCents/currency')
    return rows
  },
})

/** By numeric id or slug. */
export function loadPriceRows(id: string, countryCode: string, get: Get): Promise<Page> {
  return get('/web-api/v1/product_variants/buy_bar_data', {
    query: { productTemplateId: id, countryCode },
    accept: 'json',
  })
}

function readRow(row: unknown) {
  for (const key of ['lowestPriceCents', 'lastSoldPriceCents', 'instantShipLowestPriceCents'])
    checkDollarPrice(valueAt(row, key), `/*/${key}/amount`)
  return {
    ...must(readBySchema(priceRow, row, sameName), 'price row'),
    lowestPriceCents: askOf(row, 'lowestPriceCents'),
    instantShipLowestPriceCents: askOf(row, 'instantShipLowestPriceCents'),
  }
}

/** A missing amount means "no price"; an unreadable amount must not be treated as that. */
function askOf(row: unknown, key: string) {
  const price = asObject(valueAt(row, key))
  if (!price) return undefined
  const amount = price.amount ?? undefined
  return {
    currency: asText(price.currency),
    amount: amount === undefined ? undefined : must(asLooseInteger(amount), `/*/${key}/amount`),
  }
}

/** `price` is `{currency, amount, amountUsdCents}`; `others` are further values of the same price in cents. */
export function checkDollarPrice(price: unknown, field: string, ...others: readonly unknown[]): void {
  if (valueAt(price, 'currency') !== 'USD') return
  const cents = asLooseInteger(valueAt(price, 'amountUsdCents'))
  for (const stated of [valueAt(price, 'amount'), ...others]) mustAgree(asLooseInteger(stated), cents, field)
}
