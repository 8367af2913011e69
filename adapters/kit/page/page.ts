// Page: one fetched document with lazy views of its content.
import { Fault } from '../fault.ts'
import { type PageElement, selectPageElements } from './page-element.ts'
import { readAssignedNames } from '#reader/data/script/assigned-names'
import { toBytes } from '#reader/html/bytes'
import { readAllAssigned, readAllScriptJson, readAssigned, readScriptJson } from '#reader/data/embedded'
import { buildTree, type HtmlTree } from '#reader/html/html-tree'
import {
  findTyped,
  followReferences,
  readJsonLd,
  readJsonLdFromTree,
  RELATED_KEYS,
} from '#reader/data/json-ld'
import type { Path } from '#reader/data/json-check'
import { mainItem } from '#reader/data/main-item'
import type { ScriptQuery } from '#reader/data/script/script-scanner'
import { createSelectorCache, type SelectorCache } from '#reader/html/select/selector-cache'
import type { TreeMemory } from '#reader/html/tree-memory'
import { asList, asObject, valueAt, type JsonObject } from '../schema/json-values.ts'

export interface Page {
  /** The URL after redirects. */
  readonly url: string
  readonly status: number
  readonly contentType: string
  /** A header of the response, by its name in lower case. */
  header(name: string): string | undefined
  text(): string
  /** The body in UTF-8. */
  bytes(): Uint8Array
  /** The whole body as JSON; throws `upstream_changed` if it is not JSON and `upstream_failed` if it is truncated. */
  json(): unknown
  /** Whether the body is JSON rather than markup, whatever the content type. */
  holdsJson(): boolean
  /** Every JSON-LD block; malformed ones are skipped. */
  jsonLd(): readonly unknown[]
  /** The top-level JSON-LD objects, including those of a `@graph`, but not those nested in them. */
  jsonLdItems(): readonly JsonObject[]
  /**
   * The page's JSON-LD object of one of these types, at any depth; earlier types take precedence.
   * Of several about the same thing, the fullest.
   */
  jsonLdOf(...types: readonly string[]): JsonObject | undefined
  /** JSON in a script element (`{ id: '__NEXT_DATA__' }`), the fullest of several; only the part at `path` is parsed. */
  script(wanted: ScriptQuery, path?: Path): unknown
  /** Like `script`, for every matching element, in document order. */
  scripts(wanted: ScriptQuery, path?: Path): readonly unknown[]
  /**
   * The value that the page assigns to a global (`metaData`; a leading `*.` matches any owner), the fullest of several.
   * JSON in a string is parsed too.
   */
  assigned(name: string, path?: Path): unknown
  /** Every value that the page assigns to a global, in document order; the caller picks the requested product. */
  assignedAll(name: string, path?: Path): readonly unknown[]
  /** Names of the globals that the page assigns to, for state under a varying name. */
  assignedNames(): readonly string[]
  select(css: string): readonly PageElement[]
  first(css: string): PageElement | undefined
}

export interface PageSource {
  readonly url: URL
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly charset: string
}

/** `selectors` may be shared between pages. The owner of `memory` reuses it for another page; nothing may be read from this one afterwards. */
export function makePage(
  source: PageSource,
  selectors: SelectorCache = createSelectorCache(),
  memory?: TreeMemory,
): Page {
  const contentType = source.headers['content-type'] ?? ''
  const text = once(() => new TextDecoder(source.charset).decode(source.body))
  // The readers work on UTF-8 bytes; nearly every page is UTF-8 already.
  const bytes = once(() => (isUtf8(source.charset) ? source.body : Buffer.from(text())))
  let tree: HtmlTree | undefined
  const elements = once(() => {
    tree = buildTree(toBytes(bytes()), { memory })
    return selectPageElements(tree, selectors)
  })
  // An existing tree already has the positions of the scripts.
  const jsonLd = once(() => followReferences(tree ? readJsonLdFromTree(tree) : readJsonLd(bytes())))
  return {
    url: source.url.href,
    status: source.status,
    contentType,
    header: name => source.headers[name],
    text,
    bytes,
    json: once(() => parseWhole(text(), contentType)),
    holdsJson: () => startsAsJson(bytes()),
    ...jsonLdViews(jsonLd, source.url.href),
    script: (selector, path) => readScriptJson(bytes(), selector, path),
    scripts: (selector, path) => readAllScriptJson(bytes(), selector, path),
    assigned: (name, path) => readAssigned(bytes(), name, path),
    assignedAll: (name, path) => readAllAssigned(bytes(), name, path),
    assignedNames: () => readAssignedNames(bytes()),
    select: css => elements().select(css),
    first: css => elements().first(css),
  }
}

/** The views of a page's JSON-LD, given its blocks. */
export function jsonLdViews(
  blocks: () => readonly unknown[],
  url: string,
): Pick<Page, 'jsonLd' | 'jsonLdItems' | 'jsonLdOf'> {
  return {
    jsonLd: blocks,
    jsonLdItems: () => topItems(blocks()),
    jsonLdOf(...types) {
      for (const type of types) {
        // Items of the page itself count before those of products that it only relates to.
        const ownItems = findTyped(blocks(), type, RELATED_KEYS)
        const item = mainItem(ownItems.length > 0 ? ownItems : findTyped(blocks(), type), url)
        if (item) return item
      }
      return undefined
    },
  }
}

function topItems(blocks: readonly unknown[]): JsonObject[] {
  return blocks
    .flatMap(block => [block, asList(valueAt(block, '@graph'), inner => inner) ?? []].flat())
    .map(asObject)
    .filter(item => item !== undefined)
}

function parseWhole(text: string, contentType: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const start = text.trimStart()[0]
    if (start === '<' || /html/i.test(contentType)) {
      throw new Fault('upstream_changed', 'the site sent a page instead of JSON', { field: 'body', cause })
    }
    throw new Fault('upstream_failed', 'the JSON response of the site is empty, invalid or truncated', {
      cause,
    })
  }
}

function startsAsJson(body: Uint8Array): boolean {
  const hasMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
  const first = body.subarray(hasMark ? 3 : 0).find(byte => byte > 0x20)
  return first === 0x7b || first === 0x5b
}

function isUtf8(charset: string): boolean {
  return /^(utf-?8|us-ascii|ascii)$/i.test(charset)
}

function once<T>(compute: () => T): () => T {
  let result: { value: T } | undefined
  return () => {
    result ??= { value: compute() }
    return result.value
  }
}
