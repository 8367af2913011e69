// Page: one fetched document with lazy views of what it holds.
import type { JsonObject } from './take.ts'

export type JsonPath = readonly (string | number)[]

export interface Page {
  /** After redirects. */
  readonly url: string
  readonly status: number
  readonly contentType: string
  readonly bytes: Uint8Array
  text(): string
  /** The whole body as JSON; a fault when it is not JSON (`upstream_changed`) or is cut off (`upstream_failed`). */
  json(): unknown
  /** Every JSON-LD block; a broken one is left out, the others stay. */
  jsonLd(): readonly unknown[]
  /** The first JSON-LD object of one of these types, looked for through lists and `@graph`. */
  jsonLdOf(...types: readonly string[]): JsonObject | undefined
  /** JSON in a script element, found by its attributes (`{ id: '__NEXT_DATA__' }`); only the part at `path` is parsed. */
  script(attributes: Readonly<Record<string, string>>, path?: JsonPath): unknown
  /** What the page assigns to a global (`window.metaData`, `pdpVariationsJSON`; a leading `*.` matches any owner). JSON in a string is parsed again. */
  assigned(name: string, path?: JsonPath): unknown
  select(css: string): readonly PageElement[]
  first(css: string): PageElement | undefined
}

/** One element of the page. */
export interface PageElement {
  /** Text of the element and all within it, white space folded. */
  text(): string
  attr(name: string): string | undefined
  select(css: string): readonly PageElement[]
  first(css: string): PageElement | undefined
  /** The next element beside it. */
  next(): PageElement | undefined
}
