// Looks up the rules of a tag by the bytes of its name.
import { type Bytes, decodeUtf8 } from '../bytes.ts'
import { type Tag, tagOf } from './html-rules.ts'

/** A direct-mapped cache of tag rules: 256 slots by a hash of the name, the newest name in each. */
const knownTags: { readonly letters: Uint8Array; readonly tag: Tag }[] = []

/** The rules for the name between two positions; only a name that is not cached is decoded. */
export function tagBetween(bytes: Bytes, start: number, end: number): Tag {
  const { data } = bytes
  let hash = end - start
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + ((data[at] as number) | 0x20)) & 255
  const known = knownTags[hash]
  if (known !== undefined && isSpelled(data, start, end, known.letters)) return known.tag
  const name = decodeUtf8(bytes, start, end).toLowerCase()
  const tag = tagOf(name)
  knownTags[hash] = { letters: Buffer.from(name), tag }
  return tag
}

function isSpelled(data: Uint8Array, start: number, end: number, letters: Uint8Array): boolean {
  const { length } = letters
  if (end - start !== length) return false
  for (let i = 0; i < length; i++) if (((data[start + i] as number) | 0x20) !== letters[i]) return false
  return true
}
