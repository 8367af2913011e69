// Converts an answer for people: prices with their currency, absent values marked, everything else as plain text.
import { isEmpty } from '#kit/schema/drop-neutral'
import { anyRow } from '#kit/schema/json-leaves'
import { escapeToken } from '#kit/schema/pointer'
import { isRecord } from '#kit/schema/is-record'
import { priceAt } from './money-text.ts'
import { plainLine } from './terminal-text.ts'

/** The value of an absent field. */
export const NOT_GIVEN = null

export type TextTree = string | typeof NOT_GIVEN | readonly TextTree[] | ReadableRecord
export interface ReadableRecord {
  readonly [name: string]: TextTree
}

export interface AnswerFacts {
  /** The header `Wares-Absent`, with `*` for any row. */
  readonly absent: string
  /** The header `Wares-Absent-At`, with positions. Without it, an empty value in such a field counts as absent. */
  readonly absentAt?: string | undefined
  /** The shop's currency, if the operator has set one. */
  readonly currency?: string | undefined
}

export interface ReadableAnswer {
  readonly value: TextTree
  /** Whether there is a price without a known currency. */
  readonly hasPriceWithoutCurrency: boolean
}

export function readableAnswer(body: unknown, facts: AnswerFacts): ReadableAnswer {
  const { currency } = facts
  const absent = pointersIn(facts.absentAt ?? facts.absent)
  let hasPriceWithoutCurrency = false

  function read(value: unknown, pointer: string, parent: string): TextTree {
    if (value === null || value === undefined || isAbsent(value, pointer)) return NOT_GIVEN
    if (Array.isArray(value)) return value.map((one, place) => read(one, `${pointer}/${place}`, parent))
    if (isRecord(value)) return readRecord(value, pointer, parent)
    return plainText(value)
  }

  function readRecord(record: Readonly<Record<string, unknown>>, pointer: string, parent: string): TextTree {
    const fields: [string, TextTree][] = []
    const used = new Set<string>()
    for (const [name, value] of Object.entries(record)) {
      const here = `${pointer}/${escapeToken(name)}`
      const price = isAbsentPrice(value, here) ? undefined : priceAt(record, name, { parent, currency })
      if (!price || isAbsent(value, here)) {
        fields.push([name, isAbsentPrice(value, here) ? NOT_GIVEN : read(value, here, name)])
        continue
      }
      hasPriceWithoutCurrency ||= !price.hasCurrency
      fields.push([name, price.text])
      if (!isRecord(value)) for (const use of price.uses) used.add(use)
      else fields.push(...remainingFields(name, value, price.uses, here))
    }
    return Object.fromEntries(fields.filter(([name]) => !used.has(name)))
  }

  /** Fields of a price object other than amount and currency. */
  function remainingFields(
    name: string,
    record: Readonly<Record<string, unknown>>,
    uses: readonly string[],
    pointer: string,
  ): [string, TextTree][] {
    const rest = Object.fromEntries(Object.entries(record).filter(([one]) => !uses.includes(one)))
    const readable = readRecord(rest, pointer, name) as ReadableRecord
    return Object.entries(readable).map(([one, value]) => [`${name}.${one}`, value])
  }

  /** A currency without an amount is not a price. */
  function isAbsentPrice(value: unknown, pointer: string): boolean {
    if (!isRecord(value) || !('currency' in value)) return false
    return ['amount', 'value'].some(
      field => field in value && (value[field] === null || isAbsent(value[field], `${pointer}/${field}`)),
    )
  }

  function isAbsent(value: unknown, pointer: string): boolean {
    if (absent.has(pointer)) return true
    return isEmpty(value) && absent.has(anyRow(pointer))
  }

  return { value: read(body, '', ''), hasPriceWithoutCurrency }
}

function pointersIn(header: string): Set<string> {
  const pointers = header.split(',').map(one => one.split(';', 1)[0]?.trim() ?? '')
  return new Set(pointers.filter(Boolean))
}

function plainText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return plainLine(String(value))
}

/** Whether the value and all its parts are absent. */
export function isNotGiven(value: TextTree): boolean {
  if (value === NOT_GIVEN) return true
  if (Array.isArray(value)) return false
  if (typeof value === 'string') return false
  const fields = Object.values(value)
  return fields.length > 0 && fields.every(isNotGiven)
}
