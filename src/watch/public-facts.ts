// Facts as callers see them: money with its currency, variants as a table by name.
import type { Money } from '../kit/general/money.ts'
import { type Facts, isPriceSeries, moneyOf } from './facts.ts'

type PublicValue = string | number | Money | null

export interface PublicFacts {
  readonly [name: string]: PublicValue | Readonly<Record<string, Readonly<Record<string, PublicValue>>>>
}

const GROUPS: Readonly<Record<string, string>> = { variant: 'variants', site: 'sites' }

export function publicFacts(facts: Facts | Readonly<Record<string, string | null>>): PublicFacts {
  const shown: Record<string, PublicFacts[string]> = {}
  for (const [series, value] of Object.entries(facts)) {
    const [kind = '', name, field] = series.split('/')
    const group = GROUPS[kind]
    if (group === undefined || name === undefined || field === undefined) {
      shown[series] = publicValue(series, value)
      continue
    }
    const rows = (shown[group] ??= {}) as Record<string, Record<string, PublicValue>>
    rows[name] = { ...rows[name], [field]: publicValue(series, value) }
  }
  return shown
}

function publicValue(series: string, value: string | null): PublicValue {
  if (value === null) return null
  if (isPriceSeries(series)) return moneyOf(value) ?? null
  return series.endsWith('_count') ? Number(value) : value
}
