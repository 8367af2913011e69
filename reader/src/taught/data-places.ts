// Where a value stands in the data of a page: JSON-LD, the state in its scripts, JSON in an attribute. Each place is a rule.
import { readAssignedNames } from '../data/script/assigned-names.ts'
import { typesOf } from '../data/json-ld.ts'
import type { TaughtRule } from './taught-rule.ts'
import type { TaughtPage } from './open-page.ts'

/** Whether a scalar of the data is the value. */
export type IsValue = (scalar: unknown) => boolean

const VISITS_MAX = 60_000
const PLACES_MAX = 40
const DEPTH_MAX = 14
/** What JSON-LD calls the product of a page. */
const PRODUCT_TYPES: ReadonlySet<string> = new Set([
  'Product',
  'ProductGroup',
  'IndividualProduct',
  'ProductModel',
  'Book',
  'Vehicle',
  'Car',
])

export function jsonLdRules({ page }: TaughtPage, isValue: IsValue): TaughtRule[] {
  const rules: TaughtRule[] = []
  visitItems(page.jsonLd, item => {
    const type = typesOf(item).find(one => PRODUCT_TYPES.has(one))
    if (type !== undefined) rules.push(...pointersTo(item, isValue).map(at => ({ json: `@${type}`, at })))
  })
  return unique(rules)
}

function visitItems(data: unknown, take: (item: Record<string, unknown>) => void): void {
  const stack: unknown[] = [data]
  for (let visits = 0; stack.length > 0 && visits < VISITS_MAX; visits++) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) take(value as Record<string, unknown>)
    for (const inner of Object.values(value)) stack.push(inner)
  }
}

const GLOBALS_MAX = 20
const SCRIPTS_MAX = 40

/** The state of scripts: JSON in an element with an id, or a value that a global has. */
export function stateRules(page: TaughtPage, isValue: IsValue): TaughtRule[] {
  const { tree, scripts } = page.page
  const named = scripts.slice(0, SCRIPTS_MAX * 4).flatMap(node => scriptSelector(page, node) ?? [])
  const globals = readAssignedNames(tree.bytes.data).filter(isGlobal).slice(0, GLOBALS_MAX)
  return unique(
    [...new Set([...named.slice(0, SCRIPTS_MAX), ...globals])].flatMap(json =>
      page.documents(json).flatMap(document => pointersTo(document, isValue).map(at => ({ json, at }))),
    ),
  )
}

function isGlobal(name: string): boolean {
  return /^[\w$]{3,60}$/.test(name) && !/\d{3,}/.test(name)
}

function scriptSelector(page: TaughtPage, node: number): string | undefined {
  const type = page.attr(node, 'type') ?? ''
  if (!/json/i.test(type) || /ld\+json/i.test(type)) return undefined
  const id = page.attr(node, 'id')
  if (id !== undefined && /^[A-Za-z_][\w-]*$/.test(id) && !/\d{3,}/.test(id)) return `script#${id}`
  const marker = attributeNames(page, node).find(name => /^data-[a-z-]+$/.test(name))
  return marker === undefined ? `script[type=${JSON.stringify(type)}]` : `script[${marker}]`
}

function attributeNames(page: TaughtPage, node: number): string[] {
  const { bytes, attributes, firstAttributes } = page.page.tree
  const names: string[] = []
  const end = firstAttributes[node + 1] ?? 0
  for (let place = firstAttributes[node] ?? 0; place < end; place += 4)
    names.push(bytes.data.toString('utf8', attributes[place], attributes[place + 1]).toLowerCase())
  return names
}

const NODES_MAX = 120_000
const ATTRIBUTE_JSON_MAX = 60_000
/** Attributes that hold a value for programs or for people who do not see. */
const VALUE_ATTRIBUTES =
  /^(?:data-.+|content|value|title|alt|aria-label|datetime|:?[a-z]+-?(?:price|sku|name|brand|id))$/

export interface AttributePlace {
  readonly node: number
  readonly attr: string
  /** Of JSON in the attribute. */
  readonly at?: string
}

export function attributePlaces(page: TaughtPage, isValue: IsValue): AttributePlace[] {
  const { tree } = page.page
  const { bytes, attributes, firstAttributes, names } = tree
  const places: AttributePlace[] = []
  const end = Math.min(names.length, NODES_MAX)
  for (let node = 1; node < end && places.length < PLACES_MAX; node++) {
    if (names[node] === '') continue
    const last = firstAttributes[node + 1] as number
    for (let place = firstAttributes[node] as number; place < last; place += 4) {
      const length = (attributes[place + 3] as number) - (attributes[place + 2] as number)
      if (length === 0 || length > ATTRIBUTE_JSON_MAX) continue
      const attr = bytes.data.toString('utf8', attributes[place], attributes[place + 1]).toLowerCase()
      if (!VALUE_ATTRIBUTES.test(attr)) continue
      const text = page.attr(node, attr) ?? ''
      if (length <= 400 && isValue(text)) places.push({ node, attr })
      else if (/^\s*[[{]/.test(text))
        places.push(
          ...pointersTo(parsed(text), isValue)
            .slice(0, 4)
            .map(at => ({ node, attr, at })),
        )
    }
  }
  return places
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Pointers to the value that hold for other products too: no positions, no ids. */
function pointersTo(document: unknown, isValue: IsValue): string[] {
  const pointers = new Set<string>()
  const visits: { readonly value: unknown; readonly path: readonly string[] }[] = [
    { value: document, path: [] },
  ]
  for (let count = 0; count < VISITS_MAX && pointers.size < PLACES_MAX; count++) {
    const visit = visits.pop()
    if (visit === undefined) break
    const { value, path } = visit
    if (typeof value !== 'object' || value === null) {
      if (path.length > 0 && isValue(value)) pointers.add(path.map(step => `/${step}`).join(''))
      continue
    }
    if (path.length >= DEPTH_MAX) continue
    const isList = Array.isArray(value)
    for (const [name, inner] of Object.entries(value).toReversed()) {
      const step = isList ? [] : [isKey(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : '*']
      visits.push({ value: inner, path: [...path, ...step] })
    }
  }
  return [...pointers].toSorted((a, b) => a.split('/').length - b.split('/').length)
}

/** A name in the shop's own code, not the id or the address of one product. */
function isKey(name: string): boolean {
  return name.length <= 40 && !/\d{3,}|[/?=.]|\s/.test(name) && !/^\d+$/.test(name)
}

function unique(rules: readonly TaughtRule[]): TaughtRule[] {
  const keys = new Map(rules.map(rule => [JSON.stringify(rule), rule]))
  return [...keys.values()].slice(0, PLACES_MAX)
}
