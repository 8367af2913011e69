// Changes every field of every happy case's upstream documents: the answer is a fault, or it names exactly what was lost.
import { describe, expect, it } from 'vitest'
import { findCases } from './find-cases.ts'
import { type Mutation, mutationsOf } from './mutate.ts'
import { type CaseOutcome, runCase } from './run-case.ts'

/** Changes that the mapping of a site documents: another source stands in, or the contract leaves the inner shape open. */
const documented: Readonly<Record<string, readonly RegExp[]>> = {
  // Without the offer over all results, the range is that of the page; null texts are SPEC.md's "may be empty".
  'watchmarket.search': [/^\/stats\/price_stats\/(lowest|highest)_price$/],
  'storefront.products': [/\/(compare_at_price|barcode|template_suffix|sku|alt)$/],
  // The large picture, else the small one, else the thumbnail.
  'sneakerexchange.search': [/^\/\*\/image$/],
  'sneakerexchange.trends': [/^\/\*\/image$/],
  'sneakerexchange.product': [/^\/image$/],
  // Where the catalogue gives no code, its id stands in for it.
  'fashionretail.product': [/^\/sku$/],
  // Rich text and lists whose inner shape SPEC.md does not show are handed on as they are.
  'sportswear.product': [/\/json_body\/content/, /^\/(net_quantity|selected_sku|group_label)$/],
  'luxuryhouse.product': [/^\/tags\/\*$/],
}

const FAULTS = new Set(['upstream_changed', 'upstream_failed', 'not_found', 'upstream_blocked'])
const cases = findCases().filter(one => one.expected.result !== undefined && /happy/.test(one.name))

describe('mutations', () => {
  it.each(cases)('$name loses nothing in silence', { timeout: 120_000 }, async one => {
    const before = await runCase(one)
    if ('fault' in before) expect.fail(before.fault.detail)
    const silent: string[] = []
    let tried = 0
    for (const mutation of mutationsOf(one)) {
      tried++
      const complaint = judge(one.expected.operation, before, await runCase(mutation.changed), mutation)
      if (complaint) silent.push(`${mutation.what} ${mutation.place}: ${complaint}`)
    }
    console.log(`${one.name}: ${tried} mutations, ${silent.length} silent`)
    expect(silent).toEqual([])
  })
})

/** What is wrong with the outcome of a mutation; undefined when nothing is. */
function judge(
  operation: string,
  before: CaseOutcome,
  after: CaseOutcome,
  mutation: Mutation,
): string | undefined {
  if ('fault' in before) return 'the case itself fails'
  if ('fault' in after) return FAULTS.has(after.fault.code) ? undefined : `ends in ${after.fault.code}`
  const noted = new Set(after.absent)
  const lost = [...differences(before.result, after.result)].filter(({ pointer, now }) => {
    // Null where the contract allows null, or a key left out where it allows that, is what the upstream says.
    if (now === undefined || (mutation.what === 'null' && now === null)) return false
    return !isNoted(pointer, noted) && !documented[operation]?.some(pattern => pattern.test(pointer))
  })
  if (lost.length === 0) return undefined
  if (mutation.what === 'remove' && everyListIsPart(before.result, after.result)) return undefined
  return `changes ${lost
    .map(one => one.pointer)
    .slice(0, 3)
    .join(' ')}`
}

function isNoted(pointer: string, noted: ReadonlySet<string>): boolean {
  for (let here = pointer; here !== ''; here = here.slice(0, here.lastIndexOf('/'))) {
    if (noted.has(here) || noted.has(`${here}/*`)) return true
  }
  return false
}

interface Difference {
  readonly pointer: string
  readonly now: unknown
}

/** Where two documents differ, list positions as `*`. */
function* differences(before: unknown, now: unknown, pointer = ''): Generator<Difference> {
  if (Object.is(before, now)) return
  const bothLists = Array.isArray(before) && Array.isArray(now)
  if (!isBranch(before) || !isBranch(now) || Array.isArray(before) !== Array.isArray(now))
    yield { pointer, now }
  else if (bothLists && before.length !== now.length) yield { pointer, now }
  else {
    for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
      yield* differences(before[key], now[key], `${pointer}/${bothLists ? '*' : key}`)
    }
  }
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Entries of an upstream map that became a list: one that is not there is what the upstream says. */
function everyListIsPart(before: unknown, now: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(now)) {
    const known = new Set(before.map(item => JSON.stringify(item)))
    return now.every(item => known.has(JSON.stringify(item)))
  }
  if (!isBranch(before) || !isBranch(now)) return Object.is(before, now)
  return Object.keys(now).every(key => everyListIsPart(before[key], now[key]))
}
