// Hostile versions of recorded cases: markup inserted into their pages, and very long texts and lists in every field.
import { readAssignedNames } from '#reader/data/script/assigned-names'
import type { Case } from '../replay/find-cases.ts'
import { hostileAssignments, hostileMarkup, markupOf } from './hostile-markup.ts'
import { bodiesOf, withBodies } from './read-case.ts'

export interface HostileCase {
  readonly name: string
  /** The case with about this many additional characters. */
  readonly make: (length: number) => Case
}

/** Every kind of hostile markup, right after <body>, so that everything of interest follows it. */
export function hostilePages(one: Case): HostileCase[] {
  const bodies = bodiesOf(one)
  const isPage = (body: string): boolean => /<body\b|<html\b/i.test(body)
  const put = (markup: string): Case =>
    withBodies(
      one,
      bodies.map(body => (isPage(body) ? insert(body, markup) : body)),
    )
  if (!bodies.some(isPage)) return []
  const pages = Object.keys(hostileMarkup).map(name => ({
    name,
    make: (length: number) => put(markupOf(name, length)),
  }))
  const globals = bodies.filter(isPage).flatMap(body => readAssignedNames(body))
  const scripts = [...new Set(globals)].slice(0, 3).flatMap(global =>
    Object.entries(hostileAssignments).map(([name, pump]) => ({
      name: `${name}: ${global}`,
      make: (length: number) =>
        put(`<script>${pump(global).repeat(Math.ceil(length / pump(global).length))}</script>`),
    })),
  )
  return [...pages, ...scripts]
}

function insert(body: string, markup: string): string {
  const at = body.search(/<body\b/i)
  const end = at < 0 ? 0 : body.indexOf('>', at) + 1
  return body.slice(0, end) + markup + body.slice(end)
}

/** A string or list in a case's documents that can be made long. */
export interface HostileField {
  readonly place: string
  readonly kind: 'text' | 'list'
  /** For a text, its new value; for a list, the number of elements. */
  readonly put: (value: string | number) => Case
}

/** The fields of JSON bodies and of JSON in scripts, and the text between tags; two of each location. */
export function* hostileFields(one: Case): Generator<HostileField> {
  const bodies = bodiesOf(one)
  for (const [index, body] of bodies.entries()) {
    const put = (changed: string): Case => withBodies(one, bodies.with(index, changed))
    const whole = parse(body)
    if (whole !== undefined) {
      yield* fieldsOf(`${index} `, whole, value => put(JSON.stringify(value)))
      continue
    }
    for (const match of body.matchAll(/<script\b[^>]*>([^]*?)<\/script>/gi)) {
      const code = match[1] ?? ''
      const from = code.search(/[[{]/)
      const json = code.slice(from).replace(/;?\s*$/, '')
      const value = from < 0 ? undefined : parse(json)
      if (value === undefined) continue
      const start = match.index + match[0].indexOf(code) + from
      yield* fieldsOf(`${index} script at ${start} `, value, changed =>
        put(
          body.slice(0, start) +
            JSON.stringify(changed).replaceAll('<', '\\u003c') +
            body.slice(start + json.length),
        ),
      )
    }
    yield* textsOf(`${index} text at `, body, put)
  }
}

const TEXTS_PER_PAGE = 60

/** Texts between tags and quoted values, spread over the page. */
function* textsOf(name: string, html: string, put: (body: string) => Case): Generator<HostileField> {
  const all = [
    ...html
      .replace(/<script\b[^]*?<\/script>/gi, code => ' '.repeat(code.length))
      .matchAll(/>([^<>]{2,})<|="([^"<>]+)"/g),
  ]
  const step = Math.max(1, Math.ceil(all.length / TEXTS_PER_PAGE))
  for (let i = 0; i < all.length; i += step) {
    const [whole, text = '', value = ''] = all[i] as RegExpExecArray
    const at = (all[i]?.index ?? 0) + whole.indexOf(text + value)
    const end = at + (text + value).length
    yield {
      place: `${name}${at}`,
      kind: 'text',
      put: pumped => put(html.slice(0, at) + String(pumped).replaceAll('"', '&quot;') + html.slice(end)),
    }
  }
}

type Path = readonly (string | number)[]

function* fieldsOf(name: string, root: unknown, put: (value: unknown) => Case): Generator<HostileField> {
  const seen = new Map<string, number>()
  const rest: [Path, unknown][] = [[[], root]]
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [path, value] = next
    const place = name + path.map(step => `/${typeof step === 'number' ? '*' : step}`).join('')
    const count = (seen.get(place) ?? 0) + 1
    seen.set(place, count)
    if (count > 2) continue
    if (typeof value === 'string')
      yield { place, kind: 'text', put: pumped => put(changed(root, path, pumped)) }
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value) && value.length > 0)
      yield {
        place,
        kind: 'list',
        put: length =>
          put(
            changed(
              root,
              path,
              Array.from({ length: Number(length) }, (_, i) => value[i % value.length] as unknown),
            ),
          ),
      }
    for (const [key, inner] of Object.entries(value).toReversed())
      rest.push([[...path, Array.isArray(value) ? Number(key) : key], inner])
  }
}

function changed(root: unknown, path: Path, value: unknown): unknown {
  if (path.length === 0) return value
  const copy = structuredClone(root)
  let owner = copy as Record<string | number, unknown>
  for (const step of path.slice(0, -1)) owner = owner[step] as Record<string | number, unknown>
  owner[path.at(-1) ?? ''] = value
  return copy
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Not JSON, so there are no such fields.
    return undefined
  }
}
