// Plays a scripted history of a list through the real stores, and collects what is in the feed after each check.
import { readCursor } from '../../../src/general/catalog/catalog-cursor.ts'
import { newsOfChange } from '../../../src/watch/catalog/catalog-news.ts'
import type { OwnedRequest } from '../../../src/watch/check/owned-check.ts'
import { checkOnce, type Replica } from '../catalog/replicas.ts'
import { newCatalogWatch, NOTHING_STATED } from '../catalog/played-shop.ts'
import { type Choices, choicesOf } from '../histories/seeded.ts'
import { createListOracle, type DueRow } from './list-oracle.ts'
import type { Item, ListCheck, ListHistory } from './list-script.ts'

const ORIGIN = 'https://shop.example'
const PAGE_ROWS = 7

export interface ListVerdict {
  readonly due: number
  readonly falseAlerts: string[]
  readonly doubled: string[]
  readonly missed: string[]
  readonly changes: string[]
}

/** With as many replicas as there are, interrupted if `isInterrupted`. */
export async function playList(
  replicas: readonly Replica[],
  history: ListHistory,
  isInterrupted: boolean,
): Promise<ListVerdict> {
  const [first] = replicas
  if (!first) throw new Error('no replica')
  const { settings } = history
  const watch = await first.watches.add(
    {
      ...newCatalogWatch(),
      when: settings.when.map(one => one.text).join(' or '),
      confirm: settings.confirm,
      cooldownS: settings.cooldownMs / 1000,
    },
    (history.checks[0]?.at ?? 0) - 1,
  )
  const id = watch?.id ?? ''
  const choices: Pick<Choices, 'between' | 'chance'> = isInterrupted
    ? choicesOf(history.seed)
    : { between: min => min, chance: () => false }
  const shop = createListShop()
  const oracle = createListOracle(history)
  const verdict = { due: 0, falseAlerts: [], doubled: [], missed: [], changes: [] } as Mutable<ListVerdict>
  let cursor = 0
  const told = new Map<string, string>()
  for (const [nth, check] of history.checks.entries()) {
    shop.play(check)
    await checkOnce(replicas, id, shop.request, choices, () => check.at)
    const due = oracle.check(check, shop.seen())
    const changes = await first.history.changes({ after: cursor, watchId: id, limit: 100 })
    cursor = changes.at(-1)?.id ?? cursor
    const reported: Reported[] = []
    for (const change of changes) {
      const news = newsOfChange(change)
      if (!news || !change.type.includes('_changed')) continue
      const rows = (await first.catalogs.news(id, news.run, change.type)) ?? []
      if (rows.length !== news.count)
        verdict.changes.push(`${change.type}: ${rows.length} rows of ${news.count}`)
      if (change.alert !== rows.some(row => row.when !== undefined))
        verdict.changes.push(`${change.type}: alert is ${change.alert}`)
      for (const row of rows)
        reported.push({ type: change.type, id: idOf(row.url), when: row.when ?? [], after: row.after ?? {} })
    }
    for (const change of changes)
      if (change.type === 'catalog.added' || change.type === 'catalog.removed')
        verdict.changes.push(`check ${nth}: ${change.type} ${JSON.stringify(change.after)}`)
    compareCheck(`${history.kind} ${history.seed} check ${nth}`, due, reported, told, verdict)
  }
  return verdict
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

interface Reported {
  readonly type: string
  readonly id: number
  readonly when: readonly string[]
  readonly after: object
}

function compareCheck(
  place: string,
  due: readonly DueRow[],
  reported: readonly Reported[],
  told: Map<string, string>,
  verdict: Mutable<ListVerdict>,
): void {
  for (const row of due) {
    const found = reported.find(one => one.type === row.type && one.id === row.id)
    const text = `${place}: ${row.type} of ${row.id}`
    if (!found && !row.may) verdict.changes.push(`${text} is missing`)
    for (const when of row.when) {
      verdict.due++
      if (!found?.when.includes(when)) verdict.missed.push(`${text} ${when}`)
    }
  }
  for (const one of reported) {
    const row = due.find(each => each.type === one.type && each.id === one.id)
    const text = `${place}: ${one.type} of ${one.id} ${JSON.stringify(one.after)}`
    if (!row) verdict.changes.push(`${text} is none`)
    for (const when of one.when) {
      const key = `${one.type} ${one.id} ${when}`
      if (row?.mayWhen.has(when) !== true) {
        const isAgain = told.get(key) === JSON.stringify(one.after)
        ;(isAgain ? verdict.doubled : verdict.falseAlerts).push(`${text} ${when}`)
      }
      told.set(key, JSON.stringify(one.after))
    }
  }
  const twice = reported.filter(
    (one, place) => reported.findIndex(each => each.type === one.type && each.id === one.id) !== place,
  )
  for (const one of twice) verdict.doubled.push(`${place}: ${one.type} of ${one.id} twice`)
}

function idOf(url: string): number {
  return Number(/\/p\/(\d+)/.exec(url)?.[1])
}

function createListShop() {
  let check: ListCheck | undefined
  let seen = new Map<number, Item>()
  let isWhole = false
  let count = 0
  const request: OwnedRequest = async (_watch, { operation, params }) => {
    const common = { requestId: `request-${++count}`, cache: 'none' }
    if (!check) throw new Error('no check')
    if (operation === 'general.product') {
      const path = String(params.url).slice(ORIGIN.length)
      const url = ORIGIN + (check.redirects[path] ?? path)
      return { ...common, value: { url, name: null }, isPartial: false }
    }
    const place = typeof params.after === 'string' && !readCursor(params.after) ? Number(params.after) : 0
    if (check.list === 'down' || (check.list === 'half' && place > 0))
      return { ...common, fault: 'upstream_failed', detail: 'status 500' }
    const listed = listOf(check)
    const rows = listed.slice(place, place + PAGE_ROWS)
    for (const item of rows) if (!item.path.startsWith('/sale')) seen.set(item.id, item)
    const next = place + PAGE_ROWS
    const isLast = next >= listed.length
    isWhole ||= isLast
    const value = {
      base: ORIGIN,
      products: rows.map(item => rowOf(item, check as ListCheck)),
      cursor: isLast ? null : String(next),
      patterns: [],
      given: Math.min(next, listed.length),
      requests: { used: next / PAGE_ROWS, budget: 1_000 },
      problems: [],
    }
    return { ...common, value, isPartial: false }
  }
  return {
    request,
    play(next: ListCheck) {
      seen = new Map()
      check = next
      isWhole = false
    },
    /** Null unless the list was read to its end in this check. */
    seen: () => (isWhole ? seen : null),
  }
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
