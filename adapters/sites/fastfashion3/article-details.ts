// Reads the articles (one per colour) from the page's article script, or from the state of newer pages.
import {
  amount,
  asLooseNumber,
  asId,
  asList,
  asObject,
  asText,
  asTrimmed,
  valueAt,
  mostComplete,
  mustAgree,
  type JsonObject,
  type Page,
} from '#kit'

export interface Details {
  /** Code of the article that the page shows. */
  readonly code: string | undefined
  readonly name: string | undefined
  readonly articles: JsonObject
}

/** Undefined when the page has none. There is no recording of a newer page: its articles are read like the older ones. */
export function readDetails(page: Page, asked: string | undefined): Details | undefined {
  const given = page.assignedAll('productArticleDetails').map(asObject)
  const older = mostComplete(given.filter(one => asked && one?.[asked])) ?? mostComplete(given)
  // Read when asked for, so that the place of each value is known.
  if (older) {
    return {
      get code() {
        return asTrimmed(older.articleCode)
      },
      get name() {
        return nameIn(older)
      },
      articles: older,
    }
  }
  const props = page.script({ id: '__NEXT_DATA__' }, ['props', 'pageProps', 'productPageProps'])
  const newer = asObject(valueAt(props, 'aemData', 'productArticleDetails'))
  return (
    newer && {
      get code() {
        return asTrimmed(newer.articleCode) ?? asTrimmed(valueAt(props, 'articleCode'))
      },
      get name() {
        return asTrimmed(newer.productName) ?? nameIn(newer)
      },
      articles: byCode(newer.variations),
    }
  )
}

/** Variations are a map by code, or a list. */
function byCode(variations: unknown): JsonObject {
  const list = asList(variations, one => [
    asId(valueAt(one, 'articleCode')) ?? asId(valueAt(one, 'code')),
    one,
  ])
  return list ? Object.fromEntries(list) : (asObject(variations) ?? {})
}

/** From the title template for the other colours: `<name> - {alternatecolor} - …`. */
function nameIn(details: JsonObject): string | undefined {
  return /^(.+?) - \{/.exec(asText(details.alternate) ?? '')?.[1]
}

/** The red price is the reduced one. If the article has one, it counts, so that the full price is never reported instead. */
export function priceOf(article: JsonObject): number | undefined {
  const value = isReduced(article) ? article.redPriceValue : article.whitePriceValue
  const price = asLooseNumber(value) ?? amount(asText(value))
  mustAgree(price, amount(writtenPrice(article)), '/price')
  return price
}

/** "34,99 €" */
export function writtenPrice(article: JsonObject): string | undefined {
  return asText(isReduced(article) ? article.redPrice : article.whitePrice)
}

function isReduced(article: JsonObject): boolean {
  return [article.redPrice, article.redPriceValue].some(value => (value ?? '') !== '')
}

/** Every picture comes in several sizes. The first available is used; `image` is the one that the page shows. */
const SIZES = ['image', 'fullscreen', 'thumbnail', 'baseUrl']

export function imagesOf(article: JsonObject): (string | undefined)[] | undefined {
  const images = asList(article.images, image => image)
  const size = SIZES.find(name => images?.some(image => asTrimmed(valueAt(image, name)) !== undefined))
  return images?.map(image => (size === undefined ? undefined : asTrimmed(valueAt(image, size))))
}
