// Article data in fastfashion3's formats: JSON-LD, a JavaScript object literal, or the state of newer pages.
import { convertAmount, type CurrencyCode, currencies, formatPrice } from '../../currencies.ts'
import { scriptJson } from '../../page-shell.ts'
import type { SandboxProduct } from '../../product.ts'

/** An article among the other colours of its product, in one market. */
export interface ProductView {
  readonly article: SandboxProduct
  readonly colours: readonly SandboxProduct[]
  readonly currency: CurrencyCode
  readonly locale: string
  /** Path of the service that knows the stock. */
  readonly servicePath: string
  /** Absolute URL of the sandbox server. */
  readonly origin: string
  readonly addressOf: (product: SandboxProduct) => string
}

/** Seven digits for the product, three for the colour. */
export function codeOf(product: SandboxProduct): string {
  return `${product.id}${product.colour.code}`
}

/** Picture URLs lack a scheme, and their query is partly escaped. */
function picture(path: string, call: string, { origin }: ProductView): string {
  const options = 'set=quality%5B79%5D%2Corigin%5Bdam%5D%2Ccategory%5B%5D%2Ctype%5BLOOKBOOK%5D%2Cres%5Bm%5D'
  return `${origin.replace(/^https?:/, '')}${path}?${options}&call=url[file:/product/${call}]`
}

function descriptionOf(product: SandboxProduct): string | undefined {
  return product.position % 17 === 3 ? undefined : product.description
}

function valueIn(dollarCents: number, currency: CurrencyCode): string {
  return convertAmount(dollarCents, currency).toFixed(currencies[currency].digits)
}

/** Those of some pages have an extra brace, as the real ones sometimes do. */
export function breadcrumbList({ article, addressOf }: ProductView): string {
  const trail = article.categoryPath.map(
    (name, index) => `{"@type":"ListItem","position":"${index + 1}","name":"${name}"}`,
  )
  return `<script type="application/ld+json">
		{
		"@context" : "https://schema.org",
		"@type" : "BreadcrumbList",
		"itemListElement":[${trail.join(',')},{"@type":"ListItem","item":"${addressOf(article)}"}${article.position % 2 === 0 ? '}' : ''}]}
</script>`
}

export function productSchema(view: ProductView): string {
  const { article, currency } = view
  const value = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    itemCondition: 'https://schema.org/NewCondition',
    image: picture(article.pictures[0] ?? '', 'main', view),
    name: article.model,
    color: article.colour.name,
    description: descriptionOf(article),
    sku: codeOf(article),
    brand: { '@type': 'Brand', name: article.brand },
    category: { '@type': 'Thing', name: article.category },
    offers: [
      {
        '@type': 'Offer',
        url: view.addressOf(article),
        priceCurrency: currency,
        price: valueIn(article.priceCents, currency),
        availability: `http://schema.org/${article.sizes.some(size => size.quantity > 0) ? 'InStock' : 'OutOfStock'}`,
        seller: { '@type': 'Organization', name: article.brand.replaceAll('&', '&amp;') },
      },
    ],
  }
  return `<script id="product-schema" type="application/ld+json">\n${escapedJson(JSON.stringify(value, undefined, 1))}\n</script>`
}

/** Non-ASCII characters are escaped. */
function escapedJson(json: string): string {
  return json
    .replaceAll('<', '\\u003c')
    .replace(
      /\P{ASCII}/gu,
      letter => `\\u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    )
}

export function articleScript(view: ProductView): string {
  const { article, colours } = view
  const title = `${article.model} - {alternatecolor} - ${article.gender.toUpperCase()}`
  const articles = colours.map(one => `'${codeOf(one)}': ${scriptArticle(one, view)}`)
  return `<script>
    var productAvailabilityServiceUrl = '${view.servicePath}/{site_code}/availability/{product_code}.json';
    productAvailabilityServiceUrl = productAvailabilityServiceUrl.replace("{site_code}", countryForAvailability);
    var isDesktop = window.innerWidth > 768;
    var productArticleDetails = {
    'alternate': ${quoted(title)},'articleCode':'${codeOf(article)}', 'baseProductCode' : '${article.id}_group',
        'materialDetails':[ { 'name':${quoted(article.materials[0]?.name ?? '')}, 'description':'It\\'s {washable};' } ],
        ${articles.join(',\n        ')}
    };
</script>`
}

function scriptArticle(article: SandboxProduct, view: ProductView): string {
  const { currency } = view
  const reduced = article.originalPriceCents !== undefined
  const full = article.originalPriceCents ?? article.priceCents
  const images = article.pictures.map(path => {
    const size = (desktop: string, mobile: string): string =>
      `isDesktop ? '${picture(path, desktop, view)}' : '${picture(path, mobile, view)}'`
    return `{ 'thumbnail': '${picture(path, 'thumb', view)}', 'image': ${size('main', 'mobilemain')}, 'fullscreen': ${size('fullscreen', 'mobilefullscreen')} }`
  })
  const description = descriptionOf(article)
  return `{
            'name': ${quoted(article.colour.name)},
            'inStore': ${article.position % 2 === 0},
            'selection': false,${description === undefined ? '' : `\n            'description': ${quoted(description)},`}
            'images':[ ${images.join(', ')} ],
            'sizes':[ ${article.sizes.map((size, index) => `{ 'sizeCode': '${sizeCodeOf(article, index)}', 'name': ${quoted(size.label)} }`).join(', ')} ],
            'whitePrice': ${quoted(formatPrice(full, currency))},
            'whitePriceValue': '${valueIn(full, currency)}',${
              reduced
                ? `\n            'redPrice': ${quoted(formatPrice(article.priceCents, currency))},\n            'redPriceValue': '${valueIn(article.priceCents, currency)}',`
                : ''
            }
            'priceClub': ${quoted(clubPriceOf(article, currency))},
            'concept': [ 'EVERYDAY' ],
            'compositions': [ ${article.materials.map(one => quoted(`${one.name} ${one.percent}%`)).join(', ')} ],
            'careInstructions': [ ${article.care.map(quoted).join(', ')} ],
            'url': '${new URL(view.addressOf(article)).pathname}',
            'comingSoon':false
        }`
}

/** Members pay less for some articles. */
function clubPriceOf({ priceCents, position }: SandboxProduct, currency: CurrencyCode): string {
  return position % 12 === 3 ? formatPrice(Math.round(priceCents * 0.9), currency) : ''
}

/** The article's ten digits and three for the size. */
function sizeCodeOf(article: SandboxProduct, index: number): string {
  return `${codeOf(article)}00${index}`
}

/** Codes of the sizes that can be ordered, and of those of which few are left. */
export function stockOf(colours: readonly SandboxProduct[]) {
  const codes = (isWanted: (quantity: number) => boolean) =>
    colours.flatMap(article =>
      article.sizes.flatMap(({ quantity }, index) =>
        isWanted(quantity) ? [sizeCodeOf(article, index)] : [],
      ),
    )
  return { availability: codes(quantity => quantity > 0), fewPieceLeft: codes(n => n > 0 && n < 3) }
}

function quoted(text: string): string {
  return `'${escapedJson(text.replaceAll('\\', '\\\\').replaceAll("'", "\\'"))}'`
}

/** Newer pages have the same articles as JSON in the page's state. */
export function nextState(view: ProductView): string {
  const { article, colours, locale } = view
  const productArticleDetails = {
    articleCode: codeOf(article),
    alternate: `${article.model} - {alternatecolor} - ${article.gender.toUpperCase()}`,
    productName: article.model,
    variations: Object.fromEntries(colours.map(one => [codeOf(one), stateArticle(one, view)])),
  }
  const productPageProps = { aemData: { productArticleDetails }, ssrAvailability: stockOf(colours) }
  const state = {
    props: { pageProps: { productPageProps, locale } },
    page: '/product',
    buildId: 'sandbox-2026-01',
  }
  return `<script id="__NEXT_DATA__" type="application/json">${scriptJson(state)}</script>`
}

function stateArticle(article: SandboxProduct, view: ProductView) {
  const { currency } = view
  const { priceCents, originalPriceCents } = article
  const full = originalPriceCents ?? priceCents
  return {
    name: article.colour.name,
    description: descriptionOf(article),
    images: article.pictures.map(path => ({
      image: picture(path, 'main', view),
      fullscreen: picture(path, 'fullscreen', view),
      thumbnail: picture(path, 'thumb', view),
    })),
    whitePrice: formatPrice(full, currency),
    whitePriceValue: valueIn(full, currency),
    redPrice: originalPriceCents === undefined ? null : formatPrice(priceCents, currency),
    redPriceValue: originalPriceCents === undefined ? null : valueIn(priceCents, currency),
    sizes: article.sizes.map((size, index) => ({ sizeCode: sizeCodeOf(article, index), name: size.label })),
    url: new URL(view.addressOf(article)).pathname,
  }
}
