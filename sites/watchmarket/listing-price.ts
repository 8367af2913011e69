// The price of a listing page: exact from the offer, with what the page says about it in words.
import { asLooseNumber, asTrimmed, cleanText, type JsonObject, must, type Page } from '#kit'

/** In the languages that the site is served in; "not negotiable" is said with a word before it. */
const NEGOTIABLE =
  /(?<!\b(?:not|non|nicht|no|niet|não|nie)[\s-])(?<![\p{L}])(?:negotiable|verhandelbar|verhandlungsbasis|négociable|negociable|trattabile|onderhandelbaar|negociável|do negocjacji)(?![\p{L}])/iu
/** Longer than any remark beside a price: another part of the page. */
const REMARK_MAX = 80

/**
 * The price is core, but a seller may keep it back: then the offer has none, and the page says so in words, without a
 * number. Of a price in two currencies ("¥900,000 (= $6,000)") the offer holds the converted one.
 */
export function readPrice(page: Page, offer: JsonObject | undefined, row: string | undefined) {
  const place = page.first('.wt-detail-page-price')
  const stated = [row, cleanText(place?.text())].filter(text => text !== undefined)
  const isOnRequest = stated.length > 0 && !stated.some(text => /\d/.test(text))
  const remark = place?.next()?.text() ?? ''
  return {
    amount: isOnRequest ? undefined : must(asLooseNumber(offer?.price), '/price/amount'),
    currency: must(
      asTrimmed(offer?.priceCurrency) ?? asTrimmed(page.assigned('metaData', ['currency'])),
      '/price/currency',
    ),
    negotiable: [...stated, remark.length > REMARK_MAX ? '' : remark].some(text => NEGOTIABLE.test(text)),
  }
}
