// Splits bytes into lines, keeping only the beginning of a long line in memory.

export interface Line {
  /** Byte offsets of this line and of the next one. */
  readonly start: number
  readonly end: number
  /** The first `keepBytes` of the line, without the line break. */
  readonly head: Buffer
  /** Whether `head` is shorter than the line. */
  readonly isTruncated: boolean
  /** Whether the line ends with a line break. */
  readonly endsWithNewline: boolean
  /** The byte before the line break; undefined for an empty line. */
  readonly lastByte: number | undefined
  /** After a power failure, data that was not yet on disk reads as zero bytes. */
  readonly hasNulBytes: boolean
}

const NEWLINE = 0x0a

export async function* splitLines(chunks: AsyncIterable<Buffer>, keepBytes: number): AsyncGenerator<Line> {
  let start = 0
  let length = 0
  let parts: Buffer[] = []
  let byteCount = 0
  let lastByte: number | undefined
  let hasNulBytes = false

  const take = (piece: Buffer): void => {
    if (piece.length === 0) return
    length += piece.length
    lastByte = piece.at(-1)
    hasNulBytes ||= piece.includes(0)
    if (byteCount < keepBytes) parts.push(piece.subarray(0, keepBytes - byteCount))
    byteCount += Math.min(piece.length, keepBytes - byteCount)
  }
  const finish = (endsWithNewline: boolean): Line => {
    const head = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    const end = start + length + (endsWithNewline ? 1 : 0)
    const line = { start, end, head, isTruncated: byteCount < length, endsWithNewline, lastByte, hasNulBytes }
    start = end
    length = 0
    parts = []
    byteCount = 0
    lastByte = undefined
    hasNulBytes = false
    return line
  }

  for await (const chunk of chunks) {
    let from = 0
    for (let offset = chunk.indexOf(NEWLINE); offset !== -1; offset = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, offset))
      yield finish(true)
      from = offset + 1
    }
    take(chunk.subarray(from))
  }
  if (length > 0) yield finish(false)
}
