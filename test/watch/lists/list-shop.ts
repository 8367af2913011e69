// The shop of a scripted history: what it answers at a check, and which items its list names then. Depends on the check alone,
// so that a process that repeats a check finds the same.
import { readCursor } from '../../../src/answer/operations/catalog/catalog-cursor.ts'
import type { SendOwnedCall } from '../../../src/watch/check/owned-request.ts'
import { NOTHING_STATED } from '../catalog/played-shop.ts'
import type { Item, ListCheck } from './list-script.ts'

const ORIGIN = 'https://shop.example'
const PAGE_ROWS = 7

type Asked = Parameters<SendOwnedCall>[1]

export function replyAt(check: ListCheck, { operation, params }: Asked, requestId: string) {
  const common = { requestId, cache: 'none', atMs: check.at }
  if (operation === 'general.product') {
    const path = String(params.url).slice(ORIGIN.length)
    const url = ORIGIN + (check.redirects[path] ?? path)
    return { ...common, kind: 'answer' as const, value: { url, name: null }, isPartial: false }
  }
  const place = typeof params.after === 'string' && !readCursor(params.after) ? Number(params.after) : 0
  if (check.list === 'down' || (check.list === 'half' && place > 0))
    return { ...common, kind: 'fault' as const, fault: 'upstream_failed' as const, detail: 'status 500' }
  const listed = listOf(check)
  const next = place + PAGE_ROWS
  const value = {
    base: ORIGIN,
    products: listed.slice(place, next).map(item => rowOf(item, check)),
    cursor: next >= listed.length ? null : String(next),
    patterns: [],
    given: Math.min(next, listed.length),
    requests: { used: next / PAGE_ROWS, budget: 1_000 },
    problems: [],
  }
  return { ...common, kind: 'answer' as const, value, isPartial: false }
}

/** The items that the list names, without their second addresses; null if it cannot be read to its end. */
export function seenAt(check: ListCheck): ReadonlyMap<number, Item> | null {
  if (check.list === 'down' || check.list === 'half') return null
  return new Map(
    listOf(check)
      .filter(item => !item.path.startsWith('/sale'))
      .map(item => [item.id, item]),
  )
}

export function idOf(url: string): number {
  return Number(/\/p\/(\d+)/.exec(url)?.[1])
}

function listOf({ items, second, twice, skipped, list }: ListCheck): readonly Item[] {
  const whole = [...items.filter(item => item.id !== skipped), ...second]
  const again = items.filter(item => item.id === twice && item.id !== skipped)
  const all = [...whole, ...again]
  return list === 'cut' ? all.slice(0, Math.floor(all.length / 2)) : all
}

function rowOf(item: Item, { currency, factor, isPriceless }: ListCheck) {
  const money = (cents: number | null) => {
    if (cents === null || isPriceless) return null
    const own = currency === 'EUR' ? cents : Math.round(cents * 1.1)
    return { amount: (Math.round(own * factor) / 100).toFixed(2), currency }
  }
  return {
    ...NOTHING_STATED,
    url: ORIGIN + item.path,
    name: item.name,
    image: `${ORIGIN}/i/${item.id}.jpg`,
    sku: item.sku,
    price: money(item.cents),
    list_price: money(item.formerCents),
    price_max: money(item.maxCents),
    availability: item.stock,
    variants: item.variants,
  }
}
