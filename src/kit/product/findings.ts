// A value with the reader it came from, and how the readers' findings are looked through.
import type { Facts, Source } from './facts.ts'

export type Found<Value> = { value: Value; source: Source } | undefined
export type Readers = readonly (readonly [Source, Facts | undefined])[]

/** The first reader's word on a field, in their order. */
export function first<Key extends keyof Facts>(readers: Readers, key: Key): Found<NonNullable<Facts[Key]>> {
  for (const [source, facts] of readers) {
    const value = facts?.[key]
    if (value !== undefined && value !== null) return { value, source }
  }
  return undefined
}

export function firstOf<Value>(value: Value | undefined, source: Source): Found<Value> {
  return value === undefined ? undefined : { value, source }
}
