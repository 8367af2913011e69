// A finished result as bytes, with its tag and its measures.
import { hash } from 'node:crypto'
import type { CompleteResult } from '#kit/schema/apply-defaults'
import { storableJson } from '#kit/schema/json-values'
import { memberOf, tokensOf } from '#kit/schema/pointer'
import type { FieldMeasures } from '../runtime/events.ts'

/** A result that fits its schema, as bytes in an ArrayBuffer of its own. */
export interface SerialisedResult extends Omit<CompleteResult, 'value'> {
  readonly body: Uint8Array<ArrayBuffer>
  /** See tagOf. */
  readonly tag: string
  /** An optional page failed and may be available again in a minute. */
  readonly isShortLived: boolean
  readonly measures: FieldMeasures
  /** The product's page, for an answer that was read from data only. */
  readonly pageUrl?: string | undefined
  /** Of a search: the currency that its documents state. */
  readonly currency?: string | undefined
  /** Of a general product: the fields that the page contradicts. */
  readonly disputed?: readonly string[]
}

export function serialiseResult({ value, ...noted }: CompleteResult): SerialisedResult {
  const body = new TextEncoder().encode(storableJson(value))
  const measures = measureAnswer(value, noted.absentAt)
  return { ...noted, body, tag: tagOf(body), isShortLived: false, measures }
}

const READ_TIME = /"fetched_at":"[^"]*"/g

/** The ETag of an answer without its quotes. One that says when it was read is weak: it stays the same when the shop does. */
export function tagOf(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const isTimed = bytes.includes('"fetched_at":"')
  const compared = isTimed ? bytes.toString().replaceAll(READ_TIME, '') : bytes
  return `${isTimed ? WEAK : ''}${hash('sha256', compared, 'base64url').slice(0, 27)}`
}

export const WEAK = 'W/'

/** Fields beyond this count are ignored. */
const LEAVES_MAX = 5_000

interface Count {
  leaves: number
  empty: number
}

/** Counts the fields of an answer for the drift statistics: how many there are, and how many are empty. */
export function measureAnswer(value: unknown, absentAt: readonly string[]): FieldMeasures {
  const all: Count = { leaves: 0, empty: 0 }
  count(value, all)
  const named: Count = { leaves: 0, empty: 0 }
  let leftOut = 0
  for (const pointer of absentAt) {
    const neutral = tokensOf(pointer).reduce(memberOf, value)
    if (neutral === undefined) leftOut++
    else count(neutral, named)
  }
  return { fields: all.leaves + leftOut, silent: Math.max(0, all.empty - named.empty) }
}

function count(value: unknown, to: Count): void {
  if (to.leaves >= LEAVES_MAX) return
  if (typeof value !== 'object' || value === null) {
    to.leaves++
    if (value === null || value === '') to.empty++
    return
  }
  const inner = Object.values(value)
  for (const one of inner) count(one, to)
  if (inner.length > 0) return
  to.leaves++
  if (Array.isArray(value)) to.empty++
}
