// Pages as bytes: views for the scanners, and a byte search that advances four bytes at a time.

/** The same bytes twice: `view` reads four at a time, without alignment. */
export interface Bytes {
  readonly data: Buffer
  readonly view: DataView
  readonly length: number
}

/** Encodes text as UTF-8; bytes are wrapped without copying. */
export function toBytes(html: string | Uint8Array): Bytes {
  const data =
    typeof html === 'string'
      ? Buffer.from(html, 'utf8')
      : Buffer.from(html.buffer, html.byteOffset, html.length)
  return { data, view: new DataView(data.buffer, data.byteOffset, data.length), length: data.length }
}

export function decodeUtf8(bytes: Bytes, start: number, end: number): string {
  return bytes.data.toString('utf8', start, end)
}

/** The first position of `text` between `start` and `end`, or -1. */
export function indexOfText(bytes: Bytes, text: string, start: number, end: number): number {
  return bytes.data.subarray(0, end).indexOf(text, start)
}

/**
 * The position of the next `byte` from `at` on, or the length. Made for the short distances within markup, where calling
 * a native search costs more than it saves. XOR with the pattern turns a match into a zero byte; a zero byte borrows when
 * 1 is subtracted from each byte.
 */
export function nextByte(bytes: Bytes, byte: number, at: number): number {
  const { view, length } = bytes
  const pattern = byte * 0x01010101
  for (; at + 4 <= length; at += 4) {
    const difference = view.getInt32(at, true) ^ pattern
    const zeros = (difference - 0x01010101) & ~difference & 0x80808080
    if (zeros !== 0) return at + ((31 - Math.clz32(zeros & -zeros)) >> 3)
  }
  while (at < length && view.getUint8(at) !== byte) at++
  return at
}

/** Whether all bytes from `start` to `end` are ASCII. */
export function isAscii(bytes: Bytes, start: number, end: number): boolean {
  let at = start
  for (; at + 4 <= end; at += 4) if ((bytes.view.getInt32(at, true) & 0x80808080) !== 0) return false
  for (; at < end; at++) if ((bytes.data[at] as number) >= 0x80) return false
  return true
}

/** The position after the next `byte`, or the length; for possibly long distances. */
export function afterByte(bytes: Bytes, byte: number, from: number): number {
  const found = bytes.data.indexOf(byte, from)
  return found < 0 ? bytes.data.length : found + 1
}
