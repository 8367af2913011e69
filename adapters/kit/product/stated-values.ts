// Values that the documents of several platforms state in the same way: amounts, list prices, options of variants.
import { gtin } from '#reader/values/gtin'
import type { Condition } from '#reader/values/offers'
import { asLooseNumber, asLooseText } from '../schema/json-values.ts'
import type { Page } from '../page/page.ts'
import type { PriceLocale } from '#reader/values/currency-by-country'
import { withoutNoise } from '#reader/values/number'
import { parsePrice } from '#reader/values/price'
import { cleanText } from '#reader/values/text'
import type { ExtractedVariant } from './reading.ts'

const DECIMAL = /^\d{1,20}(?:\.\d{1,10})?$/

/**
 * An amount in units of the currency, as decimal text: from a number or from text such as `849.00`. Undefined for 0: shops
 * write it for "on request" and "not set". `places` rounds what a calculation left behind (`210.852001`).
 */
export function decimalOf(value: unknown, places?: number): string | undefined {
  const number = asLooseNumber(value)
  if (number === undefined || number <= 0 || number >= 1e15) return undefined
  const written = typeof value === 'string' ? value.trim() : String(number)
  const text = DECIMAL.test(written) ? written : String(withoutNoise(number))
  const decimals = text.split('.')[1]?.length ?? 0
  if (places !== undefined && decimals > places) return decimalOf(number.toFixed(places))
  return DECIMAL.test(text) ? text : undefined
}

/** The amount of a printed price, whatever its currency; undefined for 0. */
export function amountInText(text: string | null | undefined): string | undefined {
  return decimalOf(parsePrice(text)?.amount ?? undefined)
}

/** Where the prices of a page are printed, which says what a sign means that several currencies share. */
export function priceLocaleOf(page: Page): PriceLocale {
  return { url: page.url, language: page.first('html')?.attr('lang') }
}

/** An amount from an integer, or its digits, in units of 1/10^places; undefined for 0. */
export function decimalFromMinor(value: unknown, places: number): string | undefined {
  const digits = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof digits !== 'string' || !/^\d{1,20}$/.test(digits) || !/[1-9]/.test(digits)) return undefined
  if (places === 0) return digits
  const padded = digits.padStart(places + 1, '0')
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`
}

/** The former price, if it is above the price: `0.00`, an empty text and an equal price mean that there is none. */
export function formerPrice(former: string | undefined, price: string | undefined): string | undefined {
  if (former === undefined || price === undefined) return undefined
  return Number(former) > Number(price) ? former : undefined
}

/** Removes the amounts of a variant that are in another currency than its product's, or without the tax. */
export function withoutAmounts(variant: ExtractedVariant): ExtractedVariant {
  return { ...variant, price: undefined, list_price: undefined }
}

interface Option {
  readonly name: string | null | undefined
  readonly value: string | null | undefined
}

/** Matches "colour" in the languages of most shops, and an attribute's code, such as `pa_color` and `color_family`. */
const COLOR =
  /colou?r|couleur|farbe|colore|^cor$|^cores$|kleur|färg|farge|farve|^väri|kolor|barva|szín|culoare|renk|цвет|колір|χρώμα|カラー|颜色|顏色|색상|اللون|לון|צבע/iu

/** Some platforms name an option by its code and its label. */
const CONDITION =
  /(?<!\p{L})(?:pa_)?(?:condition|zustand|[ée]tat|estado|condizion[ei]|conservazione|conditie|staat|stan|skick|tilstand|stav|состояние|状態|成色)(?!\p{L})/iu
const CONDITIONS: readonly (readonly [Condition, RegExp])[] = [
  ['new', /^(?:brand )?(?:new|neu|neuf|nuevo|nuovo|novo|nieuw|nowy|ny|nové|nový|новый|新品)$/iu],
  [
    'refurbished',
    /^(?:refurbished|refurb|renewed|generalüberholt|reconditionné|reacondicionado|ricondizionato|recondicionado|odnowiony)(?!\p{L})/iu,
  ],
  ['damaged', /^(?:damaged|defect(?:ive)?|defekt|for parts|beschädigt)(?!\p{L})/iu],
  [
    'used',
    /^(?:used|pre-?owned|second.?hand|open.?box|gebraucht|occasion|d.occasion|usado|usato|tweedehands|gebruikt|używany|begagnad|brugt|brukt|použité|б\/у|中古)(?!\p{L})/iu,
  ],
]
/** Marketplaces grade what is used; the grade itself stays the label of the variant. Others write it behind the word: "Used - Good". */
const GRADE =
  /^(?:like new|wie neu|comme neuf|como nuevo|excellent|very good|good|fair|acceptable|sehr gut|gut|akzeptabel|très bon(?: état)?|bon(?: état)?|grade [a-d])$/iu

/** A word for the condition, and more behind it. */
const GRADED = /^\p{L}[\p{L}-]*(?: \p{L}+)?\s*[-–—(:,/]/u

interface OptionFacts {
  size?: string
  color?: string
  condition?: Condition
}

/** The colour and the condition of a variant; its other options together are what the general shape calls its size. */
export function sizeAndColor(options: readonly Option[]): OptionFacts {
  const facts = options.flatMap(({ name, value }) => {
    const text = cleanText(value)
    if (text === undefined) return []
    const isCondition = CONDITION.test(name ?? '')
    const condition = isCondition ? conditionOf(text) : undefined
    const isGraded = isCondition && (GRADE.test(text) || GRADED.test(text))
    return [{ isColor: COLOR.test(name ?? ''), condition, isGrade: isGraded, text }]
  })
  const color = facts.find(option => option.isColor)
  const stated = facts.find(option => option.condition !== undefined)
  const size = facts
    .filter(option => option !== color && (option !== stated || option.isGrade))
    .map(option => option.text)
    .join(' / ')
  return {
    ...(size === '' ? {} : { size }),
    ...(color ? { color: color.text } : {}),
    ...(stated?.condition ? { condition: stated.condition } : {}),
  }
}

function conditionOf(text: string): Condition | undefined {
  return GRADE.test(text) ? 'used' : CONDITIONS.find(([, pattern]) => pattern.test(text))?.[0]
}

/** A bar code that is a GTIN: house numbers padded with zeros have too few digits of their own. */
export function barcodeOf(value: unknown): string | undefined {
  const code = gtin(asLooseText(value))
  return code !== undefined && code.replace(/^0+/, '').length >= GTIN_DIGITS_MIN ? code : undefined
}

/** The shortest GTIN has eight digits. */
const GTIN_DIGITS_MIN = 8

/** The JSON of a document; undefined if the shop sent none, or a page instead. */
export function jsonOf(document: Page | undefined): unknown {
  return document?.holdsJson() ? document.json() : undefined
}
