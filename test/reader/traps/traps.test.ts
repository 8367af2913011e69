// The reader on generated pages that mislead readers of prices: right price or none.
import { describe, expect, it } from 'vitest'
import { readProduct } from '#reader'
import { countTraps } from './judge-traps.ts'
import { makeTraps } from './trap-kinds.ts'
import { LOCALES } from './trap-locales.ts'

const traps = makeTraps(LOCALES)
const read = new Map(traps.map(trap => [trap.id, readProduct(trap.html, trap.url)]))

describe('traps', () => {
  it('are 20 kinds or more on 500 pages or more, each different', () => {
    expect(new Set(traps.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(20)
    expect(traps.length).toBeGreaterThanOrEqual(500)
    expect(new Set(traps.map(({ html }) => html)).size).toBe(traps.length)
  })

  it('have the right price on 95 of 100 pages, and a wrong one on at most 1 of 200', () => {
    const { wrong, failures } = countTraps(traps, ({ id }) => read.get(id)?.price ?? null)
    const priced = traps.filter(({ price }) => price !== null)
    const answered = priced.filter(({ id }) => read.get(id)?.price != null).length
    expect(wrong / traps.length, failures.join('\n')).toBeLessThanOrEqual(0.005)
    expect(answered / priced.length, failures.join('\n')).toBeGreaterThanOrEqual(0.95)
  })

  it('are taken for products, or not, as they are on 97 of 100 pages', () => {
    const wrong = traps
      .filter(({ id, isProduct }) => read.get(id)?.is_product !== isProduct)
      .map(({ id }) => id)
    expect(wrong.length / traps.length, wrong.join('\n')).toBeLessThanOrEqual(0.03)
  })

  it.each([
    ['soft 404 with recommendations', 'soft-404'],
    ['age wall', 'wall'],
  ])('%s is a %s', (kind, wanted) => {
    const kinds = traps.filter(trap => trap.kind === kind).map(({ id }) => read.get(id)?.page_kind)
    expect(kinds.filter(one => one === wanted).length / kinds.length).toBeGreaterThanOrEqual(0.9)
  })

  it.each([
    ['instalment first', 'instalment'],
    ['member price first', 'member'],
    ['coupon price', 'coupon'],
    ['subscription price first', 'subscription'],
    ['trade-in price first', 'trade_in'],
    ['unit price first', 'unit'],
    ['price without tax first', 'without_tax'],
    ['used price', 'used'],
  ])('%s is among the other prices as %s', (trap, kind) => {
    const found = traps
      .filter(one => one.kind === trap)
      .map(({ id }) => read.get(id)?.other_prices.some(other => other.kind === kind) ?? false)
    expect(found.filter(Boolean).length / found.length).toBeGreaterThanOrEqual(0.9)
  })

  it('say nothing about stock that the page does not', () => {
    const silent = traps.filter(({ kind }) => kind === 'price on request')
    expect(silent.map(({ id }) => read.get(id)?.availability ?? null)).toEqual(silent.map(() => null))
    const sold = traps.filter(({ kind }) => kind === 'sold out, no price')
    const states = sold.map(({ id }) => read.get(id)?.availability)
    expect(states.filter(state => state === 'out_of_stock').length / states.length).toBeGreaterThanOrEqual(
      0.97,
    )
  })
})
