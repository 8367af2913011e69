// Chooses one value per field from the candidates of a page.
import type { Candidate, Features, ScoredField } from './candidate.ts'
import type { FieldCandidates, PageCandidates } from './collect.ts'
import { set } from './features/feature-sets.ts'
import { CALLED_FORMER, OTHER_PRODUCTS, REVIEWS, SITE_CHROME, STRUCK } from './page/element-context.ts'
import type { SourceKind } from './product.ts'
import { calibrate, chancesOf, choose, scoreOf } from './score/scorer.ts'
import { WEIGHTS } from './score/weights.ts'
import { placeOf } from './sources/markup.ts'

export interface Chosen {
  readonly field: ScoredField
  readonly from: FieldCandidates
  /** The answer; undefined when none is likelier, or when it is not sure enough. */
  readonly candidate: Candidate | undefined
  readonly confidence: number
  /** The chance of each candidate, and last of none. */
  readonly chances: readonly number[]
}

export function chooseField(field: ScoredField, from: FieldCandidates): Chosen {
  const weights = WEIGHTS[field]
  const none = field === 'availability' ? undefined : from.none
  const { index, confidence, chances } = choose(from.candidates, none, from.keys, weights)
  const isSure = index >= 0 && confidence >= weights.threshold
  return { field, from, candidate: isSure ? bestSpelling(from, index) : undefined, confidence, chances }
}

const DATA: ReadonlySet<SourceKind> = new Set(['json-ld', 'microdata', 'rdfa'])

const RANKS: readonly SourceKind[] = ['json-ld', 'microdata', 'rdfa', 'open-graph', 'embedded', 'page']

/** Of candidates with one value, data has it in its exact form and names it by a key. */
function bestSpelling({ list, keys }: FieldCandidates, index: number): Candidate | undefined {
  let best = list[index]
  list.forEach((one, at) => {
    if (best === undefined || keys[at] !== keys[index] || one.features['other product'] === 1) return
    if (RANKS.indexOf(one.source) < RANKS.indexOf(best.source)) best = one
  })
  return best
}

// How far apart, in pieces of text, an old and a new price of one product stand.
const BESIDE = 12

/** The price before a reduction: higher than the price, from data or struck through beside it. */
export function chooseOriginalPrice({ page, prices, fields }: PageCandidates, price: string): Chosen {
  const places = prices.filter(({ amount }) => Number(amount) === Number(price)).map(({ at }) => at)
  const printed = prices.flatMap(({ amount, at, node }): Candidate[] => {
    const flags = page.context.flags(node)
    const isFormer =
      (flags & (STRUCK | CALLED_FORMER)) > 0 && (flags & (OTHER_PRODUCTS | SITE_CHROME | REVIEWS)) === 0
    const isBeside = places.some(place => Math.abs(place - at) <= BESIDE)
    if (!isBeside || (!isFormer && !isFormerByFeatures(fields.price, at))) return []
    return [
      {
        field: 'original_price',
        value: amount,
        source: 'page',
        place: placeOf(page, node),
        node,
        at,
        features: { page: 1 },
      },
    ]
  })
  const list = [...fields.original_price.list, ...printed].filter(
    ({ value }) => Number(value) > Number(price),
  )
  return chooseField('original_price', {
    list,
    candidates: list.map(({ features }) => features),
    none: { none: 1 },
    keys: list.map(({ value }) => String(Number(value))),
  })
}

function isFormerByFeatures({ list, candidates }: FieldCandidates, at: number): boolean {
  const index = list.findIndex(candidate => candidate.at === at)
  const features = candidates[index] ?? {}
  return (
    features['higher price of a reduction'] === 1 ||
    features['former price before'] === 1 ||
    features['former price in its text'] === 1
  )
}

/** Whether the page is about one product, by all that a product page has. */
export function judgeProduct(
  { page, fields }: PageCandidates,
  choices: Readonly<Record<'price' | 'sku' | 'gtin' | 'brand', Chosen>>,
): { isProduct: boolean; confidence: number } {
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
  set(features, 'called a product by open-graph', /product|item/i.test(type))
  set(features, 'called an article by open-graph', /article|blog|profile|video/i.test(type))
  set(
    features,
    'price in open-graph',
    fields.price.list.some(({ source }) => source === 'open-graph'),
  )
  set(features, 'price', price.candidate !== undefined)
  set(features, 'price like many others', featuresOf(price)['repeated often'] === 1 && !inData)
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

function featuresOf({ from, candidate }: Chosen): Features {
  return candidate === undefined ? {} : (from.candidates[from.list.indexOf(candidate)] ?? {})
}
