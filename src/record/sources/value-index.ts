// An index of where the values of an answer occur in its documents, so that no adapter has to report it.
import { attributeOf } from '#reader/html/html-nodes'
import { type DocumentLocation, readPlaces, type RecordedDocument } from './document-places.ts'
import { keysOf } from './value-keys.ts'

/** `document`: the index of the document in the list that the index was built from. */
export interface ValueOccurrence {
  readonly document: number
  readonly place: DocumentLocation
  readonly isExact: boolean
  /** What contains it, nearest first: the values of one row mostly come from one place. */
  readonly containers: readonly string[]
}

export interface ValueIndex {
  find(value: string | number | boolean): readonly ValueOccurrence[]
  /** Finds text that is part of a longer text in the documents. */
  findText(text: string): { readonly document: number; readonly at: number } | undefined
}

/** A value that occurs more often says nothing about any of its places. */
const CANDIDATES_MAX = 60
const TEXT_MIN_CHARS = 4

/** Indexes only `wanted`: pages contain a hundred times as many values as an answer. */
export function createValueIndex(
  documents: readonly RecordedDocument[],
  values: readonly (string | number | boolean)[],
): ValueIndex {
  const byKey = new Map<string, ValueOccurrence[]>(
    values.flatMap(value => keysOf(value).map(({ key }) => [key, []])),
  )
  for (const [document, { text, type }] of documents.entries()) {
    for (const { value, place } of readPlaces({ text, type })) {
      for (const { key, isExact } of keysOf(value)) {
        const candidates = byKey.get(key)
        if (!candidates || candidates.length >= CANDIDATES_MAX) continue
        candidates.push({ document, place, isExact, containers: containersOf(document, place) })
      }
    }
  }
  return {
    find: value =>
      keysOf(value).flatMap(({ key, isExact }) => {
        const candidates = byKey.get(key) ?? []
        return isExact ? candidates : candidates.map(one => Object.assign({}, one, { isExact: false }))
      }),
    findText(text) {
      if (text.length < TEXT_MIN_CHARS) return undefined
      const spellings = new Set([text, JSON.stringify(text).slice(1, -1), text.replaceAll('/', '\\/')])
      for (const [document, recordedDocument] of documents.entries()) {
        for (const spelling of spellings) {
          const at = recordedDocument.text.indexOf(spelling)
          if (at !== -1) return { document, at }
        }
      }
      return undefined
    },
  }
}

function containersOf(document: number, place: DocumentLocation): string[] {
  if (place.kind === 'json') {
    const tokens = place.pointer.split('/')
    const script = place.script ?? ''
    return [1, 2, 3].flatMap(up =>
      tokens.length > up ? [`${document} ${script} ${tokens.slice(0, -up).join('/')}`] : [],
    )
  }
  const containers: string[] = []
  let { node } = place
  for (let up = 0; up < 6 && node > 0; up++) {
    containers.push(`${document} ${node}`)
    node = place.tree.parents[node] ?? 0
  }
  return containers
}

export function nameOf({ place }: ValueOccurrence): string {
  if (place.kind === 'json') return lastName(place.pointer)
  const { tree, node, attribute } = place
  const names = NAMING_ATTRIBUTES.map(name => attributeOf(tree, node, name) ?? '')
  return [attribute ?? '', tree.names[node] ?? '', ...names].join(' ')
}

/** The attributes by which pages name an element. */
const NAMING_ATTRIBUTES = ['itemprop', 'property', 'name', 'id', 'class']

/** The last token of a pointer that is not an array index. */
export function lastName(pointer: string): string {
  return pointer.split(/[/#]/).findLast(token => token !== '' && !/^\d+$/.test(token)) ?? ''
}
