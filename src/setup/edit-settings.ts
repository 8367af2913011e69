// Adds a shop to the text of wares.yaml and leaves the rest of it, comments included, as it is.
import { createRequire } from 'node:module'
import type { Document } from 'yaml'
import { operatorError } from '../runtime/operator-error.ts'

/** A host of `reader.hosts`, or the origin of a site. */
export type ShopEntry =
  | {
      readonly kind: 'host'
      readonly host: string
      readonly render?: 'browser' | undefined
      readonly example?: string | undefined
      readonly platform?: string | undefined
      readonly ucp?: boolean | undefined
    }
  | { readonly kind: 'site'; readonly site: string; readonly origin: string; readonly example: string }

/** Loads the parser only for a command that edits the file. */
const requireModule = createRequire(import.meta.url)

/** `keepsSandbox`: says that the sandbox stays on, which it would not do by itself beside a configured shop. */
export function addEntries(text: string, entries: readonly ShopEntry[], keepsSandbox = false): string {
  const { parseDocument, isSeq, isMap } = requireModule('yaml') as typeof import('yaml')
  const document: Document = parseDocument(text)
  const [error] = document.errors
  if (error) throw operatorError(`The settings file is not valid YAML: ${error.message}`)
  if (document.contents === null) document.contents = document.createNode({})
  if (!isMap(document.contents)) throw operatorError('The settings file must be a map of settings.')
  for (const entry of entries) {
    if (entry.kind === 'site') {
      document.setIn(['sites', entry.site, 'origin'], entry.origin)
      document.setIn(['sites', entry.site, 'example'], entry.example)
      continue
    }
    // `reader:` without a value is null, into which nothing can be put.
    if (!isMap(document.get('reader'))) document.set('reader', document.createNode({}))
    const hosts = document.getIn(['reader', 'hosts'])
    // Somebody else may have added it since the shop was read.
    if (isSeq(hosts) && hosts.toJSON().some((one: unknown) => hostOf(one) === entry.host)) continue
    if (isSeq(hosts)) hosts.add(document.createNode(hostValue(entry)))
    else document.setIn(['reader', 'hosts'], document.createNode([hostValue(entry)]))
  }
  if (keepsSandbox) {
    if (isMap(document.get('sandbox'))) document.setIn(['sandbox', 'enabled'], true)
    else if ((document.get('sandbox') ?? null) === null) document.set('sandbox', true)
  }
  return document.toString({ lineWidth: 0 })
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
  const stated = Object.entries(entry).filter(([name, value]) => name !== 'kind' && value !== undefined)
  return stated.length === 1 ? entry.host : Object.fromEntries(stated)
}
