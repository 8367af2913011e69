// How the site says that a piece is gone, in the words that visitors read.
import type { Page } from '#kit'

/** The English sentence; in other languages its words for "out of stock", which only count where nothing else is told. */
const SENTENCE =
  /sorry, this piece is currently out of stock|(?:actuellement|momentanément) (?:épuisé|en rupture de stock)|derzeit (?:ausverkauft|nicht vorrätig)|actualmente (?:agotad|sin existencias)|al momento (?:esaurit|non disponibil)/i

/** Only what a visitor sees counts: the scripts of every page may hold the sentence. */
export function saysOutOfStock(page: Page): boolean {
  return SENTENCE.test(page.first('body')?.text() ?? '')
}
