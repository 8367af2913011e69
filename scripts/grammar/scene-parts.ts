// What the kinds of pages are put together from: a price, what may stand beside it, or words in its place.
import type { PageKind, Part, StockState } from './types.ts'
import type { Wording } from './wording.ts'

export interface Scene {
  readonly page: PageKind
  /** Heading in place of the product's name. */
  readonly heading?: string
  readonly parts: readonly Part[]
  /** Parts that never stand in the price block: tabs, reviews, questions. */
  readonly texts?: readonly string[]
  readonly price: string | null
  readonly priceMax?: string
  readonly listPrice?: string | null
  readonly stock?: { readonly key: string; readonly state: StockState }
  /** Statements of stock about something else. */
  readonly distractors?: readonly string[]
  readonly button: 'buy' | 'disabled' | 'ask' | 'notify' | 'apply' | 'none'
  readonly cards: number
  readonly cardsHeading?: 'alternatives' | 'related'
  /** A newer model of the product in place of cards. */
  readonly hasSuccessor?: boolean
  readonly data: 'random' | 'disagree' | 'list' | 'none'
  /** The parts belong together as they stand. */
  readonly isOrdered?: boolean
}
export type Draft = Partial<Scene> & Pick<Scene, 'parts' | 'price'>

/** What can stand beside a price without changing it. */
const EXTRAS: readonly string[] = [
  'former', 'unit', 'lowest_30', 'fee', 'shipping', 'shipping', 'threshold', 'threshold', 'instalment', 'subscription',
  'member', 'coupon', 'multi_buy', 'multi_each', 'saving', 'net', 'trade_in', 'used', 'sample', 'minimum_order', 'rent',
  'other',
] // biome-ignore format: a list

/** The price alone, or in words. */
export const sayPrice = (wording: Wording, keys: readonly string[] = ['price', 'price', 'gross']): Part =>
  wording.random.chance(0.4) ? wording.bare('price') : wording.say(wording.random.pick(keys))
export const sayFormer = (wording: Wording): Part =>
  wording.random.chance(0.35) ? wording.bare('former') : wording.say('former')

export const withExtras = (
  wording: Wording,
  parts: readonly Part[],
  names: readonly string[],
  most = 3,
): Part[] => {
  const { random } = wording
  const extras = random.shuffle([...new Set(names)]).slice(0, random.whole(0, most))
  return [...parts, ...extras.map(name => (name === 'former' ? sayFormer(wording) : wording.say(name)))]
}
export const except = (...names: readonly string[]): string[] => EXTRAS.filter(name => !names.includes(name))
/** Beside a hidden price nothing that implies one. */
export const WITHOUT_PRICE = ['shipping', 'threshold', 'fee', 'other', 'minimum_order', 'trade_in']

/** A product with a price: `own` stands on every page of the kind. */
export const product = (wording: Wording, own: readonly Part[], without: readonly string[] = []): Draft => ({
  parts: withExtras(wording, own, except(...without)),
  price: wording.amount('price'),
})
export const withPrice =
  (key: string) =>
  (wording: Wording): Draft =>
    product(wording, [sayPrice(wording), key === 'former' ? sayFormer(wording) : wording.say(key)], [key])

export const hidden = (wording: Wording, own: readonly Part[], button: Scene['button'] = 'ask'): Draft => ({
  parts: withExtras(wording, own, WITHOUT_PRICE, 2),
  price: null,
  button: wording.random.pick([button, 'none']),
})

/** "Price on request", "Log in to see prices". */
export const sayUnpriced = (wording: Wording, keys: readonly string[] = ['request']): Part => {
  const html = wording.stock(wording.random.pick(keys), 'unpriced')
  return { html, label: null, value: html, look: 'price' }
}
export const sayHidden = (wording: Wording): Part[] =>
  wording.random.chance(0.7) ? [sayUnpriced(wording, ['request', 'request', 'login'])] : []
