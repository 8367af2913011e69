// Makes changed versions of a recorded sample: each script, element or key of its data removed, one at a time, and each
// script preceded by an empty copy of itself.
import { type Element, isTag } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import type { Sample } from './sample.ts'

export interface DroppedBlock {
  readonly place: string
  readonly sample: Sample
}

/** Suffix of the path of a version that lacks nothing. */
export const STUB = ' (a stub before it)'
const MAX_DEPTH = 6
// Two of a kind are enough: the third is read by the same code.
const OF_A_KIND = 2
const SKIPPED: ReadonlySet<string> = new Set(['html', 'body', 'head', 'style', 'br'])

/** At most `limit` versions of each body, spread evenly over it. */
export function* dropBlocks(sample: Sample, limit: number): Generator<DroppedBlock> {
  for (const [address, body] of Object.entries(sample.responses)) {
    const all = /^\s*[{[]/.test(body) ? keysIn(body) : blocksIn(body)
    const stubs = all.filter(one => one.place.endsWith(STUB))
    const others = all.filter(one => !one.place.endsWith(STUB))
    const step = Math.max(1, others.length / limit)
    const some = others.filter((_one, index) => index % step < 1)
    for (const { place, without } of [...stubs, ...some]) {
      yield { place, sample: { ...sample, responses: { ...sample.responses, [address]: without() } } }
    }
  }
}

interface Drop {
  readonly place: string
  readonly without: () => string
}

function keysIn(body: string): Drop[] {
  const drops: Drop[] = []
  const visit = (value: unknown, path: readonly string[], kind: string): void => {
    if (typeof value !== 'object' || value === null || path.length >= MAX_DEPTH) return
    for (const key of Object.keys(value).slice(0, Array.isArray(value) ? 1 : undefined)) {
      const place = Array.isArray(value) ? `${kind}/*` : `${kind}/${key}`
      // A row that is left out makes a shorter list; only its parts are reported.
      if (!Array.isArray(value)) drops.push({ place, without: () => withoutKey(body, [...path, key]) })
      visit((value as Record<string, unknown>)[key], [...path, key], place)
    }
  }
  visit(JSON.parse(body), [], '')
  return drops
}

function withoutKey(body: string, path: readonly string[]): string {
  const root = JSON.parse(body) as Record<string, unknown>
  let holder = root
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string, unknown>
  delete holder[path.at(-1) as string]
  return JSON.stringify(root)
}

function blocksIn(html: string): Drop[] {
  const drops: Drop[] = []
  const seen = new Map<string, number>()
  const visit = (element: Element, outer: string): void => {
    const { startIndex, endIndex, name } = element
    const place = `${outer} > ${nameOf(element)}`
    const count = (seen.get(place) ?? 0) + 1
    seen.set(place, count)
    if (count > OF_A_KIND && name !== 'script') return
    if (startIndex !== null && endIndex !== null && !SKIPPED.has(name)) {
      drops.push({ place, without: () => html.slice(0, startIndex) + html.slice(endIndex + 1) })
      if (name === 'script')
        drops.push(
          ...keysOfScript(html, startIndex, endIndex, place),
          ...stubOfScript(html, startIndex, endIndex, place),
        )
    }
    for (const child of element.children) if (isTag(child)) visit(child, place)
  }
  for (const child of parseDocument(html, { withStartIndices: true, withEndIndices: true }).children)
    if (isTag(child)) visit(child, '')
  return drops
}

/** Some pages assign a global twice, or contain a block twice, and the first can be a stub. */
function stubOfScript(html: string, start: number, end: number, place: string): Drop[] {
  const script = html.slice(start, end + 1)
  const stub = script.replace(/(^<script[^>]*>[^{[]*)\{.*\}([^}]*$)/s, '$1{}$2')
  if (stub === script) return []
  return [{ place: `${place}${STUB}`, without: () => html.slice(0, start) + stub + html.slice(start) }]
}

function keysOfScript(html: string, start: number, end: number, place: string): Drop[] {
  const from = html.indexOf('>', start) + 1
  const to = html.lastIndexOf('<', end)
  const body = html.slice(from, to)
  const opening = body.search(/[{[]/)
  const closing = Math.max(body.lastIndexOf('}'), body.lastIndexOf(']')) + 1
  const json = body.slice(opening, closing)
  try {
    JSON.parse(json)
  } catch {
    return []
  }
  const around = (changed: string) => html.slice(0, from + opening) + changed + html.slice(from + closing)
  return keysIn(json).map(drop => ({
    place: `${place} ${drop.place}`,
    without: () => around(drop.without()),
  }))
}

function nameOf({ name, attribs }: Element): string {
  const mark = attribs['data-testid']?.replace(/\d+/g, '') ?? attribs.id ?? attribs.class?.split(/\s+/)[0]
  return mark ? `${name}.${mark}` : name
}
