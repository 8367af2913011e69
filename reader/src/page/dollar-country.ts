// Which country's dollar a "$" is: the address, the texts of the page, then the region of its language; else unknown.
import {
  currencyFromLocation,
  currencyOfSign,
  mayMean,
  SHARED_SIGN,
  usualCurrencySymbol,
  type PriceLocale,
  statedCurrency,
} from '../values/currency-by-country.ts'
import type { TextRun } from './page-view.ts'

/** What of a page tells whose dollar it means. */
export interface DollarPage extends PriceLocale {
  readonly segments: readonly TextRun[]
  /** What somebody who knows the shop says that a shared sign means. */
  readonly currency?: string | undefined
}

// A code or a postal address says where the shop is; the name of a country may be one that it ships to.
const SURE = 3
const MENTION = 1
const SIGNS: readonly (readonly [currency: string, weight: number, pattern: RegExp])[] = [
  ['USD', SURE, /(?<![\p{L}\d])(?:USD|US ?\$|U\.S\. dollars?)(?![\p{L}\d])/u],
  [
    'USD',
    SURE,
    /(?<![\p{L}\d])(?:A[KLRZ]|C[AOT]|DE|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? \d{5}(?!\d)/u,
  ],
  [
    'USD',
    MENTION,
    /(?<!\p{L})(?:USA|U\.S\.A?\.?|United States|USPS|made in america|(?:the|in|within|contiguous|continental|domestic) US|(?:lower |contiguous )?48 (?:contiguous )?states|UPS Ground|FedEx Ground|Prop(?:osition)? 65|California|Texas|Florida|New York|Ohio|Illinois|Pennsylvania|[Zz]ip [Cc]ode|ZIP [Cc]ode)(?!\p{L})/u,
  ],
  // Of North America; a shop in Canada mentions Canada too.
  [
    'USD',
    MENTION,
    /(?<!\d)(?:1[-. ])?\(?[2-9]\d\d\)?[-. ]{1,2}[2-9]\d\d[-. ]\d{4}(?!\d)|(?<!\d)1[-. ]8(?:00|88|77|66|55|44|33)[-. ]/,
  ],
  ['CAD', SURE, /(?<![\p{L}\d])(?:CAD|CA ?\$|C ?\$|Canadian dollars?)(?![\p{L}\d])/u],
  ['CAD', SURE, /(?<![\p{L}\d])[ABCEGHJ-NPRSTVXY]\d[A-Z] \d[A-Z]\d(?![\p{L}\d])/u],
  [
    'CAD',
    MENTION,
    /(?<!\p{L})(?:Canada|Canadian|Canadien(?:ne)?|GST\/HST|Interac)(?!\p{L})|(?<=\w)\.ca(?!\p{L})/iu,
  ],
  ['AUD', SURE, /(?<![\p{L}\d])(?:AUD|AU ?\$|A ?\$|Australian dollars?|ABN:? ?\d\d)(?![\p{L}])/u],
  ['AUD', SURE, /(?<![\p{L}\d])(?:NSW|VIC|QLD|TAS|ACT|SA|WA|NT),? \d{4}(?!\d)/u],
  [
    'AUD',
    MENTION,
    /(?<!\p{L})(?:Australia|Australian|Aussie|Australia Post)(?!\p{L})|(?<=\w)\.com\.au(?!\p{L})/iu,
  ],
  ['NZD', SURE, /(?<![\p{L}\d])(?:NZD|NZ ?\$)(?![\p{L}\d])/u],
  ['NZD', MENTION, /(?<!\p{L})(?:New Zealand|NZ|Aotearoa)(?!\p{L})|(?<=\w)\.co\.nz(?!\p{L})/u],
  ['SGD', SURE, /(?<![\p{L}\d])(?:SGD|S ?\$)(?![\p{L}\d])/u],
  ['SGD', MENTION, /(?<!\p{L})Singapore(?!\p{L})/iu],
  ['HKD', SURE, /(?<![\p{L}\d])(?:HKD|HK ?\$)(?![\p{L}\d])|港幣/u],
  ['HKD', MENTION, /(?<!\p{L})Hong Kong(?!\p{L})|香港/iu],
  ['TWD', SURE, /(?<![\p{L}\d])(?:TWD|NTD|NT ?\$)(?![\p{L}\d])|新台幣|新臺幣/u],
  ['TWD', MENTION, /(?<!\p{L})Taiwan(?!\p{L})|台灣|臺灣/iu],
  ['MXN', SURE, /(?<![\p{L}\d])(?:MXN|MX ?\$|pesos mexicanos)(?![\p{L}\d])/iu],
  ['MXN', MENTION, /(?<!\p{L})(?:M[eé]xico|CDMX)(?!\p{L})/iu],
  ['ARS', MENTION, /(?<!\p{L})(?:Argentina|AFIP|Buenos Aires|Mercado ?Pago)(?!\p{L})/iu],
  ['CLP', MENTION, /(?<!\p{L})(?:Chile|Santiago|Webpay)(?!\p{L})/iu],
  ['COP', MENTION, /(?<!\p{L})(?:Colombia|Bogot[aá]|Medell[ií]n)(?!\p{L})/iu],
]
const ANY =
  /\$|dollar|\d{4}|8(?:00|88|77|66|55|44|33)[-. ]| US|states|Ground|Prop|California|Texas|Florida|New York|Ohio|Illinois|Pennsyl|zip |\d[A-Z] \d|USA|U\.S|United|USPS|america|CAD|Canad|Interac|\.ca(?!\p{L})|AUD|Au[s]|ABN|Zealand|NZ|\.nz|\.au|Singap|SGD|Hong|HKD|TWD|NTD|Taiwan|M[eé]xico|MXN|CDMX|Argentina|AFIP|Buenos|Mercado|Chile|Santiago|Webpay|Colombia|Bogot|Medell|[港台臺]/iu
const MAX_TEXT = 300
const MAX_MENTIONS = 4

/** The ISO code of a printed sign; as in the kit, but a "$" that nothing explains means no currency. */
export function currencyOfPrintedSign(sign: string, page: DollarPage): string | undefined {
  if (sign !== '$') return currencyOfSign(sign, page)
  const isDollar = (code: string | undefined) => code !== undefined && usualCurrencySymbol(code) === '$'
  const place = currencyFromLocation(page.url, undefined)
  if (isDollar(place)) return place
  const said = dollarInTexts(page)
  if (said !== undefined) return said
  const region = currencyFromLocation('', page.language)
  return isDollar(region) ? region : undefined
}

/** The same of what data states: a code, or, against the rules, a symbol. */
export function currencyInData(written: string, page: DollarPage): string | undefined {
  const sign = written.trim()
  if (page.currency !== undefined && SHARED_SIGN.test(sign) && mayMean(sign, page.currency))
    return page.currency
  return sign === '$' ? currencyOfPrintedSign('$', page) : statedCurrency(written, page)
}

const countryByRuns = new WeakMap<readonly TextRun[], string | undefined>()

/** Undefined if the texts of the page name none, or several. */
export function dollarInTexts({ segments }: DollarPage): string | undefined {
  if (countryByRuns.has(segments)) return countryByRuns.get(segments)
  const country = countDollars(segments)
  countryByRuns.set(segments, country)
  return country
}

function countDollars(segments: readonly TextRun[]): string | undefined {
  const scores = new Map<string, number>()
  const times = new Map<RegExp, number>()
  for (const { text } of segments) {
    if (text.length > MAX_TEXT || !ANY.test(text)) continue
    for (const [currency, weight, pattern] of SIGNS) {
      const before = times.get(pattern) ?? 0
      if (before >= MAX_MENTIONS || !pattern.test(text)) continue
      times.set(pattern, before + 1)
      scores.set(currency, (scores.get(currency) ?? 0) + weight)
    }
  }
  const [first, second] = [...scores].toSorted(([, a], [, b]) => b - a)
  return first && first[1] > 2 * (second?.[1] ?? 0) ? first[0] : undefined
}
