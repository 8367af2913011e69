// Page: one fetched document with lazy views of what it holds.

export interface Page {
  /** After redirects. */
  readonly url: string
  readonly status: number
  readonly contentType: string
  readonly bytes: Uint8Array
  text(): string
  /** The whole body as JSON; a fault when it is not JSON or is cut off. */
  json(): unknown
}
