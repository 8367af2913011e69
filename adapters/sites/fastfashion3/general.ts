// Reads fastfashion3's documents in the general shape: an article in one colour, with its sizes and the other colours.
import {
  absoluteUrl,
  asFlag,
  asId,
  asList,
  asLooseNumber,
  asObject,
  asText,
  asTrimmed,
  attributes,
  type Availability,
  cleanText,
  currencyOfCountry,
  defineProductMapping,
  findByKey,
  htmlToText,
  type JsonObject,
  listPrice,
  money,
  moneyFromText,
  type Page,
  parsePrice,
  schemaAvailability,
  schemaCondition,
  schemaCrumbs,
  schemaImages,
  schemaName,
  schemaOffers,
  schemaPrices,
  unique,
  valueAt,
  variantTotals,
} from '#kit'
import { type Details, imagesOf, readDetails } from './article-details.ts'
import { pictureUrl } from './picture-url.ts'
import { codeFromUrl } from './product.ts'

interface Documents {
  readonly page: Page
  readonly item: JsonObject | undefined
  readonly offer: JsonObject | undefined
  readonly details: Details | undefined
  /** The article in the requested colour. */
  readonly article: JsonObject | undefined
  readonly stock: JsonObject | undefined
}

export const general = {
  product: defineProductMapping({
    operation: 'fastfashion3.product',
    requests: 2,
    further: {
      stock: {
        holds: 'json',
        fields: ['availability', 'variants'],
        load(page: Page, get) {
          const url = stockUrl(page)
          return url === undefined ? undefined : get(url, { accept: 'json' })
        },
      },
    },
    open(page, _, { stock }): Documents {
      const item = page.jsonLdOf('Product')
      const details = readDetails(page, codeFromUrl(page.url))
      const code = asId(item?.sku) ?? details?.code ?? codeFromUrl(page.url)
      return {
        page,
        item,
        offer: schemaOffers(item?.offers)[0],
        details,
        article: asObject(details?.articles[code ?? '']),
        stock: stockIn(page, stock),
      }
    },
    fields: {
      name: nameOf,
      brand: ({ item }) => schemaName(item?.brand),
      description: ({ item, article }) => plain(item?.description) ?? plain(article?.description),
      breadcrumbs: found =>
        schemaCrumbs(found.page.jsonLdOf('BreadcrumbList'), found.page.url, nameOf(found)),
      sku: ({ page, item, details }) =>
        asId(item?.sku) ?? details?.code ?? codeFromUrl(canonicalUrl(page) ?? page.url),
      color: ({ item, article }) => cleanText(asText(item?.color)) ?? colourOf(article),
      condition: ({ item, offer }) =>
        schemaCondition(item?.itemCondition) ?? schemaCondition(offer?.itemCondition),
      price: found => schemaPrices(found.offer).price ?? shownPrices(found).price,
      list_price: found => shownPrices(found).list_price,
      availability: found =>
        variantTotals(readVariants(found).filter(one => one.color === colourOf(found.article)))
          .availability ??
        schemaAvailability(found.offer?.availability) ??
        announced(found.article),
      images: ({ page, item, article }) =>
        unique(
          (article && imagesOf(article) ? imagesOf(article) : schemaImages(item?.image, page.url))?.map(
            image => pictureUrl(image, page.url),
          ),
        ),
      attributes: ({ item, article }) =>
        attributes({
          category: schemaName(item?.category),
          concept: listOf(article?.concept),
          composition: listOf(article?.compositions),
          care: listOf(article?.careInstructions),
        }),
      variants: readVariants,
      other_prices: memberPrice,
    },
  }),
}

/** Older pages name the address of the stock, with gaps for the country and the digits that all colours share. */
function stockUrl(page: Page): string | undefined {
  const template = asText(page.assigned('productAvailabilityServiceUrl'))
  const [, country] = /\/[a-z]{2}_([a-z]{2})\/productpage/.exec(page.url) ?? []
  const product = codeFromUrl(page.url)?.slice(0, -3)
  if (country === undefined || product === undefined) return undefined
  return absoluteUrl(template?.replace('{site_code}', country).replace('{product_code}', product), page.url)
}

function canonicalUrl(page: Page): string | undefined {
  return page.first('link[rel="canonical"]')?.attr('href')
}

function nameOf({ page, item, details }: Documents): string | undefined {
  return cleanText(asText(item?.name)) ?? cleanText(details?.name) ?? cleanText(page.first('h1')?.text())
}

/** Every size of every colour that the page knows. */
function readVariants(found: Documents) {
  return Object.values(found.details?.articles ?? {}).flatMap(value => {
    const article = asObject(value)
    return (asList(article?.sizes, one => one) ?? []).map(size => readVariant(found, article, size))
  })
}

function readVariant({ stock, page }: Documents, article: JsonObject | undefined, size: unknown) {
  const sku = asId(valueAt(size, 'sizeCode'))
  return {
    sku,
    size: cleanText(asText(valueAt(size, 'name'))),
    color: colourOf(article),
    ...pricesOf(article, page),
    availability: stockOf(sku, stock) ?? announced(article),
    url: absoluteUrl(asText(article?.url), page.url),
  }
}

function colourOf(article: JsonObject | undefined): string | undefined {
  return cleanText(asText(article?.name))
}

/** The red price is the reduced one, the white price the full one. */
function pricesOf(article: JsonObject | undefined, page: Page) {
  const [red, white] = ['red', 'white'].map(kind => moneyOf(article, `${kind}Price`, page))
  return { price: red ?? white, list_price: listPrice(white, red) }
}

function moneyOf(article: JsonObject | undefined, key: string, page: Page) {
  const written = asText(article?.[key])
  const value = asLooseNumber(article?.[`${key}Value`]) ?? parsePrice(written)?.amount
  return money(value, currencyIn(written, page))
}

/** A sign that several countries use means the currency of the country in the URL. */
function currencyIn(written: string | undefined, page: Page): string | undefined {
  const [, country] = /\/[a-z]{2}_([a-z]{2})\//.exec(page.url) ?? []
  const market = currencyOfCountry(country)
  const printed = parsePrice(written)
  return /^[$¥£]$|^kr\.?$/.test(printed?.currency ?? '$') ? market : (printed?.isoCurrency ?? undefined)
}

/** Some pages have only what a visitor sees. */
function shownPrices({ item, article, page }: Documents) {
  if (item || article) return pricesOf(article, page)
  const [red, white] = ['red', 'white'].map(kind => {
    const text = page.first(`[data-testid=${kind}-price]`)?.text()
    return moneyFromText(text, currencyIn(text, page))
  })
  return { price: red ?? white, list_price: listPrice(white, red) }
}

/** Codes of the sizes in stock, and of those of which few are left; newer pages have the same lists in their state. */
function stockIn(page: Page, stock: Page | undefined): JsonObject | undefined {
  if (stock) return asObject(stock.json())
  return findByKey(page.script({ id: '__NEXT_DATA__' }), 'ssrAvailability')
    .map(asObject)
    .find(Boolean)
}

function stockOf(sku: string | undefined, stock: JsonObject | undefined): Availability | undefined {
  const available = asList(stock?.availability, asId)
  if (sku === undefined || available === undefined) return undefined
  if (asList(stock?.fewPieceLeft, asId)?.includes(sku)) return 'limited'
  return available.includes(sku) ? 'in_stock' : 'out_of_stock'
}

/** Announced, but it cannot be ordered yet. */
function announced(article: JsonObject | undefined): Availability | undefined {
  return asFlag(article?.comingSoon) === true ? 'out_of_stock' : undefined
}

function memberPrice({ article, page }: Documents) {
  const text = asTrimmed(article?.priceClub)
  const price = moneyFromText(text, currencyIn(text, page))
  return price ? [{ kind: 'member' as const, price, text }] : []
}

function listOf(values: unknown): string | undefined {
  return asList(values, one => cleanText(asText(one)))
    ?.filter(Boolean)
    .join(', ')
}

/** Strings of this site contain HTML entities, in JSON too. */
function plain(value: unknown): string | undefined {
  return htmlToText(asText(value)) || undefined
}
