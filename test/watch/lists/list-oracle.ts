// What a watch on a list has to report: from what the shop sells and the text of docs/internals/catalog-rules.md, product by product with the
// oracle of single watches, and nothing of the program.
import { createOracle, type Oracle } from '../histories/oracle.ts'
import type { Product, Settings } from '../histories/truth.ts'
import type { Item, ListCheck, ListHistory } from './list-script.ts'

export interface DueRow {
  readonly type: 'catalog.price_changed' | 'catalog.availability_changed'
  readonly id: number
  /** The conditions that are met. */
  readonly when: ReadonlySet<string>
  /** Conditions that the text leaves open. */
  readonly mayWhen: ReadonlySet<string>
  /** The text leaves it open. */
  readonly may: boolean
}

const TYPES = {
  'price.changed': 'catalog.price_changed',
  'availability.changed': 'catalog.availability_changed',
} as const

/** A price that all products moved by is believed after so many checks in a row. */
const SCALED_CHECKS = 3

/** For every check, what is due. `seen`: the items that the list named, as they were when it did; null if it was not read to its end. */
export function createListOracle({ settings }: Pick<ListHistory, 'settings'>) {
  const products = new Map<number, Oracle>()
  let last = new Map<number, Item>()
  let scaled = 0

  function ask(item: Item, check: ListCheck, into: DueRow[]): void {
    const known = products.get(item.id) ?? createOracle(settings)
    products.set(item.id, known)
    const due = known.check(check.at, { shows: 'product', product: productOf(item, check) })
    for (const [type, listType] of Object.entries(TYPES) as [keyof typeof TYPES, DueRow['type']][]) {
      const alerts = due.alerts.filter(one => one.types[0] === type || one.types.includes(type))
      const sure = alerts.filter(one => !one.may && one.types.length === 1)
      const isChanged = due.changes.has(type)
      // The text does not say when a list price that is stated for the first time counts.
      const isUnstated = type === 'price.changed' && item.formerCents !== null && settings.confirm > 1
      const may = due.mayChange.has(type) || alerts.length > sure.length || isUnstated
      if (!isChanged && alerts.length === 0 && !may) continue
      into.push({
        type: listType,
        id: item.id,
        when: new Set(sure.map(one => one.when)),
        mayWhen: new Set(alerts.map(one => one.when)),
        may: sure.length === 0 && (!isChanged || isUnstated),
      })
    }
  }

  /** "Is taken as it is": what was known before is not compared with it. */
  function begin(item: Item, check: ListCheck): void {
    const known = createOracle({ ...settings, confirm: 1 } satisfies Settings)
    products.set(item.id, known)
    known.check(check.at, { shows: 'product', product: productOf(item, check) })
    known.edit({ confirm: settings.confirm })
  }

  return {
    check(check: ListCheck, seen: ReadonlyMap<number, Item> | null): DueRow[] {
      const due: DueRow[] = []
      // "Nothing of such a list is compared."
      if (seen === null || check.list === 'cut' || check.isPriceless) return due
      const isScaled = check.factor !== 1 || isOneFactor(last, seen)
      scaled = isScaled ? scaled + 1 : 0
      const isBelieved = scaled >= SCALED_CHECKS
      if (isScaled && !isBelieved) return due
      for (const item of seen.values()) {
        if (isBelieved || check.widened.includes(item.id)) begin(item, check)
        else ask(item, check, due)
      }
      if (isBelieved) scaled = 0
      last = new Map([...last, ...seen])
      return due
    },
  }
}

function productOf(item: Item, { currency }: ListCheck): Product {
  const cents = currency === 'EUR' ? item.cents : Math.round(item.cents * 1.1)
  return {
    key: String(item.id),
    name: item.name,
    sku: item.sku,
    gtin: null,
    mpn: null,
    price: { cents, currency },
    listPrice: item.formerCents === null ? null : { cents: item.formerCents, currency },
    stock: item.stock,
    seller: null,
    variants: null,
  }
}

/** Nearly all prices moved by the same factor, and the shop does not state the former ones. */
function isOneFactor(last: ReadonlyMap<number, Item>, seen: ReadonlyMap<number, Item>): boolean {
  const pairs = [...seen.values()].flatMap(item => {
    const before = last.get(item.id)
    return before ? [{ before, item }] : []
  })
  if (pairs.length < 10) return false
  if (pairs.filter(({ item, before }) => item.formerCents === before.cents).length * 2 > pairs.length)
    return false
  const factors = pairs.map(({ before, item }) => item.cents / before.cents).toSorted((a, b) => a - b)
  const middle = factors[Math.floor(factors.length / 2)] ?? 1
  if (Math.abs(middle - 1) < 0.005) return false
  const near = pairs.filter(({ before, item }) => Math.abs(item.cents - before.cents * middle) <= 1)
  return near.length * 5 >= pairs.length * 3
}
