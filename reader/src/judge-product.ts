// What speaks for and against a page being about one product.
import { findCurrency } from './values/currency.ts'
import type { Candidate, Features } from './candidate.ts'
import type { FieldChoice } from './choose.ts'
import type { PageCandidates } from './collect-candidates.ts'
import { FINANCE, IN_LINK, OTHER_PRODUCTS, REVIEWS, SITE_CHROME, STRUCK } from './page/element-context.ts'
import { sharedWords } from './page/main-heading.ts'
import { attribute } from './page/page-view.ts'
import { apologises, isHeadedGone, isWall, saysGone } from './page/page-kind.ts'
import { type ReaderPage, sharedWithHeading } from './page/read-page.ts'
import { allOffersOf } from './schema-org/schema-org-offers.ts'
import { isOwnAddress } from './page/json-ld-products.ts'
import { countMicrodataProducts } from './sources/schema-org/emit-microdata.ts'
import { textOf } from './schema-org/schema-org-values.ts'
import { LIST_CONTROL, OTHER_PAGE_HEADING } from './words/page-kind-words.ts'
import { lettersOf, setFeature } from './feature-sets.ts'
import { isOfData } from './statements/page-words.ts'
import { calibrate, softmax, scoreOf, WEIGHTS, type Weights } from './score/weights.ts'

export type JudgedFields = Readonly<Record<'price' | 'sku' | 'gtin' | 'brand' | 'availability', FieldChoice>>

export function productPageFeatures(candidates: PageCandidates, choices: JudgedFields): Features {
  const { odds, facts } = candidates
  const features: Features = { page: 1, 'odds by its words': odds.product / 2, ...facts }
  addData(features, candidates)
  addMeta(features, candidates.page)
  addPrice(features, candidates, choices.price)
  addNumbers(features, candidates, choices)
  addHeading(features, candidates.page)
  addAddress(features, candidates.page.url)
  addList(features, candidates)
  addButton(features, candidates)
  return features
}

// Types of pages whose products are only mentioned.
const ARTICLE_TYPES =
  /^(?:\w*Article|BlogPosting|Recipe|HowTo|QAPage|DiscussionForumPosting|JobPosting|Review|Course)$/
const LIST_TYPES = /^(?:ItemList|CollectionPage|SearchResultsPage|OfferCatalog)$/

function addData(features: Features, { page, fields }: PageCandidates): void {
  const { own, main, listed, types } = page.jsonLdProducts
  const name = main && textOf(main.name)
  const share = name === undefined ? 0 : sharedWords(name, page.headingWords)
  const inMicrodata = countMicrodataProducts(page)
  const isOwn = ({ features }: Candidate) => features['other product'] !== 1
  const microdata = (['name', 'price', 'sku'] as const).some(field =>
    fields[field].list.some(one => (one.source === 'microdata' || one.source === 'rdfa') && isOwn(one)),
  )
  setFeature(features, 'product in json-ld', main !== undefined)
  setFeature(features, 'json-ld names the heading', main !== undefined && share > 0.6)
  setFeature(features, 'json-ld names another thing', main !== undefined && share < 0.3)
  setFeature(features, 'json-ld has this address', main !== undefined && isOwnAddress(main, page.url))
  setFeature(features, 'json-ld has an offer', main !== undefined && allOffersOf(main).length > 0)
  setFeature(features, 'json-ld has several products', own.length > 3)
  setFeature(features, 'json-ld lists products', listed.length >= 3)
  setFeature(features, 'product in microdata', inMicrodata > 0 && microdata)
  setFeature(features, 'one product in microdata', inMicrodata === 1)
  setFeature(features, 'several products in microdata', inMicrodata > 3)
  setFeature(
    features,
    'type of a list',
    types.values().some(type => LIST_TYPES.test(type)),
  )
  setFeature(
    features,
    'type of an article',
    types.values().some(type => ARTICLE_TYPES.test(type)) && main === undefined,
  )
  setFeature(
    features,
    'product in the state',
    fields.name.list.some(one => one.features['product of the state'] === 1),
  )
}

function addMeta(features: Features, page: ReaderPage): void {
  const type = page.meta.get('og:type')?.[0] ?? ''
  setFeature(
    features,
    'called a product by open-graph',
    /product|item|book/i.test(type) && !/group|list|category/i.test(type),
  )
  setFeature(features, 'called an article by open-graph', /article|blog|profile|video|recipe/i.test(type))
  setFeature(features, 'called a website by open-graph', /website|home|group|category|list/i.test(type))
  setFeature(features, 'has a publishing time', page.meta.has('article:published_time'))
  setFeature(
    features,
    'price in open-graph',
    page.meta.has('product:price:amount') || page.meta.has('og:price:amount'),
  )
}

function addPrice(features: Features, { page, fields }: PageCandidates, price: FieldChoice): void {
  const priceFeatures = featuresOf(price)
  const { candidate } = price
  setFeature(features, 'price', candidate !== undefined)
  setFeature(features, 'price is certain', candidate !== undefined && price.confidence > 0.9)
  setFeature(
    features,
    'price in data and on the page',
    priceFeatures['shown for the product'] === 1 && candidate?.source !== 'page',
  )
  setFeature(features, 'price like many others', priceFeatures['repeated often'] === 1)
  setFeature(features, 'a price of zero', candidate === undefined && showsZero(page))
  const places = fields.price.list.filter(one => one.at !== undefined && one.value === candidate?.value)
  const start = page.heading?.at ?? 0
  setFeature(
    features,
    'price near the heading',
    places.some(({ at = 0 }) => at >= start && at - start <= 40),
  )
  setFeature(features, 'linked names before the price', hasLinkedName(page, places))
  setFeature(
    features,
    'price in a block with the heading',
    page.heading !== undefined &&
      places.some(({ node }) => node !== undefined && sharedWithHeading(page, node) < 0.2),
  )
}

function addNumbers(
  features: Features,
  { numbers }: PageCandidates,
  { sku, gtin, brand, availability }: JudgedFields,
): void {
  const number = featuresOf(sku)
  setFeature(
    features,
    'labelled number',
    number['number label'] === 1 || number['element called a number'] === 1,
  )
  const inAddress = new Set(numbers.filter(isOfAddress).map(({ value }) => value))
  setFeature(
    features,
    'number in the address',
    (sku.confidence > 0.7 && number['in the address'] === 1) ||
      numbers.some(one => !isOfAddress(one) && inAddress.has(one.value)),
  )
  setFeature(features, 'trade number', gtin.candidate !== undefined)
  setFeature(features, 'brand', brand.candidate !== undefined && brand.confidence > 0.8)
  const stock = availability.from.candidates[1] ?? {}
  setFeature(features, 'says out of stock', stock['text near the heading says out'] === 1)
  setFeature(features, 'says in stock', stock['text near the heading says in'] === 1)
}

const MIN_LINKED = 15
const MAX_SHARED = 0.5
const LINKED_BEFORE = 8

/** Right before its price, a card of a list has the name of its product as a link; a product's own name is its heading. */
function hasLinkedName(page: ReaderPage, places: readonly Candidate[]): boolean {
  const start = page.heading?.at ?? 0
  const first = places.find(({ at = 0 }) => at > start)
  if (first?.at === undefined) return false
  return page.segments
    .slice(Math.max(start + 1, first.at - LINKED_BEFORE), first.at)
    .some(
      ({ text, node }) =>
        text.length >= MIN_LINKED &&
        (page.context.flags(node) & IN_LINK) > 0 &&
        sharedWords(text, page.headingWords) < MAX_SHARED,
    )
}

const ZERO = /^\D{0,14}0(?:[.,]0{1,2})?\D{0,8}$/u
const ZERO_AFTER = 60

/** "0 €" in place of the price: the shop has the product and names no price for it. */
function showsZero({ segments, heading }: ReaderPage): boolean {
  const start = heading?.at ?? 0
  return segments
    .slice(start, start + ZERO_AFTER)
    .some(({ text }) => ZERO.test(text) && findCurrency(text) !== undefined)
}

function isOfAddress({ features }: Candidate): boolean {
  return features.address === 1
}

function addHeading(features: Features, page: ReaderPage): void {
  const text = page.heading?.text ?? ''
  const host = lettersOf(/^https?:\/\/(?:www\.)?([^/:?#]+)/i.exec(page.url)?.[1] ?? '')
  const letters = lettersOf(text)
  const site = lettersOf(page.meta.get('og:site_name')?.[0] ?? '')
  setFeature(features, 'no heading', page.heading === undefined)
  setFeature(
    features,
    'heading of another kind of page',
    OTHER_PAGE_HEADING.test(text === '' ? page.title : text),
  )
  setFeature(
    features,
    'heading is the name of the shop',
    letters.length > 3 && (host.includes(letters) || letters === site),
  )
  // Chinese, Japanese and Thai have no spaces.
  setFeature(features, 'heading of one word', /^[\p{Script=Latin}\p{Script=Cyrillic}]+$/u.test(text))
  setFeature(features, 'heading of four words or more', text.split(' ').length > 3)
  setFeature(features, 'heading with a digit', /\d/.test(text))
  setFeature(features, 'says that it is gone', saysGone(page))
  setFeature(features, 'a wall', isWall(page))
}

// A host that ends in .invalid stands for an unknown URL, which is no evidence.
const HOME_PAGE =
  /^https?:\/\/(?![^/?#]+\.invalid(?:[/?#]|$))[^/?#]+(?:\/|(?=[?#]|$))(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:(?:index|home|default)\.\w{3,5})?(?:[?#]|$)/i
const PRODUCT_ADDRESS =
  /\/(?:products?|produkte?|produit|producto|produto|prodotto|item|itm|dp|pd|p|ip|pdp|artikel|article-\d|goods|detail|sku|tovar)\/[^/]|[-_/]p-?\d{3,}|product_?(?:id|code)?=|(?<!\d)\d{5,}\.html?|[?&](?:sku|pid|item_?id|goods_?id)=/i
// A number below "catalog" may be a product or a list.
const LIST_ADDRESS =
  /\/(?!catalog\/[^/?#]*\d)(?:category|categories|categorie|kategorie|kategoria|categoria|collections?|catalog|c|cat|brands?|marken?|marques?|search|suche|recherche|s|tags?|list|sale|outlet|departments?|browse|b|store-?finder|stores)(?:\/?(?:[?#]|$)|\/[^?#]*\/?(?:[?#]|$))|\/shop\/?(?:[?#]|$)|^https?:\/\/[^/]+\/[^/?]{0,20}\/?\?(?:[^#]*&)?(?:q|query|search|s|keyword|k|page|sort|cat|category)=/i
const OTHER_ADDRESS =
  /\/(?:blogs?|news|article|articles|magazin\w*|recipes?|rezepte?|recettes?|login|signin|sign-in|account|my-?account|cart|basket|checkout|orders?|order-?status|contact\w*|kontakt|about\w*|help|faq|customer-?service|service|wiki|forum\w*|reviews?|support|stores?)(?:[/.?#_-]|$)|\/(?:19|20)\d\d\/[01]\d\//i

function addAddress(features: Features, url: string): void {
  const isProduct = PRODUCT_ADDRESS.test(url)
  setFeature(features, 'address of a home page', HOME_PAGE.test(url))
  setFeature(features, 'address of a product', isProduct)
  setFeature(features, 'address of a list', !isProduct && LIST_ADDRESS.test(url))
  setFeature(features, 'address of something else', OTHER_ADDRESS.test(url))
}

// Controls of a list stand near its start; what a product page has of them is in its reviews.
const CONTROLS_BEFORE = 60
const CONTROLS_AFTER = 250
const MAX_CONTROL = 45
const ASIDE = OTHER_PRODUCTS | SITE_CHROME | REVIEWS

function addList(features: Features, candidates: PageCandidates): void {
  const { page, fields } = candidates
  const start = page.heading?.at ?? 0
  let controls = 0
  for (const { text, node } of page.segments.slice(
    Math.max(0, start - CONTROLS_BEFORE),
    start + CONTROLS_AFTER,
  ))
    if (
      text.length > 3 &&
      text.length <= MAX_CONTROL &&
      LIST_CONTROL.test(text) &&
      (page.context.flags(node) & (REVIEWS | SITE_CHROME)) === 0
    )
      controls++
  setFeature(features, 'a control of a list', controls > 0)
  setFeature(features, 'controls of a list', controls > 2)
  setFeature(features, 'pages of a list', hasPagination(page))
  const cards = fields.price.list.filter(
    ({ at, node }, index) =>
      at !== undefined &&
      at < page.othersAt &&
      node !== undefined &&
      fields.price.candidates[index]?.['repeated often'] === 1 &&
      (page.context.flags(node) & (STRUCK | FINANCE | SITE_CHROME)) === 0,
  )
  const own = candidates.amounts.filter(
    ({ at, node }) => at >= start && at < page.othersAt && (page.context.flags(node) & ASIDE) === 0,
  )
  // Those before the heading are in a list at the side.
  const after = cards.filter(({ at = 0 }) => at >= start)
  setFeature(features, 'many price cards', cards.length > 8)
  setFeature(
    features,
    'price cards before other prices',
    after.length > 4 && (after[0]?.at ?? 0) <= (own[0]?.at ?? Number.POSITIVE_INFINITY),
  )
  setFeature(features, 'many prices that could be its own', own.length > 12)
  setFeature(
    features,
    'no price on the page',
    candidates.amounts.length === 0 && !isOfData(candidates.page, candidates.odds),
  )
}

function hasPagination(page: ReaderPage): boolean {
  const isNext = (node: number) => /^(?:next|prev)$/i.test(attribute(page, node, 'rel') ?? '')
  return (
    page.relations.some(isNext) || page.links.some(node => PAGE_TWO.test(attribute(page, node, 'href') ?? ''))
  )
}

const PAGE_TWO =
  /[?&](?:page|p|pg|seite|pagina|paged|PAGEN_1|start|offset)=\d+|\/(?:page|seite|pagina|strona|stranka)[/-]?\d+\/?$/i

function addButton(features: Features, { page }: PageCandidates): void {
  const { button, buttonCount, heading } = page
  const distance = button && heading ? button.at - heading.at : undefined
  setFeature(features, 'button', button !== undefined)
  setFeature(features, 'button near the heading', distance !== undefined && distance >= 0 && distance <= 80)
  setFeature(features, 'one button', buttonCount > 0 && buttonCount <= 2)
  setFeature(features, 'many buttons', buttonCount > 4)
  const inputs = page.buttons.filter(node => page.tree.names[node] === 'input')
  setFeature(
    features,
    'a password field',
    inputs.some(
      node =>
        attribute(page, node, 'type')?.toLowerCase() === 'password' &&
        (page.context.flags(node) & SITE_CHROME) === 0,
    ),
  )
  const quantities = inputs.filter(node =>
    QUANTITY.test(`${attribute(page, node, 'name') ?? ''} ${attribute(page, node, 'id') ?? ''}`),
  )
  setFeature(features, 'a field for the quantity', quantities.length > 0 && quantities.length <= 2)
}

const QUANTITY =
  /qty|quantity|menge|anzahl|cantidad|quantit|antal|aantal|ilosc|mnozstvi|kolichestvo|quantita/i

function featuresOf({ from, candidate }: FieldChoice): Features {
  return candidate === undefined ? {} : (from.candidates[from.list.indexOf(candidate)] ?? {})
}

/** Judges whether a page is about one product. */
export function judgeProduct(
  candidates: PageCandidates,
  choices: JudgedFields,
  weights: Weights = WEIGHTS,
): { isProduct: boolean; confidence: number } {
  if (isOnlyAnApology(candidates, choices)) return { isProduct: false, confidence: 1 }
  const { features, calibration, threshold } = weights.is_product
  const [chance = 0] = softmax([scoreOf(productPageFeatures(candidates, choices), features), 0])
  const confidence = calibrate(chance, calibration)
  const isProduct = confidence >= threshold
  return { isProduct, confidence: isProduct ? confidence : 1 - confidence }
}

/** Its words about stock are all that speaks for a product, and its name would be "Sorry". */
function isOnlyAnApology({ page }: PageCandidates, { price }: JudgedFields): boolean {
  if (page.jsonLdProducts.main !== undefined) return false
  // Prices below such a heading are those of other products.
  return isHeadedGone(page) || (price.candidate === undefined && apologises(page))
}
