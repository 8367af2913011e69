// What a whole list and the pages that were asked for make of the products: listed, new, missing, removed, or at another address. Pure.
import type { Baseline, Run } from './catalog-state.ts'
import { isOpen, type Place, type Product, type Row, twinOf } from './listing.ts'
import { lastSeenMs, type Matches } from './match-rows.ts'

/** A product and the row that names it. */
interface Named {
  readonly key: string
  readonly product: Product
  readonly row: Row
}

export interface Matched {
  /** Known before, and listed. */
  readonly listed: readonly Named[]
  /** Not known before, without those that are only another address of a product that was. */
  readonly added: readonly Named[]
  /** New or back, but not in as many lists in a row as `confirm` asks for. */
  readonly unconfirmed: readonly Named[]
  readonly removed: readonly Product[]
  /** Their pages said so in fewer checks in a row. */
  readonly isGoneUnconfirmed: boolean
  /** By chunk and index: what becomes of a stored product; null if it is left out. */
  readonly after: ReadonlyMap<string, { readonly key: string; readonly product: Product } | null>
  readonly appended: readonly { readonly key: string; readonly product: Product }[]
  readonly isListed: (key: string) => boolean
}

/** A product that is still sold but not listed is asked for in 1, 2, 4, … checks. */
const ASK_AGAIN_MAX = 32

interface At {
  readonly matches: Matches
  readonly run: Run
  readonly baseline: Baseline | null
  readonly atMs: number
  readonly confirm: number
}

type After = Map<string, { key: string; product: Product } | null>

export function matchProducts(
  matches: Matches,
  run: Run,
  baseline: Baseline | null,
  check: { readonly atMs: number; readonly confirm: number },
): Matched {
  const at: At = { matches, run, baseline, ...check }
  const { places, rows, parted } = matches
  const after: After = new Map()
  const { heirs, ...missing } = matchMissing(at, after)
  const listed: Named[] = []
  for (const [key, row] of rows) {
    const place = places.get(key)
    if (!place || !isOpen(place.product)) continue
    const found = withoutMissing(place.product)
    const product = parted.has(key) ? withoutAlias(found) : inherited(found, heirs.get(key))
    listed.push({ key, product, row })
    after.set(placeOf(place), { key, product })
  }
  const fresh = matchFresh(at, heirs, after)
  return {
    ...missing,
    ...fresh,
    listed: [...listed, ...fresh.inheriting],
    after,
    isListed: key => rows.has(key),
  }
}

/** What is no longer listed. `heirs`: by key of the address at which it goes on. */
function matchMissing({ matches, run, baseline, atMs, confirm }: At, after: After) {
  const removed: Product[] = []
  const heirs = new Map<string, Product>()
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
  { matches: { places, rows, fresh }, run, atMs, confirm }: At,
  heirs: ReadonlyMap<string, Product>,
  after: After,
) {
  const found = { added: [], unconfirmed: [], inheriting: [], appended: [] } as Record<
    'added' | 'unconfirmed' | 'inheriting' | 'appended',
    Named[]
  >
  for (const [key, place] of places)
    if (place.product.sightings !== undefined && (!rows.has(key) || run.answers[key]?.is === 'gone'))
      after.set(placeOf(place), unsighted(key, place.product))
  for (const { key, row, isAlias: isTwin, before } of fresh.values()) {
    const verdict = run.answers[key]
    if (verdict?.is === 'gone') continue
    const heritage = heirs.get(key)
    const isAlias = !heritage && (isTwin || verdict?.is === 'alias')
    const made = productOf(row, atMs, { name: verdict?.name, isAlias, heritage, before: before?.product })
    const sightings = (before?.product.sightings ?? 0) + 1
    const isNews = !run.isQuiet && row.isKnown !== true && !isAlias && !heritage
    const isUnconfirmed = isNews && sightings < confirm
    // What was removed stays so until it is confirmed.
    const kept = before?.product.removed ? before.product : made
    const one = { key, row, product: isUnconfirmed ? { ...kept, sightings } : made }
    if (before) after.set(placeOf(before), one)
    else found.appended.push(one)
    found[isUnconfirmed ? 'unconfirmed' : heritage ? 'inheriting' : 'added'].push(one)
  }
  return found
}

/** With this one. */
function goneChecks({ missing }: Product): number {
  return (missing?.gone ?? 0) + 1
}

/** Its page is asked for again in the next check. */
function goneOnceMore(product: Product, { number }: Run, baseline: Baseline): Product {
  const { asked = 0 } = product.missing ?? {}
  const seenMs = lastSeenMs(product, baseline)
  return { ...product, missing: { lastSeenMs: seenMs, askRun: number + 1, asked, gone: goneChecks(product) } }
}

/** Not in as many lists in a row: as if it had not been there. */
function unsighted(key: string, product: Product) {
  if (!product.removed) return null
  const { sightings: _, ...removed } = product
  return { key, product: removed }
}

function placeOf(place: Place | undefined): string {
  return place ? `${place.chunk} ${place.index}` : ''
}

/** The address of the same product that is listed now; what is a product of its own is not one. */
function listedTwins({ rows, places }: Matches): (product: Product, key: string) => string | undefined {
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

function withoutMissing(product: Product): Product {
  if (!product.missing) return product
  const { missing: _, ...found } = product
  return found
}

function stillMissing(product: Product, run: Run, baseline: Baseline, isAsked: boolean): Product {
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
function inherited(product: Product, heritage: Product | undefined): Product {
  return heritage && product.isAlias ? { ...withoutAlias(product), ...historyOf(heritage) } : product
}

function withoutAlias(product: Product): Product {
  const { isAlias: _, ...own } = product
  return own
}

function historyOf({ firstSeenMs, sinceMs, facts, past, memory, variants }: Product) {
  return {
    firstSeenMs,
    sinceMs,
    facts,
    ...(past && { past }),
    ...(memory && { memory }),
    ...(variants !== undefined && { variants }),
  }
}

interface Made {
  readonly name: string | undefined
  readonly isAlias: boolean
  /** The product whose new address this is. */
  readonly heritage: Product | undefined
  /** The product that was removed and is listed again. */
  readonly before: Product | undefined
}

function productOf(row: Row, atMs: number, { name = row.name, isAlias, heritage, before }: Made): Product {
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
