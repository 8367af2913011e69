// Makes mutated versions of a recorded case: every field of its JSON removed, nulled or given a type that cannot be valid.
import { bodyOf, withBody } from './case-body.ts'
import type { Case } from './find-cases.ts'

export interface Mutation {
  readonly what: 'remove' | 'null' | 'retype'
  /** Document and path, list positions as `*`. */
  readonly place: string
  /** The recorded case with this one change. */
  readonly changed: Case
}

type Json = unknown
type Path = readonly (string | number)[]

/** A JSON document of the case, with functions to read and to replace it. */
interface Document {
  readonly name: string
  readonly value: Json
  readonly put: (value: Json) => Case
}

export function* mutationsOf(one: Case): Generator<Mutation> {
  for (const document of documentsOf(one)) {
    const seen = new Map<string, number>()
    for (const path of pathsOf(document.value)) {
      const place = `${document.name}${path.map(step => `/${typeof step === 'number' ? '*' : step}`).join('')}`
      // Two of a kind are enough: the third element of a list is read by the same code.
      const count = (seen.get(place) ?? 0) + 1
      seen.set(place, count)
      if (count > 2) continue
      for (const what of ['remove', 'null', 'retype'] as const) {
        // A list with one element less is valid upstream data, not a loss.
        if (what === 'remove' && typeof path.at(-1) === 'number') continue
        yield {
          what,
          place,
          get changed() {
            return document.put(change(document.value, path, what))
          },
        }
      }
    }
  }
}

/** The recorded case with every amount at one path scaled, as when a shop changes its units. */
export function* rescalingsOf(one: Case, factor: number): Generator<Pick<Mutation, 'place' | 'changed'>> {
  for (const document of documentsOf(one)) {
    const byPlace = Map.groupBy(pathsOf(document.value), path =>
      path.map(step => `/${typeof step === 'number' ? '*' : step}`).join(''),
    )
    for (const [place, paths] of byPlace) {
      const copy = structuredClone(document.value)
      const scaled = paths.filter(path => scaleAt(copy, path, factor))
      if (scaled.length > 0) yield { place: `${document.name}${place}`, changed: document.put(copy) }
    }
  }
}

/** The recorded case with one number as people write it, and the same case with the plain number to compare with. */
export function* respellingsOf(
  one: Case,
  number: number,
  spellings: readonly string[],
): Generator<Pick<Mutation, 'place'> & { readonly plain: Case; readonly respelled: readonly Case[] }> {
  for (const document of documentsOf(one)) {
    const byPlace = Map.groupBy(pathsOf(document.value), path =>
      path.map(step => `/${typeof step === 'number' ? '*' : step}`).join(''),
    )
    for (const [place, [path = []]] of byPlace) {
      const { owner, last } = ownerOf(document.value, path)
      const value = owner[last]
      if (typeof value !== 'number' && !/^\d+(?:\.\d+)?$/.test(typeof value === 'string' ? value : ''))
        continue
      const put = (given: Json) => {
        const copy = structuredClone(document.value)
        const here = ownerOf(copy, path)
        here.owner[here.last] = given
        return document.put(copy)
      }
      const plain = put(typeof value === 'number' ? number : String(number))
      yield { place: `${document.name}${place}`, plain, respelled: spellings.map(put) }
    }
  }
}

function ownerOf(root: Json, path: Path): { owner: Record<string | number, Json>; last: string | number } {
  let owner = root as Record<string | number, Json>
  for (const step of path.slice(0, -1)) owner = owner[step] as Record<string | number, Json>
  return { owner, last: path.at(-1) ?? '' }
}

function scaleAt(root: Json, path: Path, factor: number): boolean {
  const { owner, last } = ownerOf(root, path)
  const value = owner[last]
  const isAmount = typeof value === 'number' || (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value))
  if (!isAmount || Number(value) === 0) return false
  const scaled = Number((Number(value) * factor).toFixed(6))
  owner[last] = typeof value === 'number' ? scaled : String(scaled)
  return true
}

function* documentsOf(one: Case): Generator<Document> {
  for (const index of one.har.log.entries.keys()) {
    const text = bodyOf(one, index)
    const put = (body: string): Case => withBody(one, index, body)
    const whole = parse(text)
    if (whole !== undefined)
      yield { name: `entry ${index} `, value: whole, put: value => put(JSON.stringify(value)) }
    else yield* scriptsOf(text, index, put)
  }
}

/** The JSON in the script elements of a page. */
function* scriptsOf(html: string, index: number, put: (body: string) => Case): Generator<Document> {
  for (const match of html.matchAll(
    /<script\b[^>]*>\s*(?:(?:window|var)[^={]*=\s*)?([[{][\s\S]*?)\s*;?\s*<\/script>/gi,
  )) {
    const json = match[1] ?? ''
    const value = parse(json)
    if (value === undefined) continue
    const start = match.index + match[0].indexOf(json)
    yield {
      name: `entry ${index} script at ${start} `,
      value,
      put: changed =>
        put(
          html.slice(0, start) +
            JSON.stringify(changed).replaceAll('<', '\\u003c') +
            html.slice(start + json.length),
        ),
    }
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    // Not a JSON document, so it has no fields to mutate.
    return undefined
  }
}

function* pathsOf(value: Json, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const here = [...path, Array.isArray(value) ? Number(key) : key]
    yield here
    yield* pathsOf(inner, here)
  }
}

function change(value: Json, path: Path, what: Mutation['what']): Json {
  const copy = structuredClone(value)
  const { owner, last } = ownerOf(copy, path)
  if (what === 'remove') delete owner[last]
  else if (what === 'null') owner[last] = null
  else owner[last] = typeof owner[last] === 'object' && owner[last] !== null ? true : { changed: true }
  return copy
}
