// Which changes and alerts are due: from what is true in the shop and the text of docs/alerts.md, and nothing else.
import { type Evaluated, evaluate, isIn } from './evaluate.ts'
import { type Due, reportChanges } from './report.ts'
import { beginMemory, counts, editConditions, type Memory, stateOf } from './memory.ts'
import type { ByShop, Condition, Edit, Page, Settings } from './truth.ts'
import { keepFailed, moneyOf, typeOf, type Values, valuesOf } from './values.ts'

/** Gone and back are the two values of one thing. */
const topicOf = (type: string | undefined) => (type === 'product.back' ? 'product.gone' : type)

interface Held {
  type: string
  condition: Condition
  /** A condition that was added and told nothing yet. */
  fresh: boolean
}

/** What the receivers were told last. */
interface Told {
  at: number
  presence: string
  values: Values
}

export interface Oracle {
  check(at: number, page: Page): Due
  edit(set: Edit): void
}

export function createOracle(start: Settings): Oracle {
  let settings = start
  const memories = new Map<string, Memory>()
  let presence: string | undefined
  let product: string | undefined
  let pendingPresence = { value: '', times: 0 }
  let failures = 0
  let isFailing = false
  let told: Told | undefined
  let held: Held[] = []
  let lastShops: ByShop<unknown> = {}
  let lastAt = 0

  function fail(code: string, due: Due): Due {
    failures++
    if (!isFailing && (failures >= 3 || code === 'upstream_blocked' || code === 'upstream_changed')) {
      isFailing = true
      due.changes.add('watch.failing')
    }
    return due
  }

  /** Whether the page is taken for what it shows: another product, or none, must be seen as often as a value. */
  function isPresent(now: string): boolean {
    if (presence === undefined || now === presence) {
      pendingPresence = { value: '', times: 0 }
      return true
    }
    pendingPresence = { value: now, times: pendingPresence.value === now ? pendingPresence.times + 1 : 1 }
    return pendingPresence.times >= settings.confirm
  }

  /** Holds back within a cooldown; after it, adds what was held and is true by now. */
  function send(at: number, fired: Evaluated[], memory: Memory | undefined, due: Due): void {
    if (told && at - told.at < settings.cooldownMs) {
      for (const { condition, types, fresh, may } of fired)
        if (!may) held.push({ type: types[0] ?? '', condition, fresh })
      return
    }
    const values: Values = memory?.told ?? new Map<string, string | null>()
    const late = held.filter(each => isTrueByNow(each, values, memory))
    const again = fired.filter(
      each =>
        !held.some(
          one =>
            topicOf(one.type) === topicOf(each.types[0]) &&
            !(one.fresh && one.condition.text === each.condition.text),
        ) ||
        (each.condition.is === 'any' ? differs(each.types[0] ?? '', values) : isNews(each.condition, values)),
    )
    // While the product is gone, nothing is known of its price and stock.
    held = presence === 'gone' ? held.filter(each => each.condition.is !== 'any') : []
    const all: Evaluated[] = [
      ...again,
      ...late.map(each => ({ condition: each.condition, types: [lateType(each)], fresh: false, may: false })),
    ]
    for (const each of all) {
      if (due.alerts.some(one => one.when === each.condition.text && one.types.join() === each.types.join()))
        continue
      due.alerts.push({ types: each.types, when: each.condition.text, may: each.may })
      if (each.types.every(type => !due.changes.has(type)))
        for (const type of each.types.slice(0, 1)) due.changes.add(type)
      if (memory && !each.may) hasAlerted(memory, each.condition)
    }
    if (all.every(each => each.may)) return
    told = { at, presence: presence ?? '', values: new Map(values) }
    for (const each of memories.values()) for (const state of each.states.values()) state.from = undefined
  }

  const lateType = (each: Held) =>
    each.type === 'product.gone' || each.type === 'product.back'
      ? presence === 'gone'
        ? 'product.gone'
        : 'product.back'
      : each.type

  /** Whether a value of this type is another one than the receivers were told of. */
  function differs(type: string, values: Values): boolean {
    if (!told) return true
    if (type === 'product.gone' || type === 'product.back')
      return (told.presence === 'gone') !== (presence === 'gone')
    const names = new Set([...told.values.keys(), ...values.keys()].filter(name => typeOf(name) === type))
    return [...names].some(name => {
      const [before, now] = [told?.values.get(name), values.get(name)]
      return before !== null && now !== null && before !== now
    })
  }

  function isTrueByNow(each: Held, values: Values, memory: Memory | undefined): boolean {
    const { condition, type } = each
    if (!settings.when.some(one => one.text === condition.text)) return false
    if (condition.is === 'any') return differs(type, values)
    if (presence === 'gone' || !memory) return false
    const isTrue = evaluate(condition, memory, { at: -1, before: memory.known, late: true }).length > 0
    return isTrue && (each.fresh || isNews(condition, values))
  }

  /** Whether what a condition says is another thing than the receivers were told. */
  function isNews(condition: Exclude<Condition, { is: 'any' }>, values: Values): boolean {
    const last = memories.get(product ?? '')?.states.get(condition.text)?.from ?? told?.values
    if (condition.is === 'stock') return isIn(last?.get('availability')) !== isIn(values.get('availability'))
    const [before, now] = [moneyOf(last?.get(condition.field)), moneyOf(values.get(condition.field))]
    if (!before || !now || before.currency !== now.currency) return true
    return condition.is === 'lowest' ? now.cents < before.cents : now.cents !== before.cents
  }

  function hasAlerted(memory: Memory, condition: Condition): void {
    if (condition.is !== 'move') return
    const state = stateOf(memory, condition)
    const price = moneyOf(memory.told.get(condition.field))
    if (price) state.base.set(price.currency, price.cents)
    state.since = memory.seen[condition.field].length
  }

  function checkGone(at: number, due: Due): Due {
    recover(due)
    const isNew = presence !== 'gone' && isPresent('gone')
    if (isNew) {
      presence = 'gone'
      due.changes.add('product.gone')
    }
    const any = settings.when.filter(each => each.is === 'any')
    const memory = memories.get(product ?? '')
    const fired = isNew
      ? any.map(condition => ({ condition, types: ['product.gone'], fresh: false, may: false }))
      : []
    if (presence === 'gone') send(at, fired, memory, due)
    return due
  }

  function recover(due: Due): void {
    failures = 0
    if (isFailing) due.changes.add('watch.recovered')
    isFailing = false
  }

  /** Counts the values of a page; returns the names of those that are other ones now. */
  function take(memory: Memory, values: Values): Set<string> {
    const changed = new Set<string>()
    for (const name of new Set([...memory.told.keys(), ...values.keys()])) {
      const isUnstated = values.get('variants') === null && name.startsWith('variant ')
      const value = values.get(name)
      if (isUnstated || value === memory.told.get(name)) {
        memory.pending.delete(name)
      } else if (counts(memory, name, value, settings.confirm)) {
        changed.add(name)
        if (value === undefined) memory.told.delete(name)
        else memory.told.set(name, value)
      }
    }
    return changed
  }

  function checkShown(at: number, key: string, values: Values, isTakenAsIs: boolean, due: Due): Due {
    recover(due)
    const isFirst = presence === undefined
    let memory = memories.get(key)
    if (!memory) memories.set(key, (memory = beginMemory(settings.when, isFirst)))
    if (!isPresent(key)) {
      for (const [name, value] of values)
        if (memory.told.get(name) !== value) counts(memory, name, value, Number.POSITIVE_INFINITY)
      return due
    }
    const isOther = !isFirst && key !== product
    const fired: Evaluated[] = []
    const any = settings.when.filter(each => each.is === 'any')
    if (isOther) due.changes.add('product.replaced')
    if (presence === 'gone' && !isOther) {
      due.changes.add('product.back')
      for (const condition of any)
        fired.push({ condition, types: ['product.back'], fresh: false, may: false })
    }
    if (presence === 'gone' && isOther) due.mayChange.add('product.back')
    presence = key
    product = key
    const isBegun = memory.told.size > 0
    const before = new Map(memory.known)
    const toldBefore = new Map(memory.told)
    const changed = take(memory, values)
    if (!isTakenAsIs)
      for (const type of reportChanges({ memory, changed, toldBefore, before, isBegun }, due))
        for (const condition of any) fired.push({ condition, types: [type], fresh: false, may: false })
    for (const name of changed) {
      const value = memory.told.get(name)
      if (value !== null && value !== undefined) memory.known.set(name, value)
      else if (value === undefined) memory.known.delete(name)
    }
    for (const condition of settings.when)
      if (condition.is !== 'any') fired.push(...evaluate(condition, memory, { at, before, late: false }))
    for (const field of ['price', 'list_price'] as const) {
      const price = moneyOf(memory.told.get(field))
      if (price && values.get(field) === memory.told.get(field)) memory.seen[field].push({ at, money: price })
    }
    if (isTakenAsIs) adopt(memory, changed, due)
    else send(at, fired, memory, due)
    return due
  }

  /** A shop that answers for the first time is taken as it is: what it changes is no alert, then or later. */
  function adopt(memory: Memory, changed: Set<string>, due: Due): void {
    for (const name of changed) due.mayChange.add(typeOf(name))
    if (!changed.has('price')) return
    for (const condition of settings.when) hasAlerted(memory, condition)
  }

  return {
    edit(set) {
      settings = { ...settings, ...set }
      if (!set.when) return
      for (const [key, memory] of memories) editConditions(memory, settings.when, key === product)
      held = held.filter(each => settings.when.some(one => one.text === each.condition.text))
    },
    check(clock, page) {
      // Checks are in their order, whatever the clock says.
      const at = Math.max(clock, lastAt + 1)
      lastAt = at
      const due: Due = { alerts: [], changes: new Set(), mayChange: new Set() }
      if (page.shows === 'fault') return fail(page.code, due)
      if (page.shows === 'gone') return checkGone(at, due)
      if (page.shows === 'product') {
        const values = valuesOf(page, settings)
        const isUnread = values.get('price') === null && page.product.stock !== 'out_of_stock'
        if (isUnread && (settings.variant === null || page.product.variants === null))
          return fail('upstream_changed', due)
        // The rows of the matching variants are beside the price and the stock.
        if (settings.variant) due.mayChange.add('price.changed').add('availability.changed')
        return checkShown(at, page.product.key, values, false, due)
      }
      if (page.shows === 'rows') return checkShown(at, 'rows', valuesOf(page, settings), false, due)
      if (Object.values(page.shops).every(each => typeof each === 'string'))
        return fail('upstream_failed', due)
      const isKnown = (name: string) => Array.isArray(lastShops[name])
      const added = Object.keys(page.shops).filter(name => Array.isArray(page.shops[name]) && !isKnown(name))
      const shops = keepFailed<unknown>(page.shops, lastShops)
      const full = valuesOf({ ...page, shops } as Page, settings)
      if (presence === undefined || added.length === 0) {
        lastShops = shops
        return checkShown(at, page.shows, full, false, due)
      }
      const old = Object.fromEntries(Object.entries(shops).filter(([name]) => !added.includes(name)))
      checkShown(at, page.shows, valuesOf({ ...page, shops: old } as Page, settings), false, due)
      // Of what the known shops changed in the same check, the text does not say whether it is told.
      for (const each of due.alerts) each.may = true
      lastShops = shops
      return checkShown(at, page.shows, full, true, due)
    },
  }
}
