// What a whole list and the pages that were asked for make of the products: listed, new, missing, removed, or at another address. Pure.
import type { CatalogBaseline, CatalogRun } from './catalog-state.ts'
import { isOpen, type Place, type TrackedProduct, type ListedRow, twinOf } from './tracked-product.ts'
import { lastSeenMs, type RowMatches } from './match-rows.ts'

interface NamedProduct {
  readonly key: string
  readonly product: TrackedProduct
  readonly row: ListedRow
}

export interface ProductMatches {
  /** Known before, and listed. */
  readonly listed: readonly NamedProduct[]
  /** Not known before, without those that are only another address of a product that was. */
  readonly added: readonly NamedProduct[]
  /** New or back, but not in as many lists in a row as `confirm` asks for. */
  readonly unconfirmed: readonly NamedProduct[]
  readonly removed: readonly TrackedProduct[]
  /** Their pages said so in fewer checks in a row. */
  readonly isGoneUnconfirmed: boolean
  /** Updates of stored products by chunk and index; null if a product is left out. */
  readonly after: ReadonlyMap<string, { readonly key: string; readonly product: TrackedProduct } | null>
  readonly appended: readonly { readonly key: string; readonly product: TrackedProduct }[]
  readonly isListed: (key: string) => boolean
}

/** A product that is still sold but not listed is asked for in 1, 2, 4, … checks. */
const ASK_AGAIN_MAX = 32

interface MatchContext {
  readonly matches: RowMatches
  readonly run: CatalogRun
  readonly baseline: CatalogBaseline | null
  readonly atMs: number
  readonly confirm: number
}

type ProductUpdates = Map<string, { key: string; product: TrackedProduct } | null>

export function matchProducts(
  matches: RowMatches,
  run: CatalogRun,
  baseline: CatalogBaseline | null,
  check: { readonly atMs: number; readonly confirm: number },
): ProductMatches {
  const context: MatchContext = { matches, run, baseline, ...check }
  const { places, rows, parted } = matches
  const after: ProductUpdates = new Map()
  const { heirs, ...missing } = matchMissing(context, after)
  const listed: NamedProduct[] = []
  for (const [key, row] of rows) {
    const place = places.get(key)
    if (!place || !isOpen(place.product)) continue
    const listedProduct = withoutMissing(place.product)
    const product = parted.has(key) ? withoutAlias(listedProduct) : inherited(listedProduct, heirs.get(key))
    listed.push({ key, product, row })
    after.set(placeOf(place), { key, product })
  }
  const fresh = matchFresh(context, heirs, after)
  return {
    ...missing,
    ...fresh,
    listed: [...listed, ...fresh.inheriting],
    after,
    isListed: key => rows.has(key),
  }
}

/** What is no longer listed. `heirs`: by key of the address at which it goes on. */
function matchMissing({ matches, run, baseline, atMs, confirm }: MatchContext, after: ProductUpdates) {
  const removed: TrackedProduct[] = []
  const heirs = new Map<string, TrackedProduct>()
  const twins = listedTwins(matches)
  let isGoneUnconfirmed = false
  for (const [key, product] of matches.missing) {
    const place = placeOf(matches.places.get(key))
    const verdict = run.answers[key]
    const isGone = verdict?.is === 'gone'
    const heir = verdict?.is === 'moved' ? verdict.to : isGone ? twins(product, key) : undefined
    if (heir !== undefined || (isGone && product.isAlias)) {
      // Another address of the same product is listed: it goes on there.
      after.set(place, null)
      if (heir !== undefined && !product.isAlias) heirs.set(heir, product)
    } else if (isGone && baseline !== null && goneChecks(product) < confirm) {
      isGoneUnconfirmed = true
      after.set(place, { key, product: goneOnceMore(product, run, baseline) })
    } else if (isGone) {
      const gone = withoutMissing(product)
      const closed = { ...gone, removed: { atMs, lastSeenMs: lastSeenMs(product, baseline) } }
      removed.push(closed)
      after.set(place, { key, product: closed })
    } else if (baseline !== null)
      after.set(place, { key, product: stillMissing(product, run, baseline, verdict !== undefined) })
  }
  return { removed, heirs, isGoneUnconfirmed }
}

/** What is new, back, or another address. */
function matchFresh(
  { matches: { places, rows, fresh }, run, atMs, confirm }: MatchContext,
  heirs: ReadonlyMap<string, TrackedProduct>,
  after: ProductUpdates,
) {
  const matches = { added: [], unconfirmed: [], inheriting: [], appended: [] } as Record<
    'added' | 'unconfirmed' | 'inheriting' | 'appended',
    NamedProduct[]
  >
  for (const [key, place] of places)
    if (place.product.sightings !== undefined && (!rows.has(key) || run.answers[key]?.is === 'gone'))
      after.set(placeOf(place), unsighted(key, place.product))
  for (const { key, row, isAlias: isTwin, before } of fresh.values()) {
    const verdict = run.answers[key]
    if (verdict?.is === 'gone') continue
    const heritage = heirs.get(key)
    const isAlias = !heritage && (isTwin || verdict?.is === 'alias')
    const created = productOf(row, atMs, { name: verdict?.name, isAlias, heritage, before: before?.product })
    const sightings = (before?.product.sightings ?? 0) + 1
    const isNews = !run.isQuiet && row.isKnown !== true && !isAlias && !heritage
    const isUnconfirmed = isNews && sightings < confirm
    // What was removed stays so until it is confirmed.
    const stored = before?.product.removed ? before.product : created
    const match = { key, row, product: isUnconfirmed ? { ...stored, sightings } : created }
    if (before) after.set(placeOf(before), match)
    else matches.appended.push(match)
    matches[isUnconfirmed ? 'unconfirmed' : heritage ? 'inheriting' : 'added'].push(match)
  }
  return matches
}

/** Number of consecutive checks that found the product gone, this one included. */
function goneChecks({ missing }: TrackedProduct): number {
  return (missing?.gone ?? 0) + 1
}

/** Its page is asked for again in the next check. */
function goneOnceMore(
  product: TrackedProduct,
  { number }: CatalogRun,
  baseline: CatalogBaseline,
): TrackedProduct {
  const { asked = 0 } = product.missing ?? {}
  const seenMs = lastSeenMs(product, baseline)
  return { ...product, missing: { lastSeenMs: seenMs, askRun: number + 1, asked, gone: goneChecks(product) } }
}

/** Not in as many lists in a row: as if it had not been there. */
function unsighted(key: string, product: TrackedProduct) {
  if (!product.removed) return null
  const { sightings: _, ...removed } = product
  return { key, product: removed }
}

function placeOf(place: Place | undefined): string {
  return place ? `${place.chunk} ${place.index}` : ''
}

/** The address of the same product that is listed now; what is a product of its own is not one. */
function listedTwins({
  rows,
  places,
}: RowMatches): (product: TrackedProduct, key: string) => string | undefined {
  const byTwin = new Map<string, string[]>()
  for (const [key, row] of rows) {
    const { product } = places.get(key) ?? {}
    if (product && isOpen(product) && !product.isAlias) continue
    const twin = twinOf(row)
    if (twin !== undefined) byTwin.set(twin, [...(byTwin.get(twin) ?? []), key].toSorted())
  }
  return (product, key) => {
    const twin = twinOf(product)
    return twin === undefined ? undefined : byTwin.get(twin)?.find(one => one !== key)
  }
}

function withoutMissing(product: TrackedProduct): TrackedProduct {
  if (!product.missing) return product
  const { missing: _, ...present } = product
  return present
}

function stillMissing(
  product: TrackedProduct,
  run: CatalogRun,
  baseline: CatalogBaseline,
  isAsked: boolean,
): TrackedProduct {
  const { missing } = product
  // A check that could not ask does not reset what is to be confirmed; a page that is there does.
  if (missing && !isAsked) return product
  const { askRun = 0, asked = 0 } = missing ?? {}
  const next = isAsked
    ? { askRun: run.number + Math.min(2 ** asked, ASK_AGAIN_MAX), asked: asked + 1 }
    : { askRun, asked }
  return { ...product, missing: { lastSeenMs: lastSeenMs(product, baseline), ...next } }
}

/** What was known of a product under its former address. Only a second address has nothing of its own. */
function inherited(product: TrackedProduct, heritage: TrackedProduct | undefined): TrackedProduct {
  return heritage && product.isAlias ? { ...withoutAlias(product), ...historyOf(heritage) } : product
}

function withoutAlias(product: TrackedProduct): TrackedProduct {
  const { isAlias: _, ...withoutFlag } = product
  return withoutFlag
}

function historyOf({ firstSeenMs, sinceMs, facts, past, memory, variants }: TrackedProduct) {
  return {
    firstSeenMs,
    sinceMs,
    facts,
    ...(past && { past }),
    ...(memory && { memory }),
    ...(variants !== undefined && { variants }),
  }
}

interface NewProductFacts {
  readonly name: string | undefined
  readonly isAlias: boolean
  /** The product whose new address this is. */
  readonly heritage: TrackedProduct | undefined
  /** The product that was removed and is listed again. */
  readonly before: TrackedProduct | undefined
}

function productOf(
  row: ListedRow,
  atMs: number,
  { name = row.name, isAlias, heritage, before }: NewProductFacts,
): TrackedProduct {
  const { isKnown: _, facts: __, variants, ...fields } = row
  return {
    ...fields,
    ...(name !== undefined && { name }),
    ...(variants !== undefined && { variants }),
    facts: null,
    firstSeenMs: atMs,
    sinceMs: atMs,
    ...(heritage && historyOf(heritage)),
    ...(before && !heritage && historyOf(before)),
    ...(before?.removed && !heritage && { removed: before.removed }),
    ...(isAlias && { isAlias: true }),
  }
}
