// Which changes of a check are due in the feed, and which types of them are news for `any change`.
import type { Memory } from './memory.ts'
import type { PriceField } from './truth.ts'
import { moneyOf, moneyText, typeOf, type Values } from './values.ts'

/** What is due at one check. An alert may be of any of its types. `may`: the text leaves it open. */
export interface Due {
  alerts: { types: string[]; when: string; may: boolean }[]
  changes: Set<string>
  mayChange: Set<string>
}

interface Taken {
  memory: Memory
  /** Names of the values that are other ones now. */
  changed: Set<string>
  /** What the feed had, and what was known, before. */
  toldBefore: Values
  before: Map<string, string>
  /** Something was known before. */
  isBegun: boolean
}

const VARIANT_TYPES = ['price.changed', 'availability.changed', 'product.changed']

/** Adds the changes; returns the types that `any change` alerts for. */
export function reportChanges(
  { memory, changed, toldBefore, before, isBegun }: Taken,
  due: Due,
): Set<string> {
  const news = new Set<string>()
  for (const name of changed) {
    const isRow = /^(variant|offer|row) /.test(name)
    const [last, now, feed] = [before.get(name), memory.told.get(name), toldBefore.get(name)]
    if (isRow ? !isBegun : feed === undefined) continue
    const [was, is] = [moneyOf(feed ?? last)?.currency, moneyOf(now)?.currency]
    const isPrice = name === 'price' || name === 'list_price'
    const isAbroad = isPrice && now !== null && was !== undefined && was !== is
    const type = isAbroad ? 'product.changed' : typeOf(name)
    const own = isPrice
      ? memory.seen[name as PriceField].findLast(each => each.money.currency === is)
      : undefined
    if (name === 'variants') for (const each of VARIANT_TYPES) due.mayChange.add(each)
    else if (isRow && (toldBefore.get('variants') === null || memory.told.get('variants') === null))
      due.mayChange.add(type)
    // Back in a currency that is known: the type says whether its price is another one.
    else if (isAbroad && own) due.mayChange.add('price.changed').add('product.changed')
    else due.changes.add(type)
    // "Each currency is compared with its own last price."
    if (isAbroad && own && moneyText(own.money) !== now) news.add('price.changed')
    if (now !== null && !isAbroad && name !== 'variants' && last !== now) news.add(type)
  }
  return news
}
