// Scripted histories of a shop's list: what the shop sells, and what its list does wrong, check by check. From a seed.
import {
  ANY,
  BACK,
  bound,
  chance,
  type Chance,
  DAY,
  HOUR,
  lowest,
  move,
  OUT,
  START,
} from '../histories/seed.ts'
import type { Condition, Settings, Stock } from '../histories/truth.ts'

/** One product as the list states it. */
export interface Item {
  /** Which product this really is, whatever its address. */
  readonly id: number
  readonly path: string
  readonly name: string
  readonly sku: string | null
  readonly cents: number
  /** The former price, if the shop states one. */
  readonly formerCents: number | null
  /** The highest price of the variants; null if all cost the same. */
  readonly maxCents: number | null
  readonly stock: Stock
  readonly variants: number
}

export interface ListCheck {
  readonly at: number
  readonly items: readonly Item[]
  /** `half`: the second page fails. */
  readonly list: 'whole' | 'down' | 'half' | 'cut'
  readonly currency: string
  /** All prices are multiplied by it: another unit, or a tax. */
  readonly factor: number
  readonly isPriceless: boolean
  /** Addresses that are listed as well, or lead elsewhere: of the product with this id. */
  readonly second: readonly Item[]
  readonly redirects: Readonly<Record<string, string>>
  /** The list moves while it is paged: this item is given twice, the other not at all. */
  readonly twice: number | null
  readonly skipped: number | null
  /** What the script did on purpose and is no change of a price: the ids whose variants are other ones. */
  readonly widened: readonly number[]
}

export interface ListHistory {
  readonly kind: string
  readonly seed: number
  readonly settings: Settings
  readonly checks: readonly ListCheck[]
}

const KINDS = [
  'moves',
  'cut short',
  'fails half way',
  'another currency',
  'without prices',
  'one factor',
  'one factor that stays',
  'announced sale',
  'renamed',
  'second address',
  'new address',
  'variant appears',
  'paged while it changes',
  'everything at once',
] as const
export const LIST_HISTORIES = 308

export function* allListHistories(): Generator<ListHistory> {
  for (let seed = 0; seed < LIST_HISTORIES; seed++) yield makeListHistory(seed)
}

export function makeListHistory(seed: number): ListHistory {
  const luck = chance(seed + 7_000)
  const kind = KINDS[seed % KINDS.length] ?? 'moves'
  const isMixed = kind === 'everything at once'
  const everyMs = luck.pick([HOUR, 6 * HOUR, DAY])
  let items: readonly Item[] = firstItems(luck)
  let at = START
  const checks: ListCheck[] = []
  const push = (more: Partial<ListCheck> = {}) => {
    at += everyMs
    checks.push({ ...CALM, at, items, ...more })
  }
  push()
  for (let turn = luck.int(3, 5); turn > 0; turn--) {
    items = moveSome(luck, items)
    push()
    const what = isMixed ? luck.pick(KINDS.slice(1, -1).filter(one => one !== 'one factor that stays')) : kind
    for (const more of EVENTS[what]?.(luck, items) ?? []) {
      items = more.items ?? items
      push(more)
    }
    items = moveSome(luck, items)
    push()
  }
  return { kind, seed, settings: settingsOf(luck, kind), checks }
}

const CALM = {
  list: 'whole',
  currency: 'EUR',
  factor: 1,
  isPriceless: false,
  second: [],
  redirects: {},
  twice: null,
  skipped: null,
  widened: [],
} as const satisfies Omit<ListCheck, 'at' | 'items'>

/** What happens between two calm checks: what differs from a calm one in each check. */
const EVENTS: Readonly<
  Record<string, (luck: Chance, items: readonly Item[]) => readonly Partial<ListCheck>[]>
> = {
  'cut short': luck => times(luck.int(1, 2), () => ({ list: 'cut' })),
  'fails half way': (luck, items) => [
    { list: luck.pick(['half', 'down']) },
    ...(luck.is(0.5) ? [{ items: moveSome(luck, items) }] : []),
  ],
  'another currency': luck => times(luck.int(1, 3), () => ({ currency: 'USD' })),
  'without prices': luck => times(luck.int(1, 3), () => ({ isPriceless: true })),
  'one factor': luck => {
    const factor = luck.pick([1.19, 1 / 1.19, 100, 0.01, 1.2])
    return times(luck.int(1, 2), () => ({ factor }))
  },
  'one factor that stays': (luck, items) => {
    const factor = luck.pick([1.19, 1 / 1.2])
    const scaled = items.map(item => ({ ...item, cents: Math.round(item.cents * factor) }))
    return times(3, () => ({ items: scaled, factor: 1 }))
  },
  'announced sale': (luck, items) => {
    const share = luck.pick([80, 70])
    const sale = items.map(item => ({
      ...item,
      formerCents: item.cents,
      cents: Math.round((item.cents * share) / 100),
    }))
    return [{ items: sale }]
  },
  renamed: (luck, items) => {
    const { id } = luck.pick(items.filter(item => item.sku !== null))
    return [{ items: items.map(item => (item.id === id ? { ...item, name: `Other words ${id}` } : item)) }]
  },
  'second address': (luck, items) => {
    const one = luck.pick(items)
    return times(luck.int(1, 2), () => ({ second: [{ ...one, path: `/sale${one.path}` }] }))
  },
  'new address': (luck, items) => {
    const one = luck.pick(items)
    const path = `${one.path}-${luck.int(10, 99)}`
    const moved = items.map(item => (item.id === one.id ? { ...item, path } : item))
    return times(2, () => ({ items: moved, redirects: { [one.path]: path } }))
  },
  'variant appears': (luck, items) => {
    const { id } = luck.pick(items.filter(item => item.maxCents === null))
    const widened = items.map(item =>
      item.id === id
        ? {
            ...item,
            variants: item.variants + 1,
            maxCents: item.cents,
            cents: Math.round((item.cents * luck.int(20, 80)) / 100),
          }
        : item,
    )
    return [{ items: widened, widened: [id] }]
  },
  'paged while it changes': (luck, items) => [
    { twice: luck.pick(items).id, skipped: luck.is(0.7) ? luck.pick(items).id : null },
  ],
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make)
}

function firstItems(luck: Chance): Item[] {
  return times(luck.int(26, 38), () => null).map((_, n) => ({
    id: n,
    path: `/p/${n}`,
    name: `Lamp number ${n}`,
    sku: luck.is(0.6) ? `L-${1000 + n}` : null,
    cents: luck.int(2_000, 12_000),
    formerCents: null,
    maxCents: null,
    stock: luck.is(0.8) ? 'in_stock' : 'out_of_stock',
    variants: luck.int(1, 3),
  }))
}

/** A few prices and stocks; never most of them, and never by one factor. */
function moveSome(luck: Chance, items: readonly Item[]): Item[] {
  return items.map(item => {
    const cents = luck.is(0.15) ? Math.round((item.cents * luck.int(70, 125)) / 100) : item.cents
    const isMoved = luck.is(0.06)
    const stock = isMoved ? (item.stock === 'in_stock' ? 'out_of_stock' : 'in_stock') : item.stock
    return { ...item, cents, stock, maxCents: item.maxCents === null ? null : Math.max(item.maxCents, cents) }
  })
}

function settingsOf(luck: Chance, kind: string): Settings {
  // A factor that stays begins anew, and what was the lowest before is in another unit.
  const looksBack = kind === 'one factor that stays' ? [] : [lowest(null), lowest(7 * DAY)]
  const moves = [move('drops', { percent: 10 }), move('rises', { percent: 5 }), move('drops', null)]
  const all: Condition[] = [
    bound('<', luck.int(30, 90) * 100),
    bound('>', luck.int(30, 90) * 100, 'EUR'),
    ...moves,
    ...looksBack,
    BACK,
    OUT,
  ]
  const when = luck.is(0.25) ? [ANY] : [...new Set([luck.pick(all), luck.pick(all)])]
  // Where a product begins anew, nothing waits to be confirmed or to be told.
  const isPlain = ['one factor that stays', 'variant appears', 'everything at once'].includes(kind)
  const confirm = luck.pick([1, 1, 2])
  const pause = luck.pick([0, 0, 0, 12 * HOUR, 2 * DAY])
  // The text does not say what `any change` owes of a price in a currency that was left before the cooldown ended.
  const cooldownMs = kind === 'another currency' && when.includes(ANY) ? 0 : pause
  return { when, variant: null, ...(isPlain ? { confirm: 1, cooldownMs: 0 } : { confirm, cooldownMs }) }
}
