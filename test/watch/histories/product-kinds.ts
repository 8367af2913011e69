// Histories of one product: prices, stock, variants, codes, confirmation, cooldown, windows, edits, the clock.
import { faults, type Script, script, settings, some } from './script.ts'
import { ANY, BACK, bound, type Chance, DAY, HOUR, lowest, move, OUT, priceConditions } from './seed.ts'
import {
  makeProduct,
  makeVariant,
  type ProductPlan,
  shuffled,
  restate,
  walk,
  withPrice,
  withStock,
} from './shop.ts'
import type { Condition, Edit, History, Product, Settings, Stock } from './truth.ts'

export type Made = Pick<History, 'operation' | 'settings' | 'steps' | 'open'>
export type Kind = (luck: Chance) => Made

const product = (wanted: Settings, story: Script, open: string[] = []): Made => ({
  operation: 'general.product',
  settings: wanted,
  steps: story.steps,
  open,
})

function plan(luck: Chance, nth: number, more: Partial<ProductPlan> = {}): ProductPlan {
  return {
    codes: luck.pick(['real', 'real', 'none']),
    variants: 0,
    nth,
    cents: luck.int(40, 200) * 100,
    ...more,
  }
}

const flipped = (one: Product) => withStock(one, one.stock === 'out_of_stock' ? 'in_stock' : 'out_of_stock')

function conditions(luck: Chance, cents: number, most = 3): Condition[] {
  return some(
    luck,
    [...priceConditions(luck, cents), BACK, OUT, ...(luck.is(0.3) ? [ANY] : [])],
    luck.int(1, most),
  )
}

/** One ordinary step of a shop. */
function live(luck: Chance, story: Script, one: Product): Product {
  const roll = luck()
  let now = one
  if (roll < 0.4) now = withPrice(one, walk(luck, one.price?.cents ?? 5000))
  else if (roll < 0.52) now = flipped(one)
  else if (roll < 0.58) now = withStock(one, luck.pick(['limited', 'in_stock']))
  else if (roll < 0.65) faults(luck, story)
  else if (roll < 0.69) for (let n = luck.int(1, 3); n > 0; n--) story.check({ shows: 'gone' })
  story.show(now, luck.int(1, 2))
  return now
}

export const walks: Kind = luck => {
  let one = makeProduct(luck, plan(luck, 0))
  const wanted = settings(conditions(luck, one.price?.cents ?? 0))
  const story = script()
  story.show(one)
  for (let n = 0; n < 18; n++) one = live(luck, story, one)
  return product(wanted, story)
}

/** Values that the page does not state for a while: price while sold out, price while it can be bought, stock, variants. */
export const unread: Kind = luck => {
  const own = plan(luck, 0, { variants: luck.pick([0, 3]) })
  let one = makeProduct(luck, own)
  const story = script()
  story.show(one)
  for (let n = 0; n < 14; n++) {
    const roll = luck()
    if (roll < 0.2 && own.variants === 0 && one.stock !== 'out_of_stock')
      story.show({ ...one, price: null }, luck.int(1, 2))
    else if (roll < 0.4) story.show({ ...one, stock: null }, luck.int(1, 2))
    else if (roll < 0.55 && own.variants > 0) story.show({ ...one, variants: null })
    else if (roll < 0.8) one = withPrice(one, walk(luck, one.price?.cents ?? 0))
    else one = flipped(one)
    story.show(one)
  }
  return product(settings(conditions(luck, one.price?.cents ?? 0)), story)
}

/** Variants come, go, sell out, change their price and stand in another order. */
function liveVariants(luck: Chance, own: ProductPlan, one: Product): Product {
  const variants = one.variants ?? []
  const roll = luck()
  const nth = luck.int(0, Math.max(0, variants.length - 1))
  if (roll < 0.2) return restate({ ...one, variants: shuffled(luck, variants) })
  if (roll < 0.36 && variants.length > 1)
    return restate({ ...one, variants: variants.filter((_, n) => n !== nth) })
  if (roll < 0.46) return restate({ ...one, variants: variants.filter((_, n) => n === nth) })
  if (roll < 0.62) {
    const missing = Array.from({ length: own.variants }, (_, n) => makeVariant(own, n)).filter(
      each => !variants.some(known => known.key === each.key),
    )
    return restate({ ...one, variants: shuffled(luck, [...variants, ...missing]) })
  }
  const old = variants[nth]
  if (!old) return one
  const stock = old.stock === 'in_stock' ? 'out_of_stock' : 'in_stock'
  const next = roll < 0.82 ? { ...old, cents: walk(luck, old.cents) } : { ...old, stock: stock as Stock }
  return restate({ ...one, variants: variants.with(nth, next) })
}

export const variants: Kind = luck => {
  const own = plan(luck, 0, { variants: luck.int(2, 6), codes: luck.pick(['real', 'none', 'placeholder']) })
  let one = makeProduct(luck, own)
  const story = script()
  const when = some(luck, [...priceConditions(luck, own.cents), BACK, OUT, ANY], 2)
  story.show(one)
  for (let n = 0; n < 20; n++) {
    one = liveVariants(luck, own, one)
    if (luck.is(0.06)) faults(luck, story)
    story.show(one)
  }
  return product(settings(when), story)
}

/** A watch of one variant: it goes, comes, is the only one left, or another is the only one left. */
export const narrowed: Kind = luck => {
  const own = plan(luck, 0, { variants: luck.int(2, 6) })
  let one = makeProduct(luck, own)
  const watched = one.variants?.[luck.int(0, own.variants - 1)]
  const story = script()
  const when = some(luck, [...priceConditions(luck, watched?.cents ?? 0), BACK, OUT, ANY], 2)
  story.show(one)
  for (let n = 0; n < 20; n++) {
    one = liveVariants(luck, own, one)
    if (luck.is(0.3)) one = restate({ ...one, variants: (one.variants ?? []).slice(0, 1) })
    story.show(one)
  }
  const variant = { size: watched?.size ?? '' }
  return product(settings(when, { variant }), story, ['product.changed'])
}

/** Codes that identify nothing: another product with the same ones is another product; the same one stays the same. */
export const codes: Kind = luck => {
  const one = { codes: 'placeholder', variants: luck.pick([0, 0, 3]) } as const
  let first = makeProduct(luck, plan(luck, 0, one))
  let second = makeProduct(luck, plan(luck, luck.int(1, 5), { ...one, cents: luck.int(3, 12) * 100 }))
  if (luck.is(0.7)) second = { ...second, sku: first.sku, mpn: first.mpn }
  const story = script()
  story.show(first, 2)
  for (let n = 0; n < 7; n++) {
    first = live(luck, story, first)
    if (first.variants && luck.is(0.5))
      first = restate({ ...first, variants: shuffled(luck, first.variants) })
    if (luck.is(0.4)) story.show(second, luck.int(1, 3))
    story.show(first)
  }
  return product(settings(conditions(luck, first.price?.cents ?? 0)), story)
}

const GROUPS = (luck: Chance, cents: number): Condition[] => [
  bound('<', Math.round((cents * luck.pick([95, 103, 120])) / 100)),
  move('drops', { percent: 10 }),
  move('drops', null),
  lowest(luck.pick([null, 30 * DAY])),
  BACK,
  OUT,
]

/** The user edits: conditions are removed and added again, confirm and cooldown change, the watch is paused. */
export const edits: Kind = luck => {
  let one = makeProduct(luck, plan(luck, 0))
  const pool = GROUPS(luck, one.price?.cents ?? 0)
  const wanted = settings(some(luck, pool, luck.int(1, 3)), { cooldownMs: luck.pick([0, 0, 5 * HOUR]) })
  const story = script()
  story.show(one, 2)
  for (let n = 0; n < 16; n++) {
    const roll = luck()
    if (roll < 0.3) story.edit({ when: some(luck, pool, luck.int(1, 3)) })
    else if (roll < 0.36) story.edit({ cooldownMs: luck.pick([0, 3 * HOUR]) })
    else if (roll < 0.42) {
      story.toggle('pause')
      story.jump(luck.int(1, 20) * HOUR)
      story.toggle('resume')
    }
    one = luck.is(0.6) ? withPrice(one, walk(luck, one.price?.cents ?? 0)) : flipped(one)
    story.show(one, luck.int(1, 2))
  }
  return product(wanted, story)
}

/** `confirm` changes while values are on their way. */
export const confirmEdits: Kind = luck => {
  let one = makeProduct(luck, plan(luck, 0))
  const wanted = settings(some(luck, GROUPS(luck, one.price?.cents ?? 0), 2))
  const story = script()
  story.show(one, 3)
  for (let n = 0; n < 10; n++) {
    const next = luck.is(0.6) ? withPrice(one, walk(luck, one.price?.cents ?? 0)) : flipped(one)
    const confirm = luck.int(1, 3)
    if (luck.is(0.5)) story.edit({ confirm })
    if (luck.is(0.3)) story.show(next)
    if (luck.is(0.3)) story.edit({ confirm: luck.int(1, 3) })
    story.show(next, luck.int(3, 4))
    one = next
  }
  return product(wanted, story)
}

/** An edit that reaches the server while the page is being fetched. */
export const editsDuring: Kind = luck => {
  let one = makeProduct(luck, plan(luck, 0))
  const pool = GROUPS(luck, one.price?.cents ?? 0)
  const story = script()
  story.show(one, 2)
  for (let n = 0; n < 12; n++) {
    one = luck.is(0.6) ? withPrice(one, walk(luck, one.price?.cents ?? 0)) : flipped(one)
    const set: Edit = luck.is(0.8)
      ? { when: some(luck, pool, luck.int(1, 3)) }
      : { cooldownMs: luck.pick([0, 3 * HOUR]) }
    if (luck.is(0.5)) story.editDuring({ shows: 'product', product: one }, set)
    else story.show(one)
    story.show(one)
  }
  return product(settings(some(luck, pool, 2)), story)
}

/** Long windows over another product, another currency, or no price in between. */
export const windows: Kind = luck => {
  let one = makeProduct(luck, plan(luck, 0, { codes: 'real' }))
  const cents = one.price?.cents ?? 0
  const other = makeProduct(
    luck,
    plan(luck, luck.int(1, 5), { codes: 'real', cents: luck.pick([900, 40000]) }),
  )
  const choices = [
    lowest(null),
    lowest(30 * DAY),
    lowest(7 * DAY),
    move('drops', { percent: 10 }, 7 * DAY),
    move('rises', { percent: 10 }, 7 * DAY),
    bound('<', cents),
    move('drops', { percent: 10 }),
    ANY,
  ]
  const story = script(6 * HOUR)
  story.show(one, 2)
  for (let n = 0; n < 16; n++) {
    one = withPrice(one, walk(luck, one.price?.cents ?? 0))
    const roll = luck()
    const abroad: Product = {
      ...one,
      price: { cents: luck.pick([cents - 1000, cents + 3000]), currency: 'USD' },
    }
    if (roll < 0.15) story.show(other, luck.int(1, 4))
    else if (roll < 0.3) story.show(abroad, luck.int(1, 4))
    else if (roll < 0.4) {
      story.show({ ...one, price: null, stock: 'out_of_stock' })
      story.show({ ...abroad, stock: 'out_of_stock' })
    }
    story.show(one, luck.int(1, 3))
  }
  return product(settings(some(luck, choices, 2)), story)
}

/** At most one check in the cooldown alerts; price and stock move together and come back. */
export const cooldowns: Kind = luck => {
  let one = makeProduct(luck, plan(luck, 0))
  const home = one
  const cents = one.price?.cents ?? 0
  const choices = [
    [ANY],
    [move('drops', { percent: 5 }), BACK, OUT],
    [bound('<', cents), OUT],
    [lowest(null), BACK],
    [move('drops', null)],
  ]
  const story = script()
  story.show(one, 2)
  for (let n = 0; n < 22; n++) {
    const roll = luck()
    if (roll < 0.35) one = withPrice(one, walk(luck, one.price?.cents ?? 0))
    else if (roll < 0.55) one = flipped(withPrice(one, walk(luck, one.price?.cents ?? 0)))
    else if (roll < 0.65) one = flipped(one)
    else if (roll < 0.75) one = home
    else if (roll < 0.8) faults(luck, story)
    else if (roll < 0.84) story.check({ shows: 'gone' })
    story.show(one, luck.int(1, 2))
  }
  return product(settings(luck.pick(choices), { cooldownMs: luck.int(3, 9) * HOUR }), story)
}

/** Values that are seen less often than `confirm` asks for, from the first check on. */
export const confirms: Kind = luck => {
  let one = makeProduct(luck, plan(luck, 0))
  const confirm = luck.int(2, 3)
  const flash = () => withPrice(one, walk(luck, one.price?.cents ?? 0))
  const story = script()
  if (luck.is(0.5)) story.show(flash(), luck.int(1, confirm - 1))
  story.show(one, luck.int(confirm, confirm + 1))
  for (let n = 0; n < 10; n++) {
    if (luck.is(0.4)) story.show(luck.is(0.7) ? flash() : flipped(one), luck.int(1, confirm - 1))
    if (luck.is(0.2)) faults(luck, story)
    story.show(one)
    if (luck.is(0.7)) one = luck.is(0.6) ? flash() : flipped(one)
    for (let seen = 0; seen < confirm + 1; seen++) {
      if (luck.is(0.15)) story.check({ shows: 'fault', code: 'upstream_timeout' })
      story.show(one)
    }
  }
  return product(settings(conditions(luck, one.price?.cents ?? 0), { confirm }), story)
}

/** The clock of the machine is put forward and back. */
export const clocks: Kind = luck => {
  let one = makeProduct(luck, plan(luck, 0))
  const story = script()
  story.show(one)
  for (let n = 0; n < 20; n++) {
    if (luck.is(0.3)) story.jump(luck.pick([-5 * HOUR, -2 * HOUR, 9 * HOUR, 2 * DAY]))
    one = luck.is(0.6) ? withPrice(one, walk(luck, one.price?.cents ?? 0)) : flipped(one)
    story.show(one, luck.int(1, 2))
  }
  const choices = [
    lowest(null),
    move('drops', { percent: 10 }),
    bound('<', one.price?.cents ?? 0),
    BACK,
    OUT,
    ANY,
  ]
  return product(settings(some(luck, choices, 2)), story)
}

/** More variants than the bound of one answer. */
export const manyVariants: Kind = luck => {
  const own = plan(luck, 0, { variants: luck.int(205, 260), codes: 'real' })
  let one = makeProduct(luck, own)
  const last = one.variants?.at(-luck.int(1, 4))
  const isNarrow = luck.is(0.5)
  const story = script()
  story.show(one)
  for (let n = 0; n < 6; n++) {
    const list = one.variants ?? []
    const nth = luck.is(0.6) ? list.findIndex(each => each.key === last?.key) : luck.int(0, list.length - 1)
    const old = list[nth]
    const changed = old ? list.with(nth, { ...old, cents: walk(luck, old.cents) }) : list
    one = restate({ ...one, variants: luck.is(0.3) ? shuffled(luck, changed) : changed })
    story.show(one)
  }
  const when = isNarrow ? [move('drops', null), BACK] : [ANY]
  return product(
    settings(when, { variant: isNarrow ? { size: last?.size ?? '' } : null }),
    story,
    isNarrow ? ['product.changed'] : [],
  )
}

/** More checks with other values than a history query returns, then prices lower and higher than all of them. */
export const long: Kind = luck => {
  const one = makeProduct(luck, plan(luck, 0, { codes: 'real', cents: 10000 }))
  const story = script(HOUR)
  story.show(one)
  story.show(withPrice(one, 8000))
  for (let n = 0; n < 2100; n++) story.show(withPrice(one, 9000 + luck.int(0, 90) * 10))
  for (let n = 0; n < 12; n++) story.show(withPrice(one, 8000 + luck.int(-30, 90) * 10))
  return product(settings([lowest(null), lowest(30 * DAY)]), story)
}
