// Puts the taught fields into a product: they decide, and what was read instead is disputed.
import { Fault } from '#kit/fault'
import type { FieldSource, GeneralProduct } from '#kit/product/general-product'
import { money, type Money } from '#reader/values/money'
import { currencyProblem } from '#reader/values/price-problem'
import { certainCurrency, mayMean } from '#reader/values/currency-by-country'
import { findCurrency } from '#reader/values/currency'
import { plainDigits } from '#reader/values/number'
import type { ReaderProduct } from '#reader/product-shape'
import { currencyOfPrintedSign } from '#reader/page/dollar-country'
import {
  fieldRulesText,
  isLeftToReader,
  ruleText,
  TAUGHT_FIELDS,
  type TaughtField,
  type TaughtFields,
} from '#reader/taught/taught-rule'
import type { TaughtPage } from '#reader/taught/open-page'
import { readTaughtField, type TaughtReading } from '#reader/taught/read-rule'
import { isSameValue } from '#reader/taught/taught-value'

/** A page whose name is taught is a product, whatever it looks like; one that says that it is gone stays so. */
export function withTaughtName(read: ReaderProduct, fields: TaughtFields, page: TaughtPage): ReaderProduct {
  const name = fields.name ? readTaughtField('name', fields, page).value : null
  const isDoubtful = read.is_product || read.page_kind === 'other'
  if (name === null || !isDoubtful) return read
  return { ...read, name, is_product: true, confidence: { ...read.confidence, name: 1 } }
}

/** What a rule has read on this page before. */
export type KnownPrice = Money

interface AppliedTaught {
  readonly product: GeneralProduct
  /** Fields whose rules gave nothing, or something that cannot be right. */
  readonly failed: readonly TaughtField[]
  /** As a rule has read it; undefined if none did. */
  readonly taughtPrice: Money | undefined
}

/** `currency`: what the reader found, for a price of a page without another. `known`: the last price that a rule has read here. */
export function applyTaught(
  product: GeneralProduct,
  fields: TaughtFields,
  page: TaughtPage,
  { currency, known }: { readonly currency?: string | null; readonly known?: KnownPrice | undefined } = {},
): AppliedTaught {
  // On a page where a rule has read the price, the reader's would be a guess: it may be what was corrected.
  const isLeft = (field: TaughtField) =>
    isLeftToReader(fields, field) && !(field === 'price' && known !== undefined)
  const readings = new Map(
    TAUGHT_FIELDS.filter(field => fields[field] !== undefined)
      .map(field => [field, readTaughtField(field, fields, page)] as const)
      .filter(([field, { value }]) => value !== null || !isLeft(field)),
  )
  const next = { ...product }
  const sources: Record<string, FieldSource> = { ...product.sources }
  const failed = [...readings].flatMap(([field, { value }]) =>
    fields[field] !== null && value === null ? [field] : [],
  )
  if (failed.includes('name'))
    throw new Fault('upstream_changed', `the rule for name finds nothing: ${fieldRulesText(fields.name)}`, {
      field: '/name',
    })
  applyTexts(next, readings)
  const doubts = applyPrices(next, readings, page, { currency, known })
  const disputed = new Map(product.disputed.map(one => [`${one.field} ${one.value}`, one]))
  for (const [field, { rule, value, written = '' }] of readings) {
    const [was, is] = [fieldValue(product, field), fieldValue(next, field)]
    for (const one of product.disputed)
      if (one.field === field && isSameValue(field, one.value, is)) disputed.delete(`${field} ${one.value}`)
    if (was !== null && !isSameValue(field, was, is)) {
      const from = product.sources?.[sourceName(field)]?.from ?? 'page'
      disputed.set(`${field} ${was}`, { field, value: was, from })
    }
    const doubt = doubts.get(field)
    const isUnknown = doubt === UNKNOWN_CURRENCY && value !== null
    if (sourceName(field) === field)
      sources[field] = {
        from: 'taught',
        where: whereText(fields, field, rule, doubt),
        confidence: 1,
        also: [],
        ...(isUnknown && { problem: currencyProblem(value, findCurrency(plainDigits(written)) ?? null) }),
      }
  }
  if (readings.get('currency')?.value === null)
    sources.price = {
      from: 'taught',
      where: `currency: ${whereText(fields, 'currency', undefined)}`,
      confidence: 1,
      also: [],
    }
  return {
    product: { ...next, disputed: [...disputed.values()], ...(product.sources ? { sources } : {}) },
    failed: [...failed, ...doubts.keys()],
    taughtPrice: (readings.get('price')?.value && next.price) || undefined,
  }
}

function whereText(
  fields: TaughtFields,
  field: TaughtField,
  rule: TaughtReading['rule'],
  doubt?: string,
): string {
  if (rule === undefined)
    return fields[field] === null ? 'taught to be none' : `${fieldRulesText(fields[field])} (finds nothing)`
  return doubt === undefined ? ruleText(rule) : `${ruleText(rule)} (${doubt})`
}

/** The currency is a part of the price. */
function sourceName(field: TaughtField): string {
  return field === 'currency' ? 'price' : field
}

type Readings = ReadonlyMap<TaughtField, TaughtReading>
type Mutable = { -readonly [K in keyof GeneralProduct]: GeneralProduct[K] }

function applyTexts(next: Mutable, readings: Readings): void {
  const name = readings.get('name')?.value
  if (typeof name === 'string') next.name = name
  for (const field of ['brand', 'sku', 'mpn', 'gtin'] as const) {
    const reading = readings.get(field)
    if (reading) next[field] = reading.value
  }
  const availability = readings.get('availability')
  if (availability) next.availability = availability.value as GeneralProduct['availability']
  const condition = readings.get('condition')
  if (condition) next.condition = condition.value as GeneralProduct['condition']
}

/** Another order of magnitude is another thing: a price per piece, an article number, an amount in cents. */
const MAGNITUDE = 10

const UNKNOWN_CURRENCY = 'in an unknown currency'

/** Fields whose value is not believed, and why. */
type Doubts = ReadonlyMap<TaughtField, string>

function applyPrices(
  next: Mutable,
  readings: Readings,
  page: TaughtPage,
  { currency, known }: { readonly currency?: string | null; readonly known?: KnownPrice | undefined },
): Doubts {
  const doubts = new Map<TaughtField, string>()
  const code = currencyOf('price', next, readings, page, currency)
  const ofList = currencyOf('list_price', next, readings, page, code)
  if (readings.has('currency')) inCurrency(next, code)
  for (const [field, unit] of [
    ['price', code],
    ['list_price', ofList],
  ] as const) {
    const reading = readings.get(field)
    if (!reading) continue
    next[field] = moneyOf(reading, unit)
    if (reading.value !== null && next[field] === null && !readings.has('currency'))
      doubts.set(field, UNKNOWN_CURRENCY)
  }
  const price = readings.get('price')
  if (price && known && next.price && isImplausible(next.price, known)) {
    const field = next.price.currency === known.currency || !readings.has('currency') ? 'price' : 'currency'
    next.price = null
    next.price_max = null
    doubts.set(field, 'implausible, not believed')
  } else if (price || readings.has('list_price')) dropContradictions(next)
  return doubts
}

function isImplausible(price: Money, known: KnownPrice): boolean {
  const share = Number(price.amount) / Number(known.amount)
  return price.currency !== known.currency || share >= MAGNITUDE || share <= 1 / MAGNITUDE
}

function moneyOf(reading: TaughtReading, code: string | null | undefined): Money | null {
  if (reading.value === null) return null
  return money(reading.value, code) ?? null
}

/** Taught, even if that is none; else printed beside the amount, or of the page. */
function currencyOf(
  field: 'price' | 'list_price',
  product: GeneralProduct,
  readings: Readings,
  { page }: TaughtPage,
  ofReader: string | null | undefined,
): string | null | undefined {
  const taught = readings.get('currency')
  if (taught) return taught.value
  const known = [product.price?.currency, product.list_price?.currency, ofReader].filter(one => one != null)
  const sign = findCurrency(plainDigits(readings.get(field)?.written ?? ''))
  if (sign === undefined) return known[0]
  return certainCurrency(sign) ?? known.find(code => mayMean(sign, code)) ?? currencyOfPrintedSign(sign, page)
}

function inCurrency(next: Mutable, code: string | null | undefined): void {
  const moved = (one: Money | null) => (one === null ? null : (money(one.amount, code) ?? null))
  next.price = moved(next.price)
  next.list_price = moved(next.list_price)
  next.price_max = moved(next.price_max)
  next.variants = next.variants.map(variant => ({
    ...variant,
    price: moved(variant.price),
    list_price: moved(variant.list_price),
  }))
  next.other_prices = next.other_prices.map(one => ({ ...one, price: moved(one.price) }))
}

/** What was read beside another price does not go with this one. */
function dropContradictions(next: Mutable): void {
  const price = Number(next.price?.amount)
  const contradicts = (one: Money | null, isFalse: (amount: number) => boolean) =>
    one !== null && (one.currency !== next.price?.currency || isFalse(Number(one.amount)))
  if (contradicts(next.list_price, amount => amount <= price)) next.list_price = null
  if (contradicts(next.price_max, amount => amount <= price)) next.price_max = null
}

/** The value of a field as a person would name it. */
export function fieldValue(product: GeneralProduct, field: TaughtField): string | null {
  if (field === 'currency') return product.price?.currency ?? product.list_price?.currency ?? null
  if (field === 'price' || field === 'list_price') return product[field]?.amount ?? null
  return product[field]
}
