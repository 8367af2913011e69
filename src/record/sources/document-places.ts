// Lists every value in a recorded document with its place: in JSON, in JSON within scripts, in elements and attributes.
import { escapeToken } from '#kit/schema/pointer'
import { attributeOf, attributesOf, isElement, textOf } from '#reader/html/html-nodes'
import { buildTree, type HtmlTree } from '#reader/html/html-tree'
import { lineText } from '#reader/html/line-text'
import { readRelaxedJsonAt } from '#reader/data/script/relaxed-json'
import { toBytes } from '#reader/html/bytes'

export interface JsonPlace {
  readonly kind: 'json'
  /** The script element that contains the JSON; undefined when the whole document is JSON. */
  readonly script?: string
  /** For JSON inside a string, the pointer continues after `#`. */
  readonly pointer: string
  /** The object or list that contains the value. */
  readonly holder: unknown
}

export interface ElementPlace {
  readonly kind: 'element'
  readonly node: number
  readonly attribute?: string
  readonly tree: HtmlTree
}

export type DocumentLocation = JsonPlace | ElementPlace

export interface PlacedValue {
  readonly value: string | number | boolean
  readonly place: DocumentLocation
}

export interface RecordedDocument {
  readonly text: string
  readonly type: string
}

/** No document that a person inspects value by value has more. */
const VALUES_MAX = 200_000
const DEPTH_MAX = 60
/** Text of an element with children is indexed if it is short: a title, a price in several parts. */
const SHORT_CONTENT_BYTES = 600
const LONG_CONTENT_BYTES = 20_000
/** Where a value may start in a script: after `=`, after `(`, or at the beginning. */
const VALUE_START = /(?:^|[=(,])\s*(?=[{[])/g

export function readPlaces({ text }: RecordedDocument): PlacedValue[] {
  const values: PlacedValue[] = []
  const start = text.trimStart()[0]
  const whole = start === '{' || start === '[' ? parsed(text) : undefined
  if (whole === undefined) addMarkup(values, text)
  else addJson(values, whole, undefined)
  return values
}

function addMarkup(values: PlacedValue[], text: string): void {
  const tree = buildTree(toBytes(text))
  for (let node = 1; node < tree.names.length && values.length < VALUES_MAX; node++) {
    if (!isElement(tree, node)) continue
    if (tree.names[node] === 'script') addScript(values, tree, node)
    else if (tree.names[node] !== 'style') addElement(values, tree, node)
  }
}

function addElement(values: PlacedValue[], tree: HtmlTree, node: number): void {
  for (const [attribute, value] of Object.entries(attributesOf(tree, node))) {
    if (value === '' || attribute === 'class' || attribute === 'style') continue
    values.push({ value, place: { kind: 'element', node, attribute, tree } })
    // Components store their data in attributes.
    if (/^\s*[{[]/.test(value)) {
      addJson(values, parsed(value), `${elementPath(tree, node)} @${attribute}`)
    }
  }
  const bytes = (tree.contentEnds[node] ?? 0) - (tree.contentStarts[node] ?? 0)
  const isLeaf = tree.last[node] === node + 1
  if (bytes === 0 || bytes > (isLeaf ? LONG_CONTENT_BYTES : SHORT_CONTENT_BYTES)) return
  const value = lineText(tree, node, () => false)
  if (value !== '') values.push({ value, place: { kind: 'element', node, tree } })
}

function addScript(values: PlacedValue[], tree: HtmlTree, node: number): void {
  const script = elementPath(tree, node)
  const code = textOf(tree, node)
  const whole = /^\s*[{[]/.test(code) ? parsed(code) : undefined
  if (whole !== undefined) return addJson(values, whole, script)
  let end = 0
  for (const { index, 0: lead } of code.matchAll(VALUE_START)) {
    const at = index + lead.length
    if (at < end) continue
    const json = readRelaxedJsonAt(code, at)
    if (!json || typeof json.value !== 'object') continue
    ;({ end } = json)
    addJson(values, json.value, script)
  }
}

/** Depth first without recursion: pages control the depth. */
function addJson(values: PlacedValue[], root: unknown, script: string | undefined): void {
  const open: { value: unknown; pointer: string; holder: unknown; depth: number }[] = [
    { value: root, pointer: '', holder: root, depth: 0 },
  ]
  for (let next = open.pop(); next && values.length < VALUES_MAX; next = open.pop()) {
    const { value, pointer, holder, depth } = next
    if (typeof value === 'object' && value !== null) {
      if (depth >= DEPTH_MAX) continue
      for (const [name, inner] of Object.entries(value).toReversed()) {
        open.push({
          value: inner,
          pointer: `${pointer}/${escapeToken(name)}`,
          holder: value,
          depth: depth + 1,
        })
      }
    } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      values.push({
        value,
        place: { kind: 'json', ...(script === undefined ? {} : { script }), pointer, holder },
      })
      const inner = typeof value === 'string' && /^\s*[{[]/.test(value) ? parsed(value) : undefined
      if (inner !== undefined)
        open.push({ value: inner, pointer: `${pointer}#`, holder: inner, depth: depth + 1 })
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A unique selector for this element, starting at the nearest id. */
export function elementPath(tree: HtmlTree, node: number): string {
  const steps: string[] = []
  for (let at = node; at > 0; at = tree.parents[at] ?? 0) {
    const id = attributeOf(tree, at, 'id')
    const isNamed = id !== undefined && /^[A-Za-z_][\w-]*$/.test(id)
    const name = tree.names[at] ?? ''
    steps.unshift(isNamed ? `${name}#${id}` : name + position(tree, at, name))
    if (isNamed) break
  }
  return steps.join(' > ')
}

function position(tree: HtmlTree, node: number, name: string): string {
  const parent = tree.parents[node] ?? 0
  const end = tree.last[parent] ?? 0
  let place = 0
  let all = 0
  for (let child = parent + 1; child < end; child = tree.last[child] ?? end) {
    if (tree.names[child] !== name) continue
    all++
    if (child === node) place = all
  }
  return all > 1 ? `:nth-of-type(${place})` : ''
}
