// Normalises countries to the ISO code, whether a page writes the code or the name in its own language.
import { countries } from './known-values.ts'

const CODES = countries.map(({ code }) => (code === 'UK' ? 'GB' : code))

/** Names found on pages that the standard tables lack. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'united states of america': 'US',
  usa: 'US',
  'vereinigte staaten von amerika': 'US',
  'etats unis d amerique': 'US',
  'estados unidos de america': 'US',
  'stati uniti d america': 'US',
  'great britain': 'GB',
  grossbritannien: 'GB',
  'czech republic': 'CZ',
  'russian federation': 'RU',
  turkey: 'TR',
  holland: 'NL',
}

/** The two-letter code for a code or a name; undefined for anything else. `language` is the language of the page. */
export function countryCode(text: string | undefined, language = 'en'): string | undefined {
  const wanted = text?.trim()
  if (!wanted) return undefined
  if (/^[A-Za-z]{2}$/.test(wanted)) return wanted.toUpperCase()
  return codeOfName(wanted, language) ?? codeOfName(wanted, 'en') ?? OTHER_NAMES[plain(wanted)]
}

function codeOfName(name: string, language: string): string | undefined {
  const [locale] = Intl.DisplayNames.supportedLocalesOf([wellFormed(language)])
  if (locale === undefined) return undefined
  const wanted = plain(name)
  return ['long', 'short']
    .map(style => new Intl.DisplayNames(locale, { type: 'region', style: style as 'long', fallback: 'none' }))
    .flatMap(names => CODES.find(code => plain(names.of(code) ?? '') === wanted) ?? [])[0]
}

/** Pages also write `en_GB`, and worse. */
function wellFormed(language: string): string {
  const tag = language.trim().replaceAll('_', '-')
  return /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(tag) ? tag : 'en'
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/^the /, '')
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
