// Decides on the article number and the brand where readers differ.
import type { PageModel } from './page-model.ts'
import { first, firstOf, type Found, type Readers } from './read-product.ts'

/**
 * A printed article number comes first: it is what the shop calls the article to its customers, while data often
 * holds an internal key.
 */
export function weighSku(readers: Readers, weak: string | undefined, url: string): Found<string> {
  const label = readers.find(([source]) => source === 'label')?.[1]?.sku
  const data = first(
    readers.filter(([source]) => source !== 'label' && source !== 'embedded'),
    'sku',
  )
  return (
    firstOf(label, 'label') ??
    data ??
    firstOf(weak, 'label') ??
    first(readers, 'sku') ??
    firstOf(idInUrl(url), 'url')
  )
}

// A long number in the address is the article's key where nothing else names one.
function idInUrl(url: string): string | undefined {
  const named = /[?&](?:pid|sku|product_?id|item_?id|id|goods_?id|prod)=([\w-]{3,40})/i.exec(url)?.[1]
  const numbers = url.replace(/[?#].*$/, '').match(/\d{5,}/g)
  return named ?? numbers?.at(-1)
}

export function weighBrand(readers: Readers, _page: PageModel): Found<string> {
  return first(readers, 'brand')
}
