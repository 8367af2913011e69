// Finds the source of each value of an answer: the most plausible of all places in the shop's documents where it occurs.
import { type JsonLeaf, jsonLeaves } from '#kit/schema/json-leaves'
import { elementPath, type RecordedDocument } from './document-places.ts'
import { type ValueOccurrence, createValueIndex, lastName, nameOf, type ValueIndex } from './value-index.ts'
import { excerptOf, excerptOfText } from './excerpt.ts'

export interface ValueSource {
  readonly value: string | number | boolean
  /** `computed`: it does not occur as it is. */
  readonly kind: 'json' | 'element' | 'text' | 'parameter' | 'address' | 'computed'
  /** The index of the document in `exchanges`. */
  readonly exchange?: number
  /** JSON Pointer into the document, or into the JSON of `script`; after `#` into JSON inside a string. */
  readonly pointer?: string
  /** The script or attribute that contains the JSON. */
  readonly script?: string
  readonly element?: string
  readonly attribute?: string
  readonly parameter?: string
  /** The start of the text, in characters. */
  readonly offset?: number
  /** False when it is written differently there: `£1,299.00` for 1299. */
  readonly exact?: boolean
  readonly excerpt?: string
}

export interface SourcesInput {
  readonly answer: unknown
  /** Documents with the index of their exchange. */
  readonly documents: readonly (RecordedDocument & { readonly exchange: number; readonly url: string })[]
  readonly params: Readonly<Record<string, unknown>>
  /** Pointers whose values are not from the shop. */
  readonly absent: ReadonlySet<string>
  readonly withExcerpts: boolean
}

type Scalar = string | number | boolean

interface AnswerValue {
  readonly pointer: string
  readonly parent: string
  readonly value: Scalar
}

interface Leaf extends AnswerValue {
  readonly candidates: readonly ValueOccurrence[]
}

/** A larger answer is a list; its first rows show enough. */
const LEAVES_MAX = 5_000

export function findSources(input: SourcesInput): Record<string, ValueSource> {
  const values = leavesOf(input.answer, input.absent)
  const index = createValueIndex(
    input.documents,
    values.map(({ value }) => value),
  )
  const leaves = values.map((leaf): Leaf => Object.assign(leaf, { candidates: index.find(leaf.value) }))
  const sources: Record<string, ValueSource> = {}
  for (const group of Map.groupBy(leaves, leaf => leaf.parent).values()) {
    const shared = sharedContainers(group)
    for (const leaf of group) sources[leaf.pointer] = sourceOf(leaf, shared, group.length, index, input)
  }
  return sources
}

function leavesOf(answer: unknown, absent: ReadonlySet<string>): AnswerValue[] {
  const leaves: AnswerValue[] = []
  for (const { pointer, value, within } of jsonLeaves(answer, one => !absent.has(one))) {
    if (leaves.length === LEAVES_MAX) break
    if (value === null || value === undefined || value === '' || typeof value === 'object') continue
    leaves.push({ pointer, parent: parentOf(within), value: value as Scalar })
  }
  return leaves
}

/** A list of strings belongs to the row that contains it. */
function parentOf(within: JsonLeaf | undefined): string {
  const isPlainList = Array.isArray(within?.value) && within.value.every(one => typeof one !== 'object')
  return (isPlainList ? within?.within : within)?.pointer ?? ''
}

/** How many values of one row have a candidate in each container. */
function sharedContainers(group: readonly Leaf[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { candidates } of group) {
    for (const container of new Set(candidates.flatMap(one => one.containers))) {
      counts.set(container, (counts.get(container) ?? 0) + 1)
    }
  }
  return counts
}

function sourceOf(
  leaf: Leaf,
  shared: ReadonlyMap<string, number>,
  groupSize: number,
  index: ValueIndex,
  input: SourcesInput,
): ValueSource {
  const name = plainName(lastName(leaf.pointer))
  const rated = leaf.candidates
    .map(candidate => ({ candidate, ...rate(candidate, name, shared, groupSize) }))
    .toSorted((a, b) => b.score - a.score)
  const [best] = rated
  // Small numbers and booleans occur everywhere: without a matching name the source is unknown.
  if (best && (best.isNamed || (!isCommon(leaf.value) && !isByChance(best, groupSize)))) {
    return placed(leaf, best.candidate, input)
  }
  return elsewhere(leaf, index, input)
}

interface Rating {
  readonly score: number
  readonly isNamed: boolean
  readonly neighbours: number
}

function rate(
  candidate: ValueOccurrence,
  name: string,
  shared: ReadonlyMap<string, number>,
  groupSize: number,
): Rating {
  const theirs = plainName(nameOf(candidate))
  const isSame = theirs === name
  const isNamed =
    isSame || (name.length > 2 && (theirs.includes(name) || (theirs.length > 2 && name.includes(theirs))))
  const neighbours = Math.max(0, ...candidate.containers.map((one, up) => (shared.get(one) ?? 0) - up * 0.1))
  const score =
    (isSame ? 4 : isNamed ? 2 : 0) +
    (candidate.isExact ? 1 : 0) +
    (3 * neighbours) / groupSize +
    (candidate.place.kind === 'json' ? 0.2 : 0)
  return { score, isNamed, neighbours }
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9 ]/g, '')
}

function isCommon(value: Scalar): boolean {
  if (typeof value === 'boolean') return true
  return typeof value === 'number' ? Number.isInteger(value) && Math.abs(value) < 100 : value.length <= 2
}

/** Whether a number matches only by chance, far from the other values of its row. */
function isByChance(
  { candidate, neighbours }: Rating & { candidate: ValueOccurrence },
  groupSize: number,
): boolean {
  return !candidate.isExact && groupSize > 2 && neighbours < 2
}

function placed(leaf: Leaf, { document, place, isExact }: ValueOccurrence, input: SourcesInput): ValueSource {
  const { exchange = 0 } = input.documents[document] ?? {}
  const text = input.withExcerpts ? { excerpt: excerptOf(place) } : {}
  const common = { value: leaf.value, exchange, exact: isExact }
  if (place.kind === 'json') {
    const { script, pointer } = place
    return { ...common, kind: 'json', pointer, ...(script === undefined ? {} : { script }), ...text }
  }
  const { attribute } = place
  const element = elementPath(place.tree, place.node)
  return { ...common, kind: 'element', element, ...(attribute === undefined ? {} : { attribute }), ...text }
}

function elsewhere({ value }: Leaf, index: ValueIndex, input: SourcesInput): ValueSource {
  const { documents, params, withExcerpts } = input
  const parameter = Object.entries(params).find(([, paramValue]) => paramValue === value)?.[0]
  if (parameter !== undefined) return { value, kind: 'parameter', parameter }
  if (typeof value === 'string') {
    const address = documents.find(one => one.url === value)
    if (address) return { value, kind: 'address', exchange: address.exchange }
    const match = index.findText(value)
    const document = match && documents[match.document]
    if (match && document) {
      const text = withExcerpts ? { excerpt: excerptOfText(document.text, match.at, value.length) } : {}
      return { value, kind: 'text', exchange: document.exchange, offset: match.at, exact: true, ...text }
    }
  }
  return { value, kind: 'computed' }
}
