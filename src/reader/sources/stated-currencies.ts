// Replaces symbols in JSON-LD by the codes of their currencies: data should have codes, but some shops write "$" or "kr".
import { currencyInData, type DollarPage } from './dollar-country.ts'

/** Changes the items. A symbol that nothing explains means no currency. */
export function resolveCurrencies(items: readonly unknown[], place: DollarPage): readonly unknown[] {
  const open: unknown[] = [...items]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const item = value as Record<string, unknown>
    const written = item.priceCurrency
    if (typeof written === 'string' && !/^[A-Z]{3}$/.test(written))
      item.priceCurrency = currencyInData(written, place) ?? (written.trim() === '$' ? undefined : written)
    for (const inner of Object.values(item)) if (typeof inner === 'object' && inner !== null) open.push(inner)
  }
  return items
}
