// Decodes short repeated strings of a page, such as class names, only once.
import type { Bytes } from '../../kit/read/bytes.ts'
import { decodeEntities } from '../../kit/read/entities.ts'

// Direct-mapped: a slot holds the last text with its hash. Pages have a few hundred different class names.
const SLOTS = 4096
// Longer strings are rarely repeated.
const MAX_BYTES = 120

/** Decodes the attribute value between two positions; equal bytes give the same string. */
export type DecodeValue = (start: number, end: number) => string

export function createTextCache(bytes: Bytes): DecodeValue {
  const { data } = bytes
  const starts = new Int32Array(SLOTS)
  const lengths = new Int32Array(SLOTS)
  const texts: string[] = []
  const decode = (start: number, end: number) =>
    decodeEntities(data.toString('utf8', start, end), 'attribute')

  function isSame(slot: number, start: number, length: number): boolean {
    if (lengths[slot] !== length) return false
    const known = starts[slot] as number
    for (let i = 0; i < length; i++) if (data[known + i] !== data[start + i]) return false
    return true
  }

  return (start, end) => {
    const length = end - start
    if (length === 0) return ''
    if (length > MAX_BYTES) return decode(start, end)
    let hash = length
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (data[at] as number)) | 0
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1)
    if (isSame(slot, start, length)) return texts[slot] as string
    starts[slot] = start
    lengths[slot] = length
    return (texts[slot] = decode(start, end))
  }
}
