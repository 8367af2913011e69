// How `sources` names an optional document that is not part of the answer.

export interface SkippedDocument {
  /** A URL, or a path of the shop. */
  readonly target: string
  /** The code of its fault. */
  readonly code: string
}

/** `not available: /stock/7 (upstream_blocked)`; with the host if that is another one than the page's. */
export function leftOutTexts(leftOut: readonly SkippedDocument[], pageUrl: string): string[] {
  return leftOut.map(({ target, code }) => {
    const { host, pathname } = new URL(target, pageUrl)
    const place = host === new URL(pageUrl).host ? pathname : host + pathname
    return `not available: ${place} (${code})`
  })
}
