// What else a page offers for each field, in the words of the page: the reader's candidates, for people to choose from.
import type { Candidate, ScoredField } from '../candidate.ts'
import { collectCandidates } from '../collect-candidates.ts'
import { chooseAll } from '../read-product.ts'
import { parentOf, segmentRange } from '../page/page-view.ts'
import type { ReaderPage } from '../page/read-page.ts'
import { TAUGHT_FIELDS, type TaughtField } from './taught-rule.ts'
import { isSameValue } from './taught-value.ts'

interface PageChoice {
  readonly value: string
  /** Where it stands: `next to “Shipping”`, `in a table`. */
  readonly where: string
}

export type PageChoices = Readonly<Partial<Record<TaughtField, readonly PageChoice[]>>>

const CHOICES_MAX = 6

export function pageChoices(html: string | Uint8Array, url: string): PageChoices {
  const candidates = collectCandidates(html, url)
  const chosen = chooseAll(candidates)
  return Object.fromEntries(
    TAUGHT_FIELDS.flatMap(field => {
      if (field === 'condition') return []
      const { from, chances } = chosen[field as ScoredField]
      const listed = field === 'list_price' ? [...from.list, ...chosen.price.from.list] : from.list
      const ranked = listed
        .map((candidate, at) => ({ candidate, chance: chances[at] ?? 0 }))
        .toSorted((a, b) => b.chance - a.chance)
        .map(({ candidate }) => candidate)
      const choices = distinct(field, ranked).map(candidate => ({
        value: candidate.value,
        where: whereOf(candidates.page, candidate),
      }))
      return choices.length === 0 ? [] : [[field, choices]]
    }),
  )
}

function distinct(field: TaughtField, candidates: readonly Candidate[]): Candidate[] {
  const choices: Candidate[] = []
  for (const candidate of candidates) {
    if (choices.length === CHOICES_MAX) break
    if (!choices.some(other => isSameValue(field, other.value, candidate.value))) choices.push(candidate)
  }
  return choices
}

const NEAR_MAX = 40

function whereOf(page: ReaderPage, { source, place, node, at, value }: Candidate): string {
  if (source === 'embedded') return 'in the data of a script'
  if (source !== 'page') return 'in the data for search engines'
  if (place.startsWith('label ')) return `next to “${place.slice('label '.length)}”`
  if (node === undefined) return place.includes('address') ? 'in the address' : 'in the text'
  if (node === page.heading?.node) return 'in the heading'
  const own = at === undefined ? '' : (page.segments[at]?.text ?? '')
  if (saysMore(own, value)) return `in “${shortened(own)}”`
  const near = at === undefined ? undefined : nearestLabel(page, node, at)
  return near === undefined ? `in ${page.tree.names[node] ?? 'the text'}` : `next to “${shortened(near)}”`
}

const LETTERS = /\p{L}/gu

/** The text of the value has words of its own: "Shipping 4.95 €". A code has few. */
function saysMore(text: string, value: string): boolean {
  const rest = text.replace(value, '').replaceAll(/\b[A-Z]{3}\b/g, '')
  return text !== value && (rest.match(LETTERS)?.length ?? 0) > 3
}

/** Words in the smallest element around the value that has any: the price before a delivery cost says nothing about it. */
function nearestLabel(page: ReaderPage, node: number, at: number): string | undefined {
  for (let outer: number | undefined = node; outer !== undefined; outer = parentOf(page.tree, outer)) {
    const [from, to] = segmentRange(page, outer)
    const near = page.segments
      .slice(Math.max(from, at - LABEL_FAR), Math.min(to, at + LABEL_FAR + 1))
      .filter(one => one.at !== at && isLabel(one.text))
      // A label stands before its value more often than after it.
      .toSorted((a, b) => distance(a.at, at) - distance(b.at, at))
    if (near[0]) return near[0].text
  }
  return undefined
}

const LABEL_FAR = 3
const distance = (label: number, at: number) => (label < at ? at - label : label - at + 0.5)

/** Words, and no amount. */
function isLabel(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !/\d{2}|\p{Sc}/u.test(text)
}

function shortened(text: string): string {
  return text.length <= NEAR_MAX ? text : `${text.slice(0, NEAR_MAX - 1).trimEnd()}…`
}
