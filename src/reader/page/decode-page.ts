// A page as UTF-8 bytes, whatever character set it was sent in.
import { charsetOf } from '../../kit/read/charset.ts'

export interface ReadOptions {
  /** The `content-type` header that the page was sent with; without it, the page's own declaration counts. */
  readonly contentType?: string | undefined
  /** When the page was fetched: of several offers, expired and future ones do not count. Without it, all count. */
  readonly fetchedAtMs?: number | undefined
}

const BOM = [0xef, 0xbb, 0xbf] as const

/** Text is taken as it is; bytes are decoded by their byte order mark, the header, or their meta element. */
export function decodePage(
  html: string | Uint8Array,
  { contentType }: ReadOptions = {},
): string | Uint8Array {
  if (typeof html === 'string') return html.startsWith('\uFEFF') ? html.slice(1) : html
  const charset = charsetOf(html, contentType ?? 'text/html')
  if (charset !== 'utf-8') return new TextDecoder(charset).decode(html)
  return BOM.every((byte, at) => html[at] === byte) ? html.subarray(BOM.length) : html
}
