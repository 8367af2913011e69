// Markets: how a country stands in the path of a page and in the filters of the feed.

/** The market of the paths that name none. */
export const HOME_MARKET = 'US'

// Only markets known to be served in a language of their own; elsewhere the site speaks British English.
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

/** The ISO code, which the site uses; callers say UK. */
export function marketOf(country: string): string {
  return country === 'UK' ? 'GB' : country
}

export function languageOf(market: string): string {
  return LANGUAGES[market] ?? 'en-GB'
}

/** What stands before `/t/`: `/gb`, and nothing for the home market. */
export function marketPath(market: string): string {
  return market === HOME_MARKET ? '' : `/${market.toLowerCase()}`
}

export interface ProductPath {
  readonly market: string
  /** From `/t/` on. */
  readonly path: string
  readonly styleColor: string | undefined
}

/** `/gb/t/<name>/<style-colour>`, perhaps with a language after the country, perhaps without the colour. */
const PRODUCT_PATH = /(?:\/([a-z]{2}))?(?:\/[a-z]{2})?(\/t\/[^/]+(?:\/([^/]+))?)\/?$/i

/** A product address taken apart; undefined when it is none. */
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
