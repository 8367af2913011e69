// The file format of recordings: records in sequence, each with its bodies first and its metadata after them.
import { fstatSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { StoredRun } from './recording.ts'

export const PREFIX_BYTES = 16
const MAGIC = 0x57415245
/** Small records are read many at a time. */
const WINDOW_BYTES = 16 * 1024

interface ReadRecord {
  readonly run: StoredRun
  /** The start of the record. */
  readonly at: number
  /** The start of the next record. */
  readonly end: number
}

/** The header before the bodies and the metadata. */
export function recordPrefix(facts: Buffer, bodyBytes: number): Buffer {
  const prefix = Buffer.allocUnsafe(PREFIX_BYTES)
  prefix.writeUInt32BE(MAGIC, 0)
  prefix.writeUInt32BE(bodyBytes, 4)
  prefix.writeUInt32BE(facts.length, 8)
  prefix.writeUInt32BE(crc32(facts), 12)
  return prefix
}

/** The sizes in the header of a complete record. */
export function sizesIn(prefix: Buffer): { readonly bodyBytes: number; readonly factsBytes: number } {
  return { bodyBytes: prefix.readUInt32BE(4), factsBytes: prefix.readUInt32BE(8) }
}

/** Reads up to the end, or to an incomplete record: cut off by a crash, or being written now. */
export function* readRecords(file: number, from: number): Generator<ReadRecord> {
  const { size } = fstatSync(file)
  const read = createWindow(file)
  let at = from
  while (at + PREFIX_BYTES <= size) {
    const prefix = read(at, PREFIX_BYTES)
    const factsAt = at + PREFIX_BYTES + prefix.readUInt32BE(4)
    const length = prefix.readUInt32BE(8)
    const checksum = prefix.readUInt32BE(12)
    if (prefix.readUInt32BE(0) !== MAGIC || factsAt + length > size) return
    const facts = read(factsAt, length)
    if (crc32(facts) !== checksum) return
    const end = factsAt + length
    yield { run: JSON.parse(facts.toString()) as StoredRun, at, end }
    at = end
  }
}

function createWindow(file: number): (at: number, length: number) => Buffer {
  let start = 0
  let bytes: Buffer = Buffer.alloc(0)
  return (at, length) => {
    if (at < start || at + length > start + bytes.length) {
      bytes = readAt(file, at, Math.max(length, WINDOW_BYTES))
      start = at
    }
    return bytes.subarray(at - start, at - start + length)
  }
}

/** Shorter at the end of the file. */
export function readAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, at))
}
