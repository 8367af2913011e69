// A page whose state says that the product does not exist: single-page shops send it with status 200.
import { Fault } from './fault.ts'
import type { Page } from './page.ts'
import { at } from './json-values.ts'

/** Throws `not_found` for a page whose state says that nothing is there; for the moment when a product was not found in it. */
export function mustExist(page: Page): void {
  if (page.holdsJson() ? at(page.json(), 'notFound') === true : isErrorPage(page)) {
    throw new Fault('not_found', 'the page says that there is no such product')
  }
}

function isErrorPage(page: Page): boolean {
  const props = page.script({ id: '__NEXT_DATA__' }, ['props', 'pageProps'])
  const status = at(props, 'statusCode') ?? at(props, 'errorCode')
  return status === 404 || status === 410 || page.script({ id: '__NEXT_DATA__' }, ['page']) === '/404'
}
