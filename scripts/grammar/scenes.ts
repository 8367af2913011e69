// What a page says, kind by kind: which amounts, which statement about stock, which button, and therefore what is true.
import {
  type Draft,
  except,
  hidden,
  product,
  type Scene,
  sayFormer,
  sayHidden,
  sayPrice,
  sayUnpriced,
  WITHOUT_PRICE,
  withExtras,
  withPrice,
} from './scene-parts.ts'
import { roundTo } from './money.ts'
import type { GrammarClass, PageKind, Part } from './types.ts'
import type { Wording } from './wording.ts'

const wasNow = (wording: Wording): Draft => {
  const key = wording.random.pick(['former+price', 'price+former', 'apart', 'apart'])
  const own = key === 'apart' ? [sayPrice(wording), sayFormer(wording)] : [wording.say(key)]
  return product(wording, own, ['former'])
}
/** A price of a piece is the price, so only another measure can stand alone. */
const unitPrice = (wording: Wording): Draft =>
  wording.goods.length > 0 && wording.random.chance(0.15)
    ? { parts: withExtras(wording, [wording.say('unit')], WITHOUT_PRICE, 2), price: null }
    : withPrice('unit')(wording)
const memberPrice = (wording: Wording): Draft => {
  const key = wording.random.pick(['member', 'member', 'coupon'])
  if (!wording.random.chance(0.4)) return withPrice(key)(wording)
  return product(wording, [wording.say('regular'), wording.say(key)], [key, 'former', 'saving'])
}
/** The parts first, or below. */
const bundle = (wording: Wording): Draft => {
  const { random, place } = wording
  const count = random.whole(2, 4)
  const worths = Array.from({ length: count }, () => Number(wording.amount('other_product')))
  const total = roundTo(
    worths.reduce((sum, worth) => sum + worth, 0),
    place,
  )
  const names = random.shuffle(wording.data.things)
  const parts = worths.map((worth, index): Part => {
    const { value } = wording.bare('other', roundTo(worth, place))
    const label = names[index] ?? ''
    return { html: `${label} ${value}`, label, value, look: 'note' }
  })
  const own: Part = { ...wording.bare('price', total), label: random.pick(['Σ', null, null]) }
  return { parts: random.chance(0.7) ? [...parts, own] : [own, ...parts], price: total, isOrdered: true }
}
const minimumOrder = (wording: Wording): Draft =>
  wording.random.chance(0.5)
    ? withPrice('minimum_order')(wording)
    : hidden(wording, [wording.say('minimum_order'), ...sayHidden(wording)])
const netGross = (wording: Wording): Draft =>
  product(
    wording,
    [wording.random.chance(0.4) ? sayPrice(wording) : wording.say('gross'), wording.say('net')],
    ['net'],
  )
const sample = (wording: Wording): Draft =>
  wording.random.chance(0.6)
    ? withPrice('sample')(wording)
    : hidden(wording, [wording.say('sample'), ...sayHidden(wording)])
const range = (wording: Wording): Draft => {
  const { random } = wording
  if (random.chance(0.3)) return product(wording, [wording.say('from')], ['saving', 'instalment'])
  const low = wording.amount('price')
  const high = wording.amount('former')
  const [first, second] = [wording.bare('price', low).html, wording.bare('price', high).html]
  const html = `${first}${random.pick([' – ', ' - ', '–', ' &ndash; ', ' ~ '])}${second}`
  const label = random.chance(0.3) && wording.has('range_label') ? wording.text('range_label') : null
  const part: Part = { html: label === null ? html : `${label} ${html}`, label, value: html, look: 'price' }
  const extras = withExtras(wording, [part], except('former', 'saving', 'instalment', 'net', 'lowest_30'))
  return { parts: extras, price: low, priceMax: high }
}
const secondHand = (wording: Wording): Draft =>
  product(
    wording,
    [sayPrice(wording), wording.say(wording.random.pick(['trade_in', 'used']))],
    ['used', 'trade_in'],
  )
/** "21,90 zł (5,10 €)", "£49.00 / €57.50 / $62.00": the shop's own currency comes first. */
const currencies = (wording: Wording): Draft => {
  const { random } = wording
  const price = sayPrice(wording)
  const others = wording.converted()
  const between = random.pick([' / ', ' | ', ' · ', ', '])
  const joined = random.chance(0.4) ? ` (${others.join(between)})` : between + others.join(between)
  const apart = others.map((html): Part => ({ html, label: null, value: html, look: 'note' }))
  const parts: Part[] = random.chance(0.6)
    ? [{ ...price, html: price.html + joined, value: price.value + joined }]
    : [price, ...apart]
  return {
    parts: withExtras(wording, parts, ['shipping', 'former', 'unit'], 1),
    price: wording.amount('price'),
    isOrdered: true,
  }
}
const bid = (wording: Wording): Draft => {
  const { random } = wording
  const isSold = random.chance(0.35)
  const bids = random.chance(0.3) ? [wording.say('bid'), wording.say('bid')] : [wording.say('bid')]
  // Of several bids only a reader of the words knows which is the current one.
  const [amount, another] = wording.finish(bids.map(({ html }) => html).join('')).amounts
  if (!isSold && (amount === undefined || another !== undefined))
    return { ...hidden(wording, bids, 'none'), button: 'none' }
  if (!isSold) {
    const button = random.pick(['buy', 'none'] as const)
    return {
      parts: withExtras(wording, bids, ['shipping', 'other'], 1),
      price: amount?.amount ?? null,
      button,
    }
  }
  return {
    parts: withExtras(wording, [...bids, wording.say('buy_now')], ['shipping', 'other'], 1),
    price: wording.amount('price'),
  }
}
const gone = (wording: Wording): Draft => {
  const { random } = wording
  const state = random.pick(['discontinued', 'out_of_stock'] as const)
  const isPriced = random.chance(0.3)
  return {
    parts: isPriced
      ? withExtras(wording, [sayPrice(wording)], ['shipping', 'threshold', 'unit', 'former'], 2)
      : withExtras(wording, [], ['shipping', 'threshold', 'other'], 1),
    price: isPriced ? wording.amount('price') : null,
    stock: { key: state, state },
    button: random.pick(['none', 'none', 'disabled', 'notify']),
    cards: random.whole(1, 8),
    cardsHeading: random.pick(['alternatives', 'alternatives', 'related']),
    hasSuccessor: random.chance(0.35),
    data: 'none',
  }
}
const notFound = (wording: Wording): Draft => ({
  page: 'gone',
  heading: wording.text('not_found'),
  parts: withExtras(wording, [], ['threshold', 'shipping'], 1),
  price: null,
  button: 'none',
  cards: wording.random.whole(1, 8),
  cardsHeading: wording.random.pick(['alternatives', 'related']),
  data: 'none',
})
// Beside any other amount stands a price.
const MAY_HIDE = new Set<string>([...WITHOUT_PRICE, 'sample', 'rent', 'bid', 'coupon'])
/** One or two lines as a shop prints them, and the price beside them where they have none. */
const lines = (wording: Wording): Draft => {
  const { random } = wording
  const [first, second] = [wording.line(), wording.line()]
  const isBoth = first.classes.includes('price') !== second.classes.includes('price') && random.chance(0.5)
  const used = isBoth ? [first, second] : [first]
  const parts = used.flatMap(line => line.parts)
  const classes = used.flatMap(line => line.classes)
  const draft = { parts, price: wording.amount('price'), isOrdered: true }
  if (classes.includes('price')) return draft
  if (random.chance(0.4) && classes.every(name => MAY_HIDE.has(name)))
    return {
      ...hidden(wording, sayHidden(wording)),
      parts: [...parts, ...sayHidden(wording)],
      isOrdered: true,
    }
  return { ...draft, parts: random.shuffle([parts, [sayPrice(wording)]]).flat() }
}
const STATES = ['in_stock', 'limited', 'preorder', 'backorder', 'out_of_stock'] as const
const stock = (wording: Wording): Draft => {
  const { random } = wording
  const state = random.pick(STATES)
  const isBought = state !== 'out_of_stock' || random.chance(0.15)
  const own = random.chance(0.15) ? wording.say('only_price') : sayPrice(wording)
  return {
    parts: withExtras(wording, [own], ['former', 'shipping', 'threshold', 'threshold', 'unit'], 2),
    price: wording.amount('price'),
    stock: { key: state, state },
    distractors: random.shuffle(['size_gone', 'stock_talk', 'stock_talk']).slice(0, random.whole(0, 2)),
    button: isBought ? random.pick(['buy', 'buy', 'none']) : random.pick(['disabled', 'notify', 'none']),
  }
}
/** No statement about this product, only others: a button decides. */
const stockTalk = (wording: Wording): Draft => ({
  parts: withExtras(
    wording,
    [wording.random.chance(0.3) ? wording.say('only_price') : sayPrice(wording)],
    ['threshold', 'shipping'],
    2,
  ),
  price: wording.amount('price'),
  distractors: wording.random
    .shuffle(['size_gone', 'stock_talk', 'stock_talk'])
    .slice(0, wording.random.whole(1, 2)),
  button: wording.random.pick(['buy', 'buy', 'disabled', 'none']),
})
const codes = (wording: Wording): Draft =>
  product(
    wording,
    [
      wording.say(wording.has('codes') ? 'codes' : 'price'),
      ...(wording.random.chance(0.5) ? [sayFormer(wording)] : []),
    ],
    ['former'],
  )
/** What else such pages say. */
const sayAround = (wording: Wording, key: string): string[] =>
  Array.from({ length: wording.random.whole(0, 3) }, () => wording.text(key))
const notSold =
  (page: PageKind, title: string, keys: readonly string[], button: Scene['button']) =>
  (wording: Wording): Draft => {
    const { random } = wording
    const parts = keys.map(key => wording.say(key))
    return {
      page,
      heading: wording.text(title),
      parts: page === 'article' ? [] : withExtras(wording, parts, ['other'], 1),
      texts: [
        ...(page === 'article' ? [...parts.map(part => part.html), wording.say('article').html] : []),
        ...sayAround(wording, `${page}_words`),
      ],
      price: null,
      button,
      cards: random.chance(0.3) ? random.whole(1, 4) : 0,
      data: 'none',
    }
  }
const category = (wording: Wording): Draft => ({
  page: 'list',
  heading: wording.random.pick(wording.data.phrases.categories ?? ['—']),
  parts: wording.random.chance(0.3) ? [wording.say('threshold')] : [],
  price: null,
  button: 'none',
  texts: sayAround(wording, 'list_words'),
  cards: wording.random.whole(3, 12),
  data: wording.random.pick(['list', 'none', 'none']),
})
const reviews = (wording: Wording): Draft => ({
  ...product(wording, [sayPrice(wording)]),
  texts: Array.from({ length: wording.random.whole(1, 3) }, () => wording.say('review').html),
})
const wall = (wording: Wording): Draft => ({
  page: 'wall', heading: wording.text('wall'), parts: [], price: null, button: 'none', cards: 0, data: 'none',
}) // biome-ignore format: short

export const KINDS: Readonly<Record<string, (wording: Wording) => Draft>> = {
  plain: wording => product(wording, [sayPrice(wording)]),
  bare: wording => ({ parts: [sayPrice(wording)], price: wording.amount('price') }),
  was_now: wasNow,
  unit_price: unitPrice,
  lowest_30: withPrice('lowest_30'),
  fee: withPrice('fee'),
  shipping: wording => withPrice(wording.random.pick(['shipping', 'threshold']))(wording),
  minimum_order: minimumOrder,
  instalment: withPrice('instalment'),
  rent_only: wording => hidden(wording, [wording.say('rent'), ...(wording.random.chance(0.4) ? [wording.say('rent')] : [])]),
  subscription: withPrice('subscription'),
  member_coupon: memberPrice,
  bundle,
  multi_buy: wording => withPrice(wording.random.pick(['multi_buy', 'multi_each']))(wording),
  saving: withPrice('saving'),
  net_gross: netGross,
  net_only: wording => ({ parts: withExtras(wording, [wording.say('net')], ['shipping', 'threshold', 'fee', 'minimum_order'], 2), price: null, button: 'buy' }),
  sample,
  on_request: wording => hidden(wording, [sayUnpriced(wording)]),
  range,
  second_hand: secondHand,
  bid,
  currencies,
  gone,
  soft_404: notFound,
  stock,
  stock_talk: stockTalk,
  currency_words: codes,
  cents: wording => product(wording, [wording.random.chance(0.7) ? wording.bare('price') : sayPrice(wording)]),
  data_disagrees: wording => ({ ...product(wording, [sayPrice(wording)]), data: 'disagree' }),
  job: notSold('job', 'job_title', ['wage'], 'apply'),
  dwelling: notSold('dwelling', 'dwelling_title', ['dwelling'], 'ask'),
  category,
  article: notSold('article', 'article_title', ['article'], 'none'),
  review: reviews,
  lines,
  wall,
} // biome-ignore format: a table
const isPrinted = (name: GrammarClass, parts: readonly Part[], wording: Wording): string | null =>
  wording.finish(parts.map(part => part.html).join('')).amounts.some(({ class: of }) => of === name)
    ? wording.amount(name)
    : null

const USUAL_STATES = [
  ...Array.from({ length: 6 }, () => 'in_stock' as const),
  'limited',
  'backorder',
  'preorder',
] as const

/** Fills in what a kind leaves open, and mixes the order of the parts. */
export const makeScene = (kind: string, wording: Wording): Scene => {
  const { random } = wording
  const draft = KINDS[kind]?.(wording)
  if (draft === undefined) throw new Error(`no kind ${kind}`)
  const isSilent = draft.price === null || draft.stock !== undefined || !random.chance(0.25)
  const state = random.pick(USUAL_STATES)
  return {
    page: 'product',
    button: draft.price === null ? 'ask' : random.pick(['buy', 'buy', 'buy', 'disabled', 'none', 'none']),
    cards: random.chance(0.45) ? random.whole(1, 8) : 0,
    data: 'random',
    ...(isSilent ? {} : { stock: { key: state, state } }),
    ...draft,
    parts: draft.isOrdered === true ? draft.parts : random.shuffle(draft.parts),
    listPrice: draft.price === null ? null : isPrinted('former', draft.parts, wording),
  }
}
