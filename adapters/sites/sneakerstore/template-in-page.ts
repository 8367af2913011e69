// The marketplace's product object in the state of a page.
import { asObject, asTrimmed, findByKey, type Page } from '#kit'
import { lastPathSegment } from './source-product.ts'

/** The product object in the state of some versions of the page. */
export function templateIn(page: Page) {
  return findByKey(page.script({ id: '__NEXT_DATA__' }), 'productTemplate')
    .map(asObject)
    .find(one => asTrimmed(one?.slug) === lastPathSegment(page.url))
}
