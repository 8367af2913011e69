// Decides on the article number and the brand where readers differ.
import { first, firstOf, type Found, type Readers } from './findings.ts'
import { partOfHeading } from './page-brand.ts'
import type { PageModel } from './page-model.ts'

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
    page.pieces.some(({ text, hidden }) => !hidden && text.length < 80 && hasWord(text, sku))
  )
}

function hasWord(text: string, word: string): boolean {
  const at = text.indexOf(word)
  return at >= 0 && !/[\p{L}\d]/u.test(text[at - 1] ?? '') && !/[\p{L}\d]/u.test(text[at + word.length] ?? '')
}

/** The brand: from data, then as printed, then from tracking code in the spelling of the heading. */
export function weighBrand(readers: Readers, page: PageModel, url: string): Found<string> {
  const tracked = readers.find(([source]) => source === 'embedded')?.[1]?.brand
  const others = readers.filter(([source]) => source !== 'embedded')
  const stated = first(
    others.filter(([source]) => source !== 'label' && source !== 'page'),
    'brand',
  )
  const printed = first(
    others.filter(([source]) => source === 'label' || source === 'page'),
    'brand',
  )
  // Shops that fill in their own name as the brand of everything.
  if (stated && printed && isShop(stated.value, url)) return printed
  if (stated ?? printed) return stated ?? printed
  if (tracked !== undefined)
    return { value: spellingIn(page.heading ?? '', tracked) ?? tracked, source: 'embedded' }
  return firstOf(partOfHeading(page), 'page')
}

function isShop(brand: string, url: string): boolean {
  const host = /^https?:\/\/(?:www\.)?([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? ''
  const name = brand.toLowerCase().replace(/[^\p{L}\d]/gu, '')
  return name.length > 2 && host.replace(/[^\p{L}\d]/gu, '').includes(name)
}

function spellingIn(heading: string, brand: string): string | undefined {
  const letters = Array.from(brand.replace(/[^\p{L}\d]/gu, ''), letter => letter.replace(/[^\p{L}\d]/gu, ''))
  if (letters.length < 2) return undefined
  return new RegExp(letters.join('[^\\p{L}\\d]?'), 'iu').exec(heading)?.[0]
}
