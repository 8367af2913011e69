// Reads the price of a listing page: the exact amount from the offer, and whether the page calls it negotiable.
import { asLooseNumber, asTrimmed, cleanText, type JsonObject, must, type Page } from '#kit'

/** In the site's languages, unless a word for "not" comes before. */
const NEGOTIABLE =
  /(?<!\b(?:not|non|nicht|no|niet|não|nie)[\s-])(?<![\p{L}])(?:negotiable|verhandelbar|verhandlungsbasis|négociable|negociable|trattabile|onderhandelbaar|negociável|do negocjacji)(?![\p{L}])/iu
/** A longer text is not a remark about the price but another part of the page. */
const REMARK_MAX = 80

/**
 * The price is a core field, but a seller may withhold it: then the offer has none, and the page shows a text without a
 * number. If the page shows two currencies ("¥900,000 (= $6,000)"), the offer has the converted price.
 */
export function readPrice(page: Page, offer: JsonObject | undefined, row: string | undefined) {
  const place = page.first('.wt-detail-page-price')
  const stated = statedPrices(page, row)
  const isOnRequest = isPriceOnRequest(page, row)
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

/** The page shows a text where the price would be. */
export function isPriceOnRequest(page: Page, row: string | undefined): boolean {
  const stated = statedPrices(page, row)
  return stated.length > 0 && !stated.some(text => /\d/.test(text))
}

function statedPrices(page: Page, row: string | undefined): string[] {
  const shown = cleanText(page.first('.wt-detail-page-price')?.text())
  return [row, shown].filter(text => text !== undefined)
}
