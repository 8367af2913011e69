// Runs the general reader on a fetched page in any character set. Pure, so that it can run on any thread.
import type { PageSource } from '../kit/page.ts'
import { type Product, readProduct } from '../reader/index.ts'

export function readProductPage({ body, charset, url }: PageSource): Product {
  const isUtf8 = /^utf-?8$/i.test(charset)
  return readProduct(isUtf8 ? body : new TextDecoder(charset).decode(body), url.href)
}
