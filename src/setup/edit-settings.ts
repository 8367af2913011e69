// Adds a shop to the text of wares.yaml, or what was taught about one, and leaves the rest of it, comments included, as it is.
import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import type { Document, Node } from 'yaml'
import { readerShopName } from '../settings/reader-config.ts'
import { isSameShop } from '../settings/shop-origins.ts'
import type { TaughtField, TaughtFields } from '#reader/taught/taught-rule'
import { operatorError } from '../runtime/operator-error.ts'

/** A host of `reader.hosts`, or the origin of a site. */
export type ShopEntry =
  | {
      readonly kind: 'host'
      readonly host: string
      readonly render?: 'browser' | undefined
      readonly example?: string | undefined
      readonly platform?: string | undefined
      readonly currency?: string | undefined
      readonly ucp?: boolean | undefined
      /** The host is in the file, and gets this currency. */
      readonly isListed?: true
    }
  | { readonly kind: 'site'; readonly site: string; readonly origin: string; readonly example: string }

/** Loads the parser only for a command that edits the file. */
const requireModule = createRequire(import.meta.url)
const yaml = () => requireModule('yaml') as typeof import('yaml')

/** `keepsSandbox`: says that the sandbox stays on, which it would not do by itself beside a configured shop. */
export function addEntries(text: string, entries: readonly ShopEntry[], keepsSandbox = false): string {
  const withEntries = entries.reduce(addEntry, text)
  return keepsSandbox ? keepSandbox(withEntries) : withEntries
}

function addEntry(text: string, entry: ShopEntry): string {
  const { isSeq, isMap } = yaml()
  const document = settingsDocument(text)
  if (entry.kind === 'site') {
    document.setIn(['sites', entry.site, 'origin'], entry.origin)
    document.setIn(['sites', entry.site, 'example'], entry.example)
    return document.toString({ lineWidth: 0 })
  }
  // `reader:` without a value is null, into which nothing can be put.
  const reader = document.get('reader', true)
  if (!isMap(reader)) document.set('reader', withComments(reader, document.createNode({})))
  const hosts = document.getIn(['reader', 'hosts'], true)
  if (!isSeq(hosts)) {
    document.setIn(['reader', 'hosts'], withComments(hosts, document.createNode([hostValue(entry)])))
    return document.toString({ lineWidth: 0 })
  }
  const place = placeOfHost(document, entry.host)
  if (place >= 0 && entry.isListed) {
    openHost(document, place)
    document.setIn(['reader', 'hosts', place, 'currency'], entry.currency)
    return document.toString({ lineWidth: 0 })
  }
  // Somebody else may have added it since the shop was read.
  if (place >= 0) return text
  hosts.add(document.createNode(hostValue(entry)))
  return withHostLines(text, hostValue(entry), document) ?? document.toString({ lineWidth: 0 })
}

/** The new lines alone, put below the last host: a document that is written anew moves comments that follow the list. */
function withHostLines(text: string, value: unknown, expected: Document): string | undefined {
  const { isNode, isSeq, parseDocument, stringify } = yaml()
  const hosts = settingsDocument(text).getIn(['reader', 'hosts'])
  const last = isSeq(hosts) ? hosts.items.at(-1) : undefined
  if (!isSeq(hosts) || !hosts.range || !isNode(last) || !last.range) return undefined
  const [start] = hosts.range
  const margin = text.slice(text.lastIndexOf('\n', start) + 1, start)
  const lines = stringify([value], { lineWidth: 0 }).replaceAll(/^(?=.)/gm, margin)
  const lineEnd = text.indexOf('\n', last.range[2] - 1)
  const draft =
    lineEnd < 0 ? `${text}\n${lines}` : `${text.slice(0, lineEnd + 1)}${lines}${text.slice(lineEnd + 1)}`
  // A list in brackets, or behind an anchor, has no such lines.
  const parsed = parseDocument(draft)
  const isRight = parsed.errors.length === 0 && isDeepStrictEqual(parsed.toJS(), expected.toJS())
  return isRight ? draft : undefined
}

const KEPT_SANDBOX = ' The test shops and their guest key stay beside your shops; false ends them.'

function keepSandbox(text: string): string {
  const { isMap } = yaml()
  const document = settingsDocument(text)
  if (isMap(document.get('sandbox'))) document.setIn(['sandbox', 'enabled'], true)
  else if ((document.get('sandbox') ?? null) === null) {
    const value = document.createNode(true)
    value.comment = KEPT_SANDBOX
    document.set('sandbox', value)
  }
  return document.toString({ lineWidth: 0 })
}

/** A key whose lines are all comments has them at its empty value. */
function withComments<T extends Node>(empty: unknown, node: T): T {
  const { isNode } = yaml()
  if (isNode(empty)) {
    const texts = [empty.commentBefore, empty.comment].flatMap(text => text ?? [])
    if (texts.length > 0) node.commentBefore = texts.join('\n')
  }
  return node
}

function settingsDocument(text: string): Document {
  const { parseDocument, isMap } = yaml()
  const document: Document = parseDocument(text)
  const [error] = document.errors
  if (error) throw operatorError(`The settings file is not valid YAML: ${error.message}`)
  if (document.contents === null) document.contents = document.createNode({})
  if (!isMap(document.contents)) throw operatorError('The settings file must be a map of settings.')
  return document
}

/** The entry alone, for people who write their settings themselves. */
export function entryText(entries: readonly ShopEntry[], keepsSandbox = false): string {
  return addEntries('', entries, keepsSandbox)
}

function hostOf(listed: unknown): unknown {
  return typeof listed === 'object' && listed !== null && 'host' in listed ? listed.host : listed
}

/** A host without values of its own is written as its name. */
function hostValue(entry: Extract<ShopEntry, { kind: 'host' }>): unknown {
  const { kind: _kind, isListed: _isListed, ...own } = entry
  const stated = Object.entries(own).filter(([, value]) => value !== undefined)
  return stated.length === 1 ? entry.host : Object.fromEntries(stated)
}

/** What was taught about a shop. */
export interface FieldsEntry {
  /** The host as its entry writes it, or without the scheme. */
  readonly host: string
  readonly fields: TaughtFields
  /** What they were made from. */
  readonly knownFields?: TaughtFields | undefined
}

/** Writes the rules that have changed under the entry of their host; the file may have others by now, which stay. */
export function setFields(text: string, { host, fields: taught, knownFields = {} }: FieldsEntry): string {
  const document = settingsDocument(text)
  const place = placeOfHost(document, host)
  if (place < 0) throw operatorError(`The settings file does not list ${host} under reader.hosts.`)
  const path = ['reader', 'hosts', place]
  const written = Object(document.toJS().reader.hosts[place]).fields as TaughtFields | null | undefined
  const fields = mergedFields(written ?? {}, taught, { host, knownFields })
  const isEmpty = Object.keys(fields).length === 0
  if (!isEmpty) {
    openHost(document, place)
    changeFields(document, [...path, 'fields'], fields)
  } else if (written) document.deleteIn([...path, 'fields'])
  return document.toString({ lineWidth: 0 })
}

/** Below 0 if the file does not list it. */
function placeOfHost(document: Document, host: string): number {
  return hostNames(document).indexOf(readerShopName(host))
}

function hostNames(document: Document): string[] {
  const { isSeq } = yaml()
  const hosts = document.getIn(['reader', 'hosts'])
  return isSeq(hosts) ? hosts.toJSON().map((one: unknown) => readerShopName(String(hostOf(one)))) : []
}

/** A host without settings of its own is only a name. */
function openHost(document: Document, place: number): void {
  const { isMap } = yaml()
  const path = ['reader', 'hosts', place]
  const old = document.getIn(path, true) as Node
  if (isMap(old)) return
  const entry = document.createNode({ host: document.getIn(path) })
  entry.comment = old.comment ?? null
  entry.commentBefore = old.commentBefore ?? null
  document.setIn(path, entry)
}

function mergedFields(
  written: TaughtFields,
  taught: TaughtFields,
  { host, knownFields }: { readonly host: string; readonly knownFields: TaughtFields },
): TaughtFields {
  const differs = (taughtFields: TaughtFields, other: TaughtFields) => (field: TaughtField) =>
    JSON.stringify(taughtFields[field]) !== JSON.stringify(other[field])
  const names = Object.keys({ ...taught, ...knownFields }) as TaughtField[]
  const changed = names.filter(differs(taught, knownFields))
  const lost = changed.filter(differs(written, knownFields)).find(differs(written, taught))
  if (lost !== undefined)
    throw operatorError(`The rules for ${lost} of ${host} were changed meanwhile; teach it again.`)
  const next = { ...written, ...Object.fromEntries(changed.map(field => [field, taught[field]])) }
  return Object.fromEntries(Object.entries(next).filter(([, rules]) => rules !== undefined))
}

/** Only what is different, so that comments beside the other rules stay. */
function changeFields(document: Document, path: readonly (string | number)[], fields: TaughtFields): void {
  const { isMap } = yaml()
  const old = document.getIn(path)
  if (!isMap(old)) return document.setIn(path, flowRules(document, fields))
  const oldRules = old.toJSON() as Readonly<Record<string, unknown>>
  for (const name of Object.keys(oldRules)) if (!(name in fields)) document.deleteIn([...path, name])
  for (const [name, rules] of Object.entries(fields))
    if (JSON.stringify(oldRules[name]) !== JSON.stringify(rules))
      document.setIn([...path, name], flowNode(document, rules))
}

function flowRules(document: Document, fields: TaughtFields): Node {
  const { YAMLMap } = yaml()
  const map = new YAMLMap()
  for (const [name, rules] of Object.entries(fields)) map.set(name, flowNode(document, rules))
  return map
}

/** A rule on one line. */
function flowNode(document: Document, rules: unknown): Node {
  return document.createNode(rules, { flow: true })
}

export function fieldsText({ host, fields }: FieldsEntry): string {
  return setFields(`reader:\n  hosts:\n    - ${host}\n`, { host, fields })
}

/** Values by their names in the entry of a host; null removes a value. */
export interface ShopValues {
  readonly enabled?: boolean | null
  readonly currency?: string | null
  readonly requests_per_second?: number | null
  readonly active?: string | null
}

/** Where the file has a shop: a site by its name, or a listed host. */
export type ShopPlace = { readonly site: string } | { readonly host: string }

export function editShop(text: string, shop: ShopPlace, values: ShopValues): string {
  const document = settingsDocument(text)
  for (const path of pathsOf(document, shop)) {
    if ('host' in shop) openHost(document, Number(path.at(-1)))
    for (const [name, value] of Object.entries(values)) {
      // What a sign means is a setting of the adapter at a site.
      const names = 'site' in shop && name === 'currency' ? ['settings', name] : [name]
      if (value === null) document.deleteIn([...path, ...names])
      else if (value !== undefined) document.setIn([...path, ...names], value)
    }
  }
  return document.toString({ lineWidth: 0 })
}

export function removeShop(text: string, shop: ShopPlace): string {
  const document = settingsDocument(text)
  // Entries are deleted from the end, so that the others keep their positions.
  for (const path of pathsOf(document, shop).toReversed()) document.deleteIn(path)
  for (const path of 'site' in shop ? [['sites']] : [['reader', 'hosts'], ['reader']]) {
    const list = document.getIn(path, true) as { items?: unknown[] } | undefined
    if (list?.items?.length === 0) document.deleteIn(path)
  }
  return document.toString({ lineWidth: 0 })
}

/** The lines of the file for a shop, to put it back. */
export function shopText(text: string, shop: ShopPlace): string {
  const { isNode, stringify } = yaml()
  const document = settingsDocument(text)
  const valueAt = (path: SettingsPath) => {
    const entry = document.getIn(path, true)
    return isNode(entry) ? entry.toJS(document) : entry
  }
  const entries = pathsOf(document, shop).map(valueAt)
  const settings = 'site' in shop ? { sites: { [shop.site]: entries[0] } } : { reader: { hosts: entries } }
  return stringify(settings, { lineWidth: 0 })
}

type SettingsPath = readonly (string | number)[]

/** A host may be listed with and without `www.`, as `add` does for a shop that answers at both. */
function pathsOf(document: Document, shop: ShopPlace): SettingsPath[] {
  if ('site' in shop) {
    if (document.hasIn(['sites', shop.site])) return [['sites', shop.site]]
    throw operatorError(`${shop.site} is not in the settings file: its origin is set in the environment.`)
  }
  const name = readerShopName(shop.host)
  const paths = hostNames(document).flatMap((hostName, place): SettingsPath[] =>
    isSameShop(hostName, name) ? [['reader', 'hosts', place]] : [],
  )
  if (paths.length > 0) return paths
  throw operatorError(`The settings file does not list ${shop.host} under reader.hosts.`)
}
