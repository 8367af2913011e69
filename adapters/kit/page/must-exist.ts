// Detects pages whose state says that the product does not exist: single-page shops send them with status 200.
import { Fault } from '../fault.ts'
import type { Page } from './page.ts'
import { valueAt } from '../schema/json-values.ts'

/** Throws `not_found` if the page's state says so. Call it when no product was found in the page. */
export function mustExist(page: Page): void {
  if (page.holdsJson() ? valueAt(page.json(), 'notFound') === true : isErrorPage(page)) {
    throw new Fault('not_found', 'the page says that there is no such product')
  }
}

function isErrorPage(page: Page): boolean {
  const props = page.script({ id: '__NEXT_DATA__' }, ['props', 'pageProps'])
  const status = valueAt(props, 'statusCode') ?? valueAt(props, 'errorCode')
  return status === 404 || status === 410 || page.script({ id: '__NEXT_DATA__' }, ['page']) === '/404'
}
