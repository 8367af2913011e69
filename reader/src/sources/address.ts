// Candidates from the page's URL and from data attributes: the keys by which a shop identifies the product.
import { decodeEntities } from '../html/entities.ts'
import { decodeUtf8 } from '../html/bytes.ts'
import { parseGtin } from '../values/gtin.ts'
import type { Emit, Features } from '../candidate.ts'
import { OTHER_PRODUCTS, SITE_CHROME } from '../page/element-context.ts'
import { attribute, placeOf } from '../page/page-view.ts'
import { isInCard, type ReaderPage } from '../page/read-page.ts'
import { FORM_VARIATIONS } from './state/state-variants.ts'

const QUERY_KEY = /^(?:pid|sku|product_?id|item_?id|id|goods_?id|prod|dwvar_\w+|variant|code|article)$/i

export function emitAddress(page: ReaderPage, emit: Emit): void {
  const put = (value: string | undefined, place: string, features: Features) => {
    if (value !== undefined && value.length >= 3 && value.length <= 40)
      emit({ field: 'sku', value, source: 'page', place, features: { address: 1, ...features } })
  }
  const addresses = [page.url, page.canonical ?? '']
  // Bookshops have the ISBN in the address.
  const isbn = /(?<!\d)97[89]\d{10}(?!\d)/.exec(addresses.join(' '))?.[0]
  const gtin = isbn === undefined ? undefined : parseGtin(isbn)?.value
  if (gtin !== undefined)
    emit({ field: 'gtin', value: gtin, source: 'page', place: 'address', features: { address: 1 } })
  addresses.forEach((address, index) => {
    const from = index === 0 ? 'address' : 'canonical address'
    for (const [, key = '', value = ''] of address.matchAll(/[?&#]([\w-]+)=([\w-]{3,40})/g))
      if (QUERY_KEY.test(key)) put(value, `${from}: ${key}`, { 'query parameter': 1 })
    for (const { token, features } of pathTokens(address)) put(token, from, features)
  })
}

interface Token {
  readonly token: string
  readonly features: Features
}

/** The parts of a path that look like keys: "B07FW264WL", "987929" in "blue-987929.html". */
function pathTokens(address: string): Token[] {
  const path = address.replace(/^https?:\/\/[^/]+|[?#][^]*/g, '')
  const parts = path.split('/').filter(part => part !== '')
  // The last part first: it names the product, and those before it the category.
  return [...parts.entries()].toReversed().flatMap(([index, part]) => {
    const last: Features = index === parts.length - 1 ? { 'last in path': 1 } : {}
    const bare = part.replace(/\.\w{2,5}$/, '')
    const whole: Token[] = /^(?=.*\d)[\w.]{4,24}$/.test(bare)
      ? [{ token: bare, features: { ...last, 'whole part of path': 1 } }]
      : []
    const words = bare.split(/[-_,]+/)
    const numbers: Token[] = words.flatMap((word, place) =>
      word !== bare && /^(?=.*\d)[A-Za-z]{0,6}\d[\dA-Za-z]{3,}$/.test(word)
        ? [
            {
              token: word,
              features: { ...last, ...(place === words.length - 1 ? { 'ends the part': 1 } : {}) },
            },
          ]
        : [],
    )
    const stripped: Token[] = numbers.flatMap(({ token, features }) => {
      const digits = /^[a-z]{1,2}(\d{5,})$/i.exec(token)?.[1]
      return digits === undefined ? [] : [{ token: digits, features: { ...features, 'letter taken off': 1 } }]
    })
    return whole.concat(numbers, stripped)
  })
}

/** Hidden inputs and data attributes have the id that is sent to the cart. */
export function emitAttributes(page: ReaderPage, emit: Emit): void {
  for (const { node, name, place } of page.dataAttributes) {
    if (name === FORM_VARIATIONS) continue
    const { attributes, bytes } = page.tree
    const value = decodeEntities(
      decodeUtf8(bytes, attributes[place + 2] as number, attributes[place + 3] as number),
      'attribute',
    ).trim()
    emitValue(page, node, name, value, emit)
  }
  for (const node of page.buttons) {
    const name = attribute(page, node, 'name') ?? attribute(page, node, 'id') ?? ''
    const value = attribute(page, node, 'value')?.trim()
    if (
      value &&
      /^(?:sku|asin|product_?-?id|product|item_?-?id|pid|id_product|productcode|add-to-cart|product_?code|art(?:icle)?_?(?:id|no|nr))$/i.test(
        name,
      )
    )
      emitValue(page, node, `input ${name}`, value, emit)
  }
}

function emitValue(page: ReaderPage, node: number, name: string, value: string, emit: Emit): void {
  if (value === '' || value.length > 50 || isInCard(page, node)) return
  const flags = page.context.flags(node)
  const features: Features = {
    attribute: 1,
    ...((flags & (OTHER_PRODUCTS | SITE_CHROME)) > 0 ? { aside: 1 } : {}),
    ...(/sku|code|article/.test(name) ? { 'key sku': 1 } : { 'key id': 1 }),
  }
  const place = `${placeOf(page, node)} ${name}`
  if (/brand/.test(name)) {
    if (/\p{L}/u.test(value))
      emit({ field: 'brand', value, source: 'page', place, node, features: { attribute: 1 } })
    return
  }
  if (/price|availability|stock/.test(name)) return
  if (/ean|gtin/.test(name)) {
    const gtin = parseGtin(value)?.value
    if (gtin) emit({ field: 'gtin', value: gtin, source: 'page', place, node, features })
    return
  }
  if (/^(?=.*\d)[\w./ -]{3,40}$/.test(value))
    emit({ field: 'sku', value, source: 'page', place, node, features })
}
