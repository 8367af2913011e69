// Splits bytes into lines without holding more than the beginning of a long one.

export interface Line {
  /** Where it begins and where the next one does, in bytes. */
  readonly start: number
  readonly end: number
  /** From the beginning of the line, at most `keepBytes`, without the line break. */
  readonly head: Buffer
  /** Whether `head` is less than the line. */
  readonly isTruncated: boolean
  /** Whether a line break ends it. */
  readonly endsWithNewline: boolean
  /** The byte before the line break; undefined for an empty line. */
  readonly lastByte: number | undefined
  /** Zero bytes are what a power cut leaves where data was not yet on the disk. */
  readonly hasNulBytes: boolean
}

const NEWLINE = 0x0a

export async function* splitLines(chunks: AsyncIterable<Buffer>, keepBytes: number): AsyncGenerator<Line> {
  let start = 0
  let length = 0
  let parts: Buffer[] = []
  let kept = 0
  let lastByte: number | undefined
  let hasNulBytes = false

  const take = (piece: Buffer): void => {
    if (piece.length === 0) return
    length += piece.length
    lastByte = piece.at(-1)
    hasNulBytes ||= piece.includes(0)
    if (kept < keepBytes) parts.push(piece.subarray(0, keepBytes - kept))
    kept += Math.min(piece.length, keepBytes - kept)
  }
  const finish = (endsWithNewline: boolean): Line => {
    const head = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    const end = start + length + (endsWithNewline ? 1 : 0)
    const line = { start, end, head, isTruncated: kept < length, endsWithNewline, lastByte, hasNulBytes }
    start = end
    length = 0
    parts = []
    kept = 0
    lastByte = undefined
    hasNulBytes = false
    return line
  }

  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, at))
      yield finish(true)
      from = at + 1
    }
    take(chunk.subarray(from))
  }
  if (length > 0) yield finish(false)
}
