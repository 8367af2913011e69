// Search over operations, their parameters and fields, guides and settings: all words must occur, names count more than text.
import { type Block, type Guide, type GuideEntry, type Inline, plainText } from './guide.ts'
import { type Field, readFields } from './reference-fields.ts'
import type { Reference, ReferenceEntry } from './reference.ts'

export interface SearchItem {
  readonly kind: 'Operation' | 'Parameter' | 'Field' | 'Guide' | 'Setting'
  readonly title: string
  /** What it belongs to, where that is not in the title. */
  readonly where: string
  readonly text: string
  readonly href: string
}

export interface SearchHit extends SearchItem {
  /** A stretch of the text around the first match. */
  readonly excerpt: string
}

const HITS_MAX = 40
/** A common field name must not push everything else off the list. */
const HITS_MAX_BY_KIND = 14
const EXCERPT_LENGTH = 110
const KIND_WEIGHT: Readonly<Record<SearchItem['kind'], number>> = {
  Operation: 60,
  Guide: 40,
  Setting: 50,
  Parameter: 10,
  Field: 0,
}

export function operationItems({ groups, resolve }: Reference): SearchItem[] {
  return groups.flatMap(group =>
    group.entries.flatMap(entry => [
      {
        kind: 'Operation' as const,
        title: entry.id,
        where: '',
        text: `${entry.summary}. ${group.about}. ${entry.method} ${entry.path}`,
        href: referenceAddress(entry),
      },
      ...entry.parameters.map(({ name, description = '' }) => ({
        kind: 'Parameter' as const,
        title: name,
        where: entry.id,
        text: description,
        href: `${referenceAddress(entry)}#${parameterAnchor(name)}`,
      })),
      ...flatten(entry.answer ? readFields(entry.answer.schema, { resolve, core: entry.core }) : []).map(
        field => fieldItem(entry, field),
      ),
    ]),
  )
}

export function referenceAddress({ id }: Pick<ReferenceEntry, 'id'>): string {
  return `/docs/${encodeURIComponent(id)}`
}

export function parameterAnchor(name: string): string {
  return `param-${name}`
}

export function fieldAnchor(pointer: string): string {
  return `field${pointer.replaceAll('/*', '').replaceAll('/', '.')}`
}

function fieldItem(entry: ReferenceEntry, { pointer, description }: Field): SearchItem {
  return {
    kind: 'Field',
    title: fieldAnchor(pointer).slice('field.'.length),
    where: entry.id,
    text: description,
    href: `${referenceAddress(entry)}#${fieldAnchor(pointer)}`,
  }
}

function flatten(fields: readonly Field[]): Field[] {
  return fields.flatMap(field => [field, ...flatten(field.children)])
}

/** A guide by its sections, so that a hit leads to the place. */
export function guideItems(entry: GuideEntry, { blocks }: Guide): SearchItem[] {
  const kind = 'Guide'
  const first = { kind, title: entry.title, where: '', href: entry.address, texts: [] as string[] } as const
  const all: (Omit<SearchItem, 'text'> & { texts: string[] })[] = [first]
  for (const block of blocks) {
    if (block.kind !== 'heading') all.at(-1)?.texts.push(blockText(block))
    else {
      const href = `${entry.address}#${block.id}`
      all.push({ kind, title: plainText(block.parts), where: entry.title, href, texts: [] })
    }
  }
  const sections = all.map(
    ({ title, where, href, texts }): SearchItem => ({
      kind,
      title,
      where,
      href,
      text: texts.join(' '),
    }),
  )
  return [...sections, ...blocks.flatMap(block => settingItems(entry, block))]
}

/** A setting is found by its name and by its variable, and leads to its row. */
function settingItems({ address }: GuideEntry, block: Block): SearchItem[] {
  if (block.kind !== 'table') return []
  return block.rows.flatMap(row => {
    const anchor = settingAnchor(block.head, row)
    const [name = '', variable = '', initial = '', about = ''] = row.map(plainText)
    if (anchor === undefined) return []
    const title = [name, variable].filter(Boolean).join(', ')
    return [
      {
        kind: 'Setting',
        title,
        where: '',
        text: `${about}. Default: ${initial}`,
        href: `${address}#${anchor}`,
      },
    ]
  })
}

/** The address of a row in the table of settings; undefined in other tables. */
export function settingAnchor(
  head: readonly (readonly Inline[])[],
  row: readonly (readonly Inline[])[],
): string | undefined {
  if (plainText(head[0] ?? []) !== 'in wares.yaml') return undefined
  const [name = '', variable = ''] = row.map(plainText)
  return `setting-${name || variable}`
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'code':
      return block.text
    case 'list':
      return block.items.flatMap(item => item.map(blockText)).join(' ')
    case 'table':
      return [block.head, ...block.rows].flatMap(row => row.map(plainText)).join(' ')
    default:
      return plainText(block.parts)
  }
}

export function searchItems(items: readonly SearchItem[], query: string): SearchHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const wanted = words.map(wantedOf)
  const scored = items
    .map(item => ({ item, score: scoreOf(item, wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  const counts = new Map<string, number>()
  return scored
    .filter(({ item: { kind } }) => {
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      return count <= HITS_MAX_BY_KIND
    })
    .slice(0, HITS_MAX)
    .map(({ item }) => Object.assign({ excerpt: excerptOf(item.text, words) }, item))
}

/** The ways in which a text has a word, the best first: `rate` is in "rate limit" before it is in "generated". */
interface SearchWord {
  readonly word: string
  readonly ways: readonly RegExp[]
}

function wantedOf(word: string): SearchWord {
  const text = word.replaceAll(/[^a-z0-9]/g, String.raw`\$&`)
  const begins = `(?<![a-z0-9])${text}`
  // A plural is the same word.
  return { word, ways: [`${begins}(?:e?s)?(?![a-z0-9])`, begins, text].map(way => new RegExp(way)) }
}

/** Weights by how the word occurs: whole, as a beginning, inside, not at all. */
const IN_NAME = [50, 30, 8, 0]
const IN_TEXT = [12, 6, 2, 0]

function scoreOf({ kind, title, where, text }: SearchItem, wanted: readonly SearchWord[]): number {
  const [name, rest] = [title.toLowerCase(), `${where} ${text}`.toLowerCase()]
  let score = 0
  for (const { word, ways } of wanted) {
    const [inName, inText] = [name, rest].map(part => {
      const way = ways.findIndex(one => one.test(part))
      return way < 0 ? ways.length : way
    }) as [number, number]
    const fit = Math.max(name === word ? 70 : (IN_NAME[inName] ?? 0), IN_TEXT[inText] ?? 0)
    if (fit === 0) return 0
    // A word that only contains what was typed says nothing of the kind of thing that is wanted.
    score += fit + (inName < 2 ? KIND_WEIGHT[kind] : 0)
  }
  return score
}

function excerptOf(text: string, words: readonly string[]): string {
  const low = text.toLowerCase()
  const places = words.map(word => low.indexOf(word)).filter(place => place >= 0)
  const start = Math.max(0, Math.min(...places, text.length) - 30)
  if (places.length === 0 || start === 0) return cut(text, 0)
  return `…${cut(text, start)}`
}

function cut(text: string, start: number): string {
  const part = text.slice(start, start + EXCERPT_LENGTH)
  return start + EXCERPT_LENGTH < text.length ? `${part}…` : part
}
