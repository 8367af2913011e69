// Decides on the article number and the brand where readers differ.
import type { PageModel } from './page-model.ts'
import { first, firstOf, type Found, type Readers } from './read-product.ts'

/**
 * A printed article number comes first: it is what the shop calls the article to its customers, while data often
 * holds an internal key.
 */
export function weighSku(
  readers: Readers,
  weak: string | undefined,
  page: PageModel,
  url: string,
): Found<string> {
  const label = readers.find(([source]) => source === 'label')?.[1]?.sku
  const data = first(
    readers.filter(([source]) => source !== 'label' && source !== 'embedded'),
    'sku',
  )
  // What data and page agree on is surer than any label: a set prints the numbers of its parts too.
  if (data && isPrinted(data.value, page)) return data
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

function isPrinted(sku: string, page: PageModel): boolean {
  return (
    sku.length > 3 &&
    page.pieces.some(({ text, hidden }) => !hidden && text.length < 80 && text.includes(sku))
  )
}

/** The brand as the first reader has it; names out of tracking code in the spelling of the heading. */
export function weighBrand(readers: Readers, page: PageModel): Found<string> {
  const brand = first(readers, 'brand')
  if (brand?.source !== 'embedded') return brand
  return { value: spellingIn(page.heading ?? '', brand.value) ?? brand.value, source: brand.source }
}

function spellingIn(heading: string, brand: string): string | undefined {
  const letters = Array.from(brand.replace(/[^\p{L}\d]/gu, ''), letter => letter.replace(/[^\p{L}\d]/gu, ''))
  if (letters.length < 2) return undefined
  return new RegExp(letters.join('[^\\p{L}\\d]?'), 'iu').exec(heading)?.[0]
}
