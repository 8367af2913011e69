// Markets: the country in a page's path and in the feed's filters.

/** The market of paths without a country. */
export const HOME_MARKET = 'US'

// Markets known to be served in their own language; elsewhere the site uses British English.
const LANGUAGES: Readonly<Record<string, string>> = {
  US: 'en',
  CN: 'zh-Hans',
  CZ: 'cs',
  DE: 'de',
  DK: 'da',
  ES: 'es-ES',
  FR: 'fr',
  GR: 'el',
  HU: 'hu',
  IT: 'it',
  JP: 'ja',
  KR: 'ko',
  NL: 'nl',
  PL: 'pl',
  PT: 'pt-PT',
  SE: 'sv',
  TR: 'tr',
  TW: 'zh-Hant',
}

/** Converts UK, which callers use, to the site's ISO code. */
export function marketOf(country: string): string {
  return country === 'UK' ? 'GB' : country
}

export function languageOf(market: string): string {
  return LANGUAGES[market] ?? 'en-GB'
}

/** The path before `/t/`: `/gb`, or nothing for the home market. */
export function marketPath(market: string): string {
  return market === HOME_MARKET ? '' : `/${market.toLowerCase()}`
}

export interface ProductPath {
  readonly market: string
  /** The path from `/t/` on. */
  readonly path: string
  readonly styleColor: string | undefined
}

/** `/gb/t/<name>/<style-colour>`, optionally with a language after the country, and with or without the colour. */
const PRODUCT_PATH = /(?:\/([a-z]{2}))?(?:\/[a-z]{2})?(\/t\/[^/]+(?:\/([^/]+))?)\/?$/i

/** Parses a product URL; undefined if it is not one. */
export function readProductUrl(url: string): ProductPath | undefined {
  const [, country, path, styleColor] = PRODUCT_PATH.exec(URL.parse(url)?.pathname ?? '') ?? []
  if (path === undefined) return undefined
  return {
    market: (country ?? HOME_MARKET).toUpperCase(),
    path,
    styleColor: styleColor && upperCaseStyleColor(styleColor),
  }
}

/** Style and colour as the site writes them: `AB1234-001`. */
export function upperCaseStyleColor(styleColor: string): string {
  return styleColor.toUpperCase().replace(' ', '-')
}
