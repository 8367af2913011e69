// Which words stand for money on a page: a symbol always does, a word only where its country or its data says so.
import { currencyFromSymbol, isCertainSign } from '../values/currency.ts'
import { UNITS } from '../values/currency-data.ts'
import { currenciesOfPlace, SHARED_SIGN } from '../values/currency-by-country.ts'
import { hasDigit, plainDigits } from '../values/number.ts'
import type { ReaderPage } from '../page/read-page.ts'
import type { AcceptSign } from './split-amounts.ts'

// A single letter next to a number is a size, and pounds and feet are measures.
const NOT_MONEY = /^(?:[A-Za-z]|[Pp]ounds?|ft)$/
// "Nu", "TOP", "real": a word of a sentence, unless the page is of that country.
const MAY_BE_A_WORD = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+\.?$/u
const MAX_TEXT = 60
const MAX_SIGNED = 3

/** `stated`: the currencies that the data of the page states. */
export function createAcceptSign(page: ReaderPage, stated: ReadonlySet<string>): AcceptSign {
  const memory = new Map<string, boolean>()
  let own: ReadonlySet<string> | undefined
  let hasCertain: boolean | undefined
  const decide = (sign: string): boolean => {
    if (NOT_MONEY.test(sign)) return sign === 'p' && currenciesOfPlace(page).includes('GBP')
    if (isCertainSign(sign) || SHARED_SIGN.test(sign) || !MAY_BE_A_WORD.test(sign)) return true
    own ??= new Set([...currenciesOfPlace(page), ...stated])
    const currency = currencyFromSymbol(sign)
    if (currency !== undefined && own.has(UNITS[currency]?.code ?? currency)) return true
    hasCertain ??= own.size > 0 || printsCertainSign(page)
    return !hasCertain
  }
  return sign => {
    const known = memory.get(sign)
    if (known !== undefined) return known
    const accepted = decide(sign)
    memory.set(sign, accepted)
    return accepted
  }
}

/** Whether some amount of the page has a symbol or a code that is no word. */
function printsCertainSign({ segments }: ReaderPage): boolean {
  let count = 0
  for (const { text } of segments) {
    if (text.length > MAX_TEXT || !hasDigit(text)) continue
    if (CERTAIN.test(plainDigits(text)) && ++count >= MAX_SIGNED) return true
  }
  return count > 0
}

const CERTAIN = /\p{Sc}\s?\d|\d[.,]?[-–—]?\s?(?:\p{Sc}|kr(?!\p{L})|zł|Kč|EUR|USD|GBP|CHF)/iu
