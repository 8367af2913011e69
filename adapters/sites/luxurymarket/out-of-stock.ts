// Recognises the page's visible out-of-stock notice.
import type { Page } from '#kit'

/** The English sentence, and "out of stock" in other languages. Counts only if product data or the price is missing. */
const SENTENCE =
  /sorry, this piece is currently out of stock|(?:actuellement|momentanément) (?:épuisé|en rupture de stock)|derzeit (?:ausverkauft|nicht vorrätig)|actualmente (?:agotad|sin existencias)|al momento (?:esaurit|non disponibil)/i

/** Checks only the visible text: scripts on any page may contain the sentence. */
export function saysOutOfStock(page: Page): boolean {
  return SENTENCE.test(page.first('body')?.text() ?? '')
}
