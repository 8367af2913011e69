// Page: one fetched document with lazy views of what it holds.
import { Fault } from './fault.ts'
import { selectPageElements, type PageElement } from './page-element.ts'
import { readAssignedNames } from './read/assigned-names.ts'
import { toBytes } from './read/bytes.ts'
import { readAllAssigned, readAllScriptJson, readAssigned, readScriptJson } from './read/embedded.ts'
import { buildTree, type HtmlTree } from './read/html-tree.ts'
import { findTyped, readJsonLd, readJsonLdFromTree } from './read/json-ld.ts'
import type { Path } from './read/json-path.ts'
import { mainItem } from './read/main-item.ts'
import type { ScriptQuery } from './read/script-scanner.ts'
import { createSelectorCache, type SelectorCache } from './read/selector-cache.ts'
import { asList, asObject, at, type JsonObject } from './json-values.ts'

export interface Page {
  /** After redirects. */
  readonly url: string
  readonly status: number
  readonly contentType: string
  text(): string
  /** The whole body as JSON; a fault when it is not JSON (`upstream_changed`) or is cut off (`upstream_failed`). */
  json(): unknown
  /** Whether the body is JSON and no markup, whatever its headers call it. */
  holdsJson(): boolean
  /** Every JSON-LD block; a broken one is left out, the others stay. */
  jsonLd(): readonly unknown[]
  /** The objects at the top of its JSON-LD, those of a `@graph` too; what is nested in them is not listed. */
  jsonLdItems(): readonly JsonObject[]
  /**
   * The page's own JSON-LD object of one of these types, the first type before the second, looked for at every depth.
   * Of several about the same thing the fullest.
   */
  jsonLdOf(...types: readonly string[]): JsonObject | undefined
  /** JSON in a script element (`{ id: '__NEXT_DATA__' }`), in the fullest of several; only the part at `path` is parsed. */
  script(wanted: ScriptQuery, path?: Path): unknown
  /** The same in every such element, in document order. */
  scripts(wanted: ScriptQuery, path?: Path): readonly unknown[]
  /**
   * What the page assigns to a global (`metaData`; a leading `*.` stands for any owner), the fullest of several values.
   * JSON in a string is parsed again.
   */
  assigned(name: string, path?: Path): unknown
  /** Every value that the page assigns to a global, in document order: for the one of the product asked for. */
  assignedAll(name: string, path?: Path): readonly unknown[]
  /** Names of the globals that the page assigns to, for state under a name that changes. */
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

/** `selectors` may be kept from one page to the next. */
export function makePage(source: PageSource, selectors: SelectorCache = createSelectorCache()): Page {
  const contentType = source.headers['content-type'] ?? ''
  const text = once(() => new TextDecoder(source.charset).decode(source.body))
  // The readers work on UTF-8 bytes; nearly every page is UTF-8 already.
  const bytes = once(() => (isUtf8(source.charset) ? source.body : Buffer.from(text())))
  let tree: HtmlTree | undefined
  const elements = once(() => {
    tree = buildTree(toBytes(bytes()))
    return selectPageElements(tree, selectors)
  })
  // A tree that is there knows where the scripts are.
  const jsonLd = once(() => (tree ? readJsonLdFromTree(tree) : readJsonLd(bytes())))
  return {
    url: source.url.href,
    status: source.status,
    contentType,
    text,
    json: once(() => parseWhole(text(), contentType)),
    holdsJson: () => /^\s*[{[]/.test(text()),
    jsonLd,
    jsonLdItems: () => topItems(jsonLd()),
    jsonLdOf(...types) {
      for (const type of types) {
        const found = mainItem(findTyped(jsonLd(), type), source.url.href)
        if (found) return found
      }
      return undefined
    },
    script: (wanted, path) => readScriptJson(bytes(), wanted, path),
    scripts: (wanted, path) => readAllScriptJson(bytes(), wanted, path),
    assigned: (name, path) => readAssigned(bytes(), name, path),
    assignedAll: (name, path) => readAllAssigned(bytes(), name, path),
    assignedNames: () => readAssignedNames(bytes()),
    select: css => elements().select(css),
    first: css => elements().first(css),
  }
}

function topItems(blocks: readonly unknown[]): JsonObject[] {
  return blocks
    .flatMap(block => [block, asList(at(block, '@graph'), inner => inner) ?? []].flat())
    .map(asObject)
    .filter(item => item !== undefined)
}

function parseWhole(text: string, contentType: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const start = text.trimStart()[0]
    if (start === '<' || /html/i.test(contentType)) {
      throw new Fault('upstream_changed', 'a page came where JSON was due', { field: 'body', cause })
    }
    throw new Fault('upstream_failed', 'the JSON of the upstream is empty, broken or cut off', { cause })
  }
}

function isUtf8(charset: string): boolean {
  return /^(utf-?8|us-ascii|ascii)$/i.test(charset)
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
