// Why an amount that a page shows is no price: as answers have it, and as a sentence for people.
import { likelyCurrency } from './currency-by-country.ts'

/** `48.50 $: which dollar is not stated`. `sign`: as printed, null if there is none. */
export function currencyProblem(amount: string, sign: string | null): string {
  return `${sign === null ? amount : `${amount} ${sign}`}: which ${sign === '$' ? 'dollar' : 'currency'} is not stated`
}

/** `2.50 £ or 4.00 £: which of them is the price is not clear`. */
export function rivalsProblem(amounts: readonly { amount: string; sign: string | undefined }[]): string {
  const printed = amounts.map(({ amount, sign }) => (sign === undefined ? amount : `${amount} ${sign}`))
  return `${printed.join(' or ')}: which of them is the price is not clear`
}

const UNSTATED = /^(\S+)(?: (.+))?: which (\w+) is not stated$/

/** `Price found: $48.50. The page does not say which dollar.` */
export function priceProblemText(problem: string): string {
  const [written = '', why = ''] = problem.split(/: (.*)/s)
  const which = UNSTATED.exec(problem)?.[3]
  const reason = which === undefined ? why : `the page does not say which ${which}`
  const amount = written.replaceAll(/(?<![\d.])(\d[\d.]*) (\p{Sc})(?=$| )/gu, '$2$1').replace(/\.$/, '')
  return `Price found: ${amount}. ${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
}

/** The sign of an amount whose currency is not stated; undefined for another problem. */
export function signOfProblem(problem: string): { readonly sign: string | undefined } | undefined {
  const parts = UNSTATED.exec(problem)
  return parts ? { sign: parts[2] } : undefined
}

/** What the sign most likely means: to try, or to propose. */
export function usualCode(sign = ''): string {
  return likelyCurrency(sign) ?? 'EUR'
}

/** Between backticks, as a shell takes it. */
export function currencyCommand(url: string, currency: string): string {
  const word = /^[\w./:@%+=,~-]+$/.test(url) ? url : `'${url.replaceAll("'", '%27')}'`
  return `\`wares add ${word} --currency ${currency}\``
}
