// Judges whether a page is about one product.
import type { Candidate, Features } from './candidate.ts'
import type { Chosen } from './choose.ts'
import type { PageCandidates } from './collect.ts'
import { set } from './features/feature-sets.ts'
import type { SourceKind } from './product.ts'
import { calibrate, chancesOf, scoreOf } from './score/scorer.ts'
import { WEIGHTS } from './score/weights.ts'
import { OTHER_PAGE_HEADING } from './words/page-kind-words.ts'

const DATA: ReadonlySet<SourceKind> = new Set(['json-ld', 'microdata', 'rdfa'])

export function judgeProduct(
  found: PageCandidates,
  choices: Readonly<Record<'price' | 'sku' | 'gtin' | 'brand', Chosen>>,
): { isProduct: boolean; confidence: number } {
  const { page, fields } = found
  const { price, sku, gtin, brand } = choices
  const type = page.meta.get('og:type')?.[0] ?? ''
  const isOwn = ({ features }: Candidate) =>
    features['other product'] !== 1 && features['many products in data'] !== 1
  const inData = (['name', 'price', 'sku'] as const).some(field =>
    fields[field].list.some(one => DATA.has(one.source) && isOwn(one)),
  )
  const stock = fields.availability.candidates[1] ?? {}
  const features: Features = { page: 1 }
  set(features, 'product in data', inData)
  set(
    features,
    'product in the state',
    fields.name.list.some(one => one.features['product of the state'] === 1),
  )
  set(features, 'called a product by open-graph', /product|item/i.test(type))
  set(features, 'called an article by open-graph', /article|blog|profile|video/i.test(type))
  set(
    features,
    'price in open-graph',
    fields.price.list.some(({ source }) => source === 'open-graph'),
  )
  set(features, 'price', price.candidate !== undefined)
  set(features, 'price like many others', featuresOf(price)['repeated often'] === 1 && !inData)
  set(features, 'list of prices before the price', !inData && isAfterList(found, price.candidate))
  set(features, 'heading of another kind of page', OTHER_PAGE_HEADING.test(page.heading?.text ?? page.title))
  set(features, 'address of a home page', HOME_PAGE.test(page.url))
  set(features, 'button', page.button !== undefined)
  set(features, 'says out of stock', stock['text near the heading says out'] === 1)
  const number = featuresOf(sku)
  set(features, 'labelled number', number['number label'] === 1 || number['element called a number'] === 1)
  set(features, 'number in the address', sku.confidence > 0.7 && number['in the address'] === 1)
  set(features, 'trade number', gtin.candidate !== undefined)
  set(features, 'brand', brand.candidate !== undefined && brand.confidence > 0.8)
  set(features, 'no heading', page.heading === undefined)
  const weights = WEIGHTS.is_product
  const [chance = 0] = chancesOf([scoreOf(features, weights.features), 0])
  const confidence = calibrate(chance, weights.calibration)
  const isProduct = confidence >= weights.threshold
  return { isProduct, confidence: isProduct ? confidence : 1 - confidence }
}

// A home page starts with product cards; a product page shows its own price before those of others.
function isAfterList({ fields, page }: PageCandidates, price: Candidate | undefined): boolean {
  const start = page.heading?.at ?? 0
  const end = price?.at
  if (end === undefined) return false
  const { list, candidates } = fields.price
  const before = list.filter(
    ({ at }, index) =>
      at !== undefined && at > start && at < end && candidates[index]?.['repeated often'] === 1,
  )
  return before.length > LIST_MIN
}

const LIST_MIN = 3
// A host that ends in .invalid stands for an unknown URL, which is no evidence.
const HOME_PAGE = /^https?:\/\/[^/?#]+(?<!\.invalid)\/?(?:[?#]|$)/

function featuresOf({ from, candidate }: Chosen): Features {
  return candidate === undefined ? {} : (from.candidates[from.list.indexOf(candidate)] ?? {})
}
