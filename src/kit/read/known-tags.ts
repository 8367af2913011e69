// Looks up the rules of a tag by the bytes of its name.
import { type Bytes, decodeUtf8 } from './bytes.ts'
import { type Tag, tagOf } from './html-rules.ts'

/** Names of any page with their rules, by a hash of their bytes: 256 at the most, the newest of each hash. */
const knownTags: { readonly letters: Uint8Array; readonly tag: Tag }[] = []

/** The rules for the name between two positions; a name is decoded only when it is new. */
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
