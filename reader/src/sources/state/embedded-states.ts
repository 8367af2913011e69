// Finds the page's product in the JSON state embedded in its scripts.
import { needle, type PageData } from '../../html/bytes.ts'
import { parseRelaxedJson, readRelaxedJsonAt, type RelaxedValue } from '../../data/script/relaxed-json.ts'
import { minorUnits } from '../../values/currency.ts'
import { findNumbers, plainDigits, toDecimal } from '../../values/number.ts'
import { parseMachinePrice } from '../../values/machine-price.ts'
import type { SchemaItem } from '../../schema-org/schema-org-values.ts'
import { sharedWords } from '../../page/main-heading.ts'
import { attribute } from '../../page/page-view.ts'
import type { ReaderPage } from '../../page/read-page.ts'

const ASSIGNED = /[\w$\])"'](?: {0,4})=(?: {0,4})(?=[{[]|JSON\.parse\()/g
const PRICE_KEY = needle('rice')
// Limits for hostile pages; real ones have a few thousand values.
const MAX_SCRIPTS = 20
const MAX_ASSIGNMENTS = 6
const MAX_VALUES = 60_000
const MAX_PRODUCTS = 300

const NAME_KEYS = ['name', 'title', 'productname', 'displayname', 'producttitle', 'itemname']
const PRICE_KEYS = [
  'saleprice',
  'currentprice',
  'finalprice',
  'sellingprice',
  'specialprice',
  'price',
  'prices',
  'pricing',
  'priceinfo',
  'offers',
]
const OTHER_KEYS: ReadonlySet<string> = new Set(
  (
    'sku id productid itemid code articlenumber brand brandname vendor manufacturer description shortdescription image ' +
    'images media gallery variants skus sizes availability available instock isinstock stock currency currencycode gtin ' +
    'ean slug handle rating reviews breadcrumbs category'
  ).split(' '),
)

// Most objects have neither, which is cheaper to see than to spell all keys alike.
const MAY_BE_PRICE = /pric|offers/i
const MAY_BE_NAME = /name|title/i

/** A product in the state; its keys in lower case, without dashes and underscores. */
interface StateProduct {
  readonly fields: SchemaItem
  readonly name: string
  readonly price: string
}

/** A product whose price may be unknown because its unit is. */
export interface SettledProduct extends Omit<StateProduct, 'price'> {
  readonly price: string | undefined
}

/** The page's product, if the state describes only one, or one that matches the title. `isWanted`: which scripts are read. */
export function findStateProduct(
  page: ReaderPage,
  isWanted: (script: PageData) => boolean = () => true,
): SettledProduct | undefined {
  const own: StateProduct[] = []
  const listed: StateProduct[] = []
  for (const state of readStates(page, isWanted)) collectProducts(state, own, listed)
  const words = page.headingWords
  const titled = [...own, ...listed].filter(({ name }) => sharedWords(name, words) > 0.7)
  const named = new Set(titled.map(({ name }) => name))
  const isOnly = new Set(own.map(({ name }) => name)).size === 1
  const product = named.size === 1 ? titled[0] : isOnly ? own[0] : undefined
  if (product === undefined) return undefined
  const hasDecimals = [...own, ...listed].some(({ price }) => price.includes('.'))
  return { ...product, price: hasDecimals ? product.price : settleUnits(page, product) }
}

// Below this a whole number cannot be an amount in cents of anything sold alone.
const MIN_MINOR = 100

/**
 * A whole number may be an amount in cents. A second statement decides: a printed price in the state, the title or the
 * description. Without one there is no price.
 */
function settleUnits(page: ReaderPage, { fields, price }: StateProduct): string | undefined {
  const amount = Number(price)
  const code = ['currency', 'currencycode', 'pricecurrency']
    .map(key => fields[key])
    .find(value => typeof value === 'string')
  const isWithoutCents = typeof code === 'string' && minorUnits(code) === 0
  if (amount < MIN_MINOR || isWithoutCents || 'pricecents' in fields || 'priceincents' in fields) return price
  const texts = [
    page.title,
    ...(page.meta.get('description') ?? []),
    ...(page.meta.get('og:description') ?? []),
  ]
  const inFields = Object.values(fields).filter(
    value => typeof value === 'string' && value.length < MAX_PRINTED,
  ) as string[]
  const stated = new Set(
    [...texts, ...inFields.filter(text => /\p{Sc}|[A-Z]{3}/u.test(text))].flatMap(text =>
      findNumbers(plainDigits(text)).map(number => Number(toDecimal(number.text))),
    ),
  )
  if (stated.has(amount)) return price
  return stated.has(amount / 100) ? (amount / 100).toFixed(2) : undefined
}

const MAX_PRINTED = 40

function readStates(page: ReaderPage, isWanted: (script: PageData) => boolean): unknown[] {
  const states: unknown[] = []
  const { bytes, contentStarts, contentEnds } = page.tree
  let scripts = 0
  for (const node of page.scripts) {
    const body = bytes.data.subarray(contentStarts[node], contentEnds[node])
    const type = attribute(page, node, 'type') ?? ''
    if (body.length < 40 || type === 'application/ld+json' || !body.includes(PRICE_KEY) || !isWanted(body))
      continue
    if (scripts++ === MAX_SCRIPTS) break
    const text = body.toString('utf8')
    if (/json/i.test(type)) states.push(parseRelaxedJson(text, { syntax: 'json' }))
    else states.push(...readAssignments(text))
  }
  return states
}

function readAssignments(text: string): unknown[] {
  const values: unknown[] = []
  let end = 0
  let count = 0
  for (const match of text.matchAll(ASSIGNED)) {
    const start = match.index + match[0].length
    if (start < end) continue
    if (count++ === MAX_ASSIGNMENTS) break
    const read = readStrictly(text, start) ?? readRelaxedJsonAt(text, start)
    if (read === undefined) continue
    values.push(typeof read.value === 'string' ? parseRelaxedJson(read.value) : read.value)
    end = read.end
  }
  return values
}

/** Most states are JSON, which the engine's own parser reads ten times faster. */
function readStrictly(text: string, start: number): RelaxedValue | undefined {
  const gaps: number[] = []
  const end = bracketsEnd(text, start, gaps)
  if (end === undefined) return undefined
  try {
    return { value: JSON.parse(filled(text, start, end, gaps)) as unknown, end }
  } catch {
    return undefined
  }
}

/** Servers write `undefined` for members without a value: the only thing in most states that is not JSON. */
const GAP = 'undefined'

function filled(text: string, start: number, end: number, gaps: readonly number[]): string {
  let from = start
  const parts = gaps.map(at => {
    const part = text.slice(from, at)
    from = at + GAP.length
    return part
  })
  return [...parts, text.slice(from, end)].join('null')
}

/** As deep as the reader of JavaScript goes. */
const MAX_DEPTH = 200

/** Where the brackets that open at `start` are closed, if all but the `gaps` up to there can be JSON. */
function bracketsEnd(text: string, start: number, gaps: number[]): number | undefined {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = stringEnd(text, at)
      if (at < 0) return undefined
    } else if (code === APOSTROPHE) return undefined
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > MAX_DEPTH) return undefined
    } else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --depth === 0) return at + 1
    else if (depth === 0) return undefined
    else if (code === U && text.startsWith(GAP, at)) gaps.push(at)
  }
  return undefined
}

const [QUOTE, APOSTROPHE, BACKSLASH, U] = [0x22, 0x27, 0x5c, 0x75] as const
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d] as const

/** The quote that closes the string at `start`; -1 if none does. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slash = at - 1
    while (text.charCodeAt(slash) === BACKSLASH) slash--
    if ((at - slash) % 2 === 1) return at
  }
  return -1
}

interface Visit {
  readonly value: object
  readonly product: StateProduct | undefined
  readonly into: StateProduct[]
}

/** Products in a list are other products; one outside any list is the page's own. */
function collectProducts(state: unknown, own: StateProduct[], listed: StateProduct[]): void {
  if (typeof state !== 'object' || state === null) return
  const visits: Visit[] = [{ value: state, product: toProduct(state), into: own }]
  for (let count = 0; count < MAX_VALUES && own.length + listed.length < MAX_PRODUCTS; count++) {
    const visit = visits.pop()
    if (visit === undefined) return
    if (visit.product) {
      visit.into.push(visit.product)
      continue
    }
    const members: Omit<Visit, 'into'>[] = []
    for (const value of Object.values(visit.value) as unknown[])
      if (typeof value === 'object' && value !== null) members.push({ value, product: toProduct(value) })
    const products = members.filter(({ product }) => product !== undefined)
    const into = products.length > 1 ? listed : visit.into
    for (const { value, product } of members) visits.push({ value, product, into })
  }
}

// No product has more members; a larger object is a lookup table.
const MAX_MEMBERS = 200
const MIN_OTHER_KEYS = 2

function toProduct(value: object): StateProduct | undefined {
  if (Array.isArray(value)) return undefined
  const item = value as SchemaItem
  const keys = Object.keys(item)
  if (keys.length < 4 || keys.length > MAX_MEMBERS) return undefined
  if (!keys.some(key => MAY_BE_PRICE.test(key)) || !keys.some(key => MAY_BE_NAME.test(key))) return undefined
  const fields = Object.fromEntries(keys.map(key => [key.toLowerCase().replace(/[_-]/g, ''), item[key]]))
  const name = NAME_KEYS.map(key => fields[key]).find(value => typeof value === 'string' && value.length > 2)
  const others = Object.keys(fields).filter(key => OTHER_KEYS.has(key)).length
  if (typeof name !== 'string' || name.length > 300 || others < MIN_OTHER_KEYS) return undefined
  const price = priceOf(fields)
  return price === undefined ? undefined : { fields, name, price }
}

function priceOf(fields: SchemaItem): string | undefined {
  for (const key of PRICE_KEYS) {
    const [value] = Array.isArray(fields[key]) ? (fields[key] as unknown[]) : [fields[key]]
    const price = parseMachinePrice(value)
    if (price !== undefined && Number(price) > 0) return price
  }
  const cents = fields['pricecents'] ?? fields['priceincents']
  return typeof cents === 'number' && Number.isInteger(cents) && cents > 0
    ? (cents / 100).toFixed(2)
    : undefined
}
