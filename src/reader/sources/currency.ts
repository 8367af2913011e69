// Candidates for the currency: symbols of printed prices, resolved by the shop's country, and the country itself.
import { currencyFromLocation, SHARED_SIGN } from '../../kit/values/currency-by-country.ts'
import type { Emit } from '../candidate.ts'
import { OTHER_PRODUCTS, REVIEWS, SITE_CHROME } from '../page/element-context.ts'
import type { Page } from '../page/read-page.ts'
import { currencyInData, currencyOfPrintedSign } from './dollar-country.ts'
import type { ShownPrice } from './shown/shown-prices.ts'

export function emitCurrency(page: Page, prices: readonly ShownPrice[], emit: Emit): void {
  const place = currencyFromLocation(page.url, page.language)
  if (place !== undefined && !isExcluded(place, page))
    emit({ field: 'currency', value: place, source: 'page', place: 'address', features: { location: 1 } })
  const byCode = new Map<string, ShownPrice[]>()
  for (const price of prices) {
    const code = price.sign === undefined ? undefined : currencyOfPrintedSign(price.sign, page)
    if (code === undefined) continue
    const list = byCode.get(code)
    if (list) list.push(price)
    else byCode.set(code, [price])
  }
  const start = page.heading?.at ?? 0
  const isOwn = ({ node, at }: ShownPrice) =>
    at >= start && (page.context.flags(node) & (OTHER_PRODUCTS | SITE_CHROME | REVIEWS)) === 0
  const first = prices.find(price => price.sign !== undefined && isOwn(price))
  for (const [code, list] of byCode) {
    const [one] = list
    if (!one) continue
    emit({
      field: 'currency',
      value: code,
      source: 'page',
      place: `printed ${one.sign}`,
      at: one.at,
      sign: one.sign,
      features: {
        printed: 1,
        ...(list.length > prices.length / 2 ? { 'beside most prices': 1 } : {}),
        ...(first && list.includes(first) ? { 'beside the first price after the heading': 1 } : {}),
        ...(SHARED_SIGN.test(one.sign ?? '') ? { 'shared sign': 1 } : {}),
      },
    })
  }
}

/** The data state a sign that is none of this currency: a Swedish shop under .eu or .de. */
function isExcluded(place: string, page: Page): boolean {
  const written = page.meta.get('product:price:currency')?.[0] ?? page.meta.get('og:price:currency')?.[0]
  if (written === undefined || /^\s*[A-Z]{3}\s*$/.test(written)) return false
  const stated = currencyInData(written, page)
  return stated !== undefined && stated !== place
}
