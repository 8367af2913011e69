// How the site says on a page's face that a piece is gone.
import type { Page } from '#kit'

const SENTENCE = /sorry, this piece is currently out of stock/i

/** Only what a visitor sees counts: the scripts of every page may hold the sentence. */
export function saysOutOfStock(page: Page): boolean {
  return SENTENCE.test(page.first('body')?.text() ?? '')
}
