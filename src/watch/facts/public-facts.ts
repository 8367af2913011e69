// Formats facts for callers: money with its currency, variants as a table by name.
import type { Money } from '#reader/values/money'
import { type Facts, isPriceSeries, moneyOf } from './facts.ts'

type PublicValue = string | number | Money | null

export interface PublicFacts {
  readonly [name: string]: PublicValue | Readonly<Record<string, Readonly<Record<string, PublicValue>>>>
}

type StoredFacts = Facts | Readonly<Record<string, string | null>>

const GROUPS: Readonly<Record<string, string>> = { variant: 'variants', site: 'sites' }

export function publicFacts(facts: StoredFacts): PublicFacts {
  return createPublicFacts()(facts)
}

/** For many facts of the same series: parses each series name and each value once. */
export function createPublicFacts(): (facts: StoredFacts) => PublicFacts {
  const cache = new Map<string, KnownSeries>()
  return facts => {
    const groups: Record<string, PublicFacts[string]> = {}
    for (const [series, value] of Object.entries(facts)) {
      let entry = cache.get(series)
      if (!entry) cache.set(series, (entry = knownSeries(series)))
      const result = entry.valueOf(value)
      if (!entry.place) groups[series] = result
      else {
        const { group, name, field } = entry.place
        // The object has no prototype, because a variant may be named `constructor`.
        const rows = (groups[group] ??= Object.create(null)) as Record<string, Record<string, PublicValue>>
        const row = (rows[name] ??= {})
        row[field] = result
      }
    }
    return groups
  }
}

/** The inverse of `publicFacts`: facts by series, as tables have them. */
export function seriesOf(facts: PublicFacts): Record<string, string | null> {
  const entries = Object.entries(facts).flatMap(([name, value]): [string, string | null][] => {
    const [kind] = Object.entries(GROUPS).find(([, group]) => group === name) ?? []
    if (kind === undefined) return [[name, textOf(value as PublicValue)]]
    const rows = value as Readonly<Record<string, Readonly<Record<string, PublicValue>>>>
    return Object.entries(rows).flatMap(([rowName, fields]) =>
      Object.entries(fields).map(([field, cell]): [string, string | null] => [
        `${kind}/${rowName}/${field}`,
        textOf(cell),
      ]),
    )
  })
  return Object.fromEntries(entries)
}

function textOf(value: PublicValue): string | null {
  if (value === null || typeof value !== 'object') return value === null ? null : String(value)
  return `${value.amount} ${value.currency}`
}

interface KnownSeries {
  /** Undefined for a fact of the product as a whole. */
  readonly place: { readonly group: string; readonly name: string; readonly field: string } | undefined
  readonly valueOf: (value: string | null) => PublicValue
}

function knownSeries(series: string): KnownSeries {
  const [kind = '', name, field] = series.split('/')
  const group = GROUPS[kind]
  const isPlaced = group !== undefined && name !== undefined && field !== undefined
  const values = new Map<string | null, PublicValue>()
  return {
    place: isPlaced ? { group, name, field } : undefined,
    valueOf(value) {
      let result = values.get(value)
      if (result === undefined) values.set(value, (result = publicValue(series, value)))
      return result
    },
  }
}

function publicValue(series: string, value: string | null): PublicValue {
  if (value === null) return null
  if (isPriceSeries(series)) return moneyOf(value) ?? null
  return series.endsWith('_count') ? Number(value) : value
}
