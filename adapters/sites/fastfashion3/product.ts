// Operation 15: one article (a product in one colour), from JSON-LD, the page's article data, or at least the shown price.
import {
  amount,
  asId,
  asListOrOne,
  asObject,
  asImageUrl,
  asText,
  cleanText,
  defineOperation,
  Fault,
  must,
  type Page,
  param,
  parsePrice,
  readOfferPrice,
  t,
  withPlaceholders,
} from '#kit'
import { imagesOf, priceOf, readDetails, writtenPrice } from './article-details.ts'
import { placeholders } from './placeholders.ts'
import { pictureUrl } from './picture-url.ts'

const article = t.object({
  sku: t.text('Article code: the product in one colour'),
  name: t.text('Heading of the product page'),
  color: t.text('Colour of the article, in the language of the page'),
  description: t.text('Plain text; may be empty'),
  price_currency: t.text({ description: 'ISO 4217 code', examples: ['EUR'] }),
  price: t.number('Current price of the article, in units of the currency'),
  images: t.list(t.url(), 'URLs of all pictures of the article'),
})

export const product = defineOperation({
  id: 'fastfashion3.product',
  number: 15,
  summary: 'One product in one colour, with its price and pictures',
  params: {
    url: param.productUrl(undefined, {
      path: /\/productpage\.\d/i,
      form: '/<locale>/productpage.<10 digits>.html',
    }),
  },
  lookup: ['url'],
  result: withPlaceholders(article, placeholders),
  core: ['/sku', '/name', '/price'],
  mayBeNull: ['/name'],
  prices: [{ amount: '/price', currency: '/price_currency' }],
  freshForS: 900,
  example: { url: '/en_gb/productpage.4200005310.html' },

  load: ({ url }, get) => get(url),

  extract(page) {
    const jsonLd = page.jsonLdOf('Product')
    const details = readDetails(page, codeFromUrl(page.url))
    if (!jsonLd && !details) return fromPriceElement(page)
    const [offer] = asListOrOne(jsonLd?.offers, asObject) ?? []
    const { price, currency } = readOfferPrice(offer)
    const sku = asId(jsonLd?.sku) ?? details?.code ?? codeFromUrl(page.url)
    const article = asObject(details?.articles[sku ?? ''])
    // The article has all pictures; JSON-LD has only one, so the others count as missing.
    const images = (article && imagesOf(article)) ?? mainImageOf(jsonLd?.image)
    return {
      sku,
      name:
        textOf(jsonLd?.name) ??
        cleanText(details?.name) ??
        headingOf(page) ??
        (jsonLd?.name === null ? null : undefined),
      color: textOf(jsonLd?.color) ?? textOf(article?.name),
      description: textOf(jsonLd?.description) ?? textOf(article?.description),
      price_currency: currency ?? currencyIn(article && writtenPrice(article), page.url),
      price: price ?? (article && priceOf(article)),
      images: images?.map(image => pictureUrl(image, page.url)),
    }
  },
})

function mainImageOf(image: unknown): (string | undefined)[] | undefined {
  const given = asListOrOne(image, asImageUrl)
  return given?.length === 1 ? [...given, undefined] : given
}

/** Some pages have neither block, only what a visitor sees. */
function fromPriceElement(page: Page) {
  const sku = codeFromUrl(page.url)
  // The URL of a withdrawn article redirects to a category page.
  if (sku === undefined) throw new Fault('not_found', 'the URL is not that of a product page')
  const shown = page.first('[data-testid=red-price]') ?? page.first('[data-testid=white-price]')
  const price = must(shown, 'JSON-LD Product, productArticleDetails or a price element').text()
  return {
    sku,
    name: headingOf(page),
    color: undefined,
    description: undefined,
    price_currency: currencyIn(price, page.url),
    price: amount(price),
    images: undefined,
  }
}

/** Currency symbols shared by several countries count only if the URL names the matching country. */
const SHARED_CURRENCY_COUNTRIES: Readonly<Record<string, string>> = { USD: '_us', JPY: '_jp' }

function currencyIn(written: string | undefined, address: string): string | undefined {
  const code = written === undefined ? undefined : parsePrice(written)?.isoCurrency
  const [, country = ''] = /\/[a-z]{2}(_[a-z]{2})\//.exec(address) ?? []
  return code && (SHARED_CURRENCY_COUNTRIES[code] ?? country) === country ? code : undefined
}

/** `productpage.<10 digits>.html` */
export function codeFromUrl(address: string): string | undefined {
  return /\/productpage\.(\d{10})/.exec(address)?.[1]
}

function headingOf(page: Page): string | undefined {
  return cleanText(page.first('h1')?.text())
}

/** Strings of this site contain HTML entities, in JSON too. */
function textOf(value: unknown): string | undefined {
  return cleanText(asText(value))
}
