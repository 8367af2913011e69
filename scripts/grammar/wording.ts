// Phrases become text here: amounts in their markup, noise in the letters, and a note of every amount and phrase used.
import { classesOf, isClass, type LanguageData, type Phrase, type Place, phrasesOf } from './languages.ts'
import { convert, foreignPlaces, hasCents, type MoneyStyle, printMoney, roundTo } from './money.ts'
import { makeLetters, type Noise, strikeOut } from './noise.ts'
import type { Random } from './random.ts'
import type { Corner, GrammarClass, Look, Part, Split, StockState } from './types.ts'
import { makeValues, NARROW, type Values } from './values.ts'

export interface Wording {
  readonly random: Random
  readonly data: LanguageData
  readonly place: Place
  readonly style: MoneyStyle
  readonly phraseIds: Set<string>
  readonly quantity: string
  readonly goods: readonly number[]
  /** A phrase as a part. */
  say(key: string): Part
  /** A line as a shop prints it, with the classes of its amounts. */
  line(): Line
  /** The amount alone. */
  bare(name: GrammarClass, amount?: string): Part
  /** The price in the currencies of other countries, as it stands beside it. */
  converted(): string[]
  /** A text without amounts. */
  text(key: string): string
  has(key: string): boolean
  amount(name: GrammarClass): string
  /** A text about stock, noted with its meaning. */
  stock(key: string, state: StockState): string
  /** Removes the notes from the page and returns them in document order. */
  finish(html: string): Noted
}
interface Line {
  readonly parts: readonly Part[]
  readonly classes: readonly GrammarClass[]
}
interface Noted {
  readonly html: string
  readonly amounts: { amount: string; class: GrammarClass }[]
  readonly stock: { text: string; state: StockState }[]
}

const LOOKS: Readonly<Record<string, Look>> = {
  price: 'price',
  former: 'former',
  unit: 'unit',
  saving: 'saving',
}
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Which phrases a block may use: only of its split, and in a language left out, or where there are none, any. */
const choosePhrases = (all: readonly Phrase[], split: Split, corner: Corner): readonly Phrase[] => {
  if (corner === 'new-language' || corner === 'all-new') return all
  return all.filter(phrase => phrase.split === (corner === 'new-phrase' ? split : 'train'))
}

type Notes = ReturnType<typeof makeNotes>
const makeNotes = () => {
  const amounts: { amount: string; class: GrammarClass }[] = []
  const stock: { text: string; state: StockState }[] = []
  return {
    amount: (amount: string, name: GrammarClass) =>
      `\uE000${amounts.push({ amount, class: name }) - 1}\uE001`,
    stock: (text: string, state: StockState) => `\uE002${stock.push({ text, state }) - 1}\uE001`,
    finish: (html: string): Noted => {
      const noted: Noted = { html: '', amounts: [], stock: [] }
      const clean = html.replace(/([\uE000\uE002])(\d+)\uE001/g, (_all, kind: string, place: string) => {
        const amount = amounts[Number(place)]
        const statement = stock[Number(place)]
        if (kind === '\uE000' && amount) noted.amounts.push(amount)
        if (kind === '\uE002' && statement) noted.stock.push(statement)
        return ''
      })
      return { ...noted, html: clean }
    },
  }
}

export interface WordingOptions {
  readonly random: Random
  readonly data: LanguageData
  readonly place: Place
  readonly style: MoneyStyle
  readonly noise: Noise
  readonly split: Split
  readonly corner: Corner
  /** What the skin wraps around every amount, with `%M` for the amount. */
  readonly frame: string
}

/** Draws a phrase of a class and notes which; the bare amount where the block may use none of the class. */
const makePhrases = ({ random, data, noise, split, corner }: WordingOptions, phraseIds: Set<string>) => {
  const letters = makeLetters(random, noise)
  const choices = (key: string): readonly Phrase[] => {
    const all = phrasesOf(data, key)
    const own = choosePhrases(all, split, corner)
    return own.length > 0 ? own : all.filter(phrase => phrase.split === 'train')
  }
  const draw = (key: string): string => {
    const all = choices(key)
    if (all.length === 0) return '#'
    const { id, text } = random.pick(all)
    phraseIds.add(id)
    return text
  }
  const phrase = (key: string): string => letters(draw(key))
  /** A line with its blanks as they are. */
  const line = (): string =>
    draw('lines').replace(/(\{\w+\})|[^{]+/g, (text, blank?: string) => blank ?? letters(text))
  return { phrase, line, has: (key: string) => choices(key).length > 0 }
}

/** An amount's markup, with a note of it for the truth. */
const makeMoney = ({ random, place, style, noise, frame }: WordingOptions, notes: Notes) => {
  const cardStyle: MoneyStyle = { ...style, cents: 'plain' }
  // Beside words an amount without a sign would be a mere number.
  const wordStyle: MoneyStyle = { ...cardStyle, sign: style.sign === 'none' ? 'text' : style.sign }
  const styleOf = (name: GrammarClass): MoneyStyle => {
    if (name === 'price' || name === 'former') return style
    return name === 'other_product' ? cardStyle : wordStyle
  }
  return (name: GrammarClass, amount: string, isBare: boolean): string => {
    const printed = printMoney(amount, place, styleOf(name), random)
    const markup = notes.amount(amount, name) + frame.replace('%M', () => printed)
    if (name !== 'former' || (!isBare && random.chance(0.5))) return markup
    return strikeOut(markup, isBare && noise.strike === 'none' ? 'del' : noise.strike)
  }
}

const makeParts = (
  options: WordingOptions,
  values: Values,
  notes: Notes,
  { phrase, line: drawLine }: Pick<ReturnType<typeof makePhrases>, 'phrase' | 'line'>,
) => {
  const money = makeMoney(options, notes)
  const { amount, count, base, quantity } = values
  const lookOf = (name: GrammarClass): Look => LOOKS[name] ?? 'note'
  const say = (key: string): Part => {
    const classes = classesOf(key)
    const text = escapeHtml(phrase(key))
      .replace(/(?<!\d)0(?!\d)/g, key === 'out_of_stock' ? '0' : `${count}`)
      .replaceAll('@', quantity)
      .replace(/1 ?~|~/g, match => (match === '~' || /^\d/.test(base) ? base : match.replace('~', base)))
    const [before = '', ...after] = text.split('#')
    const filled = after.map((tail, place) => {
      const name = classes[place] ?? classes[0] ?? 'other'
      return money(name, amount(NARROW.find(narrow => narrow === key) ?? name), text === '#') + tail
    })
    // A label ends before the amount, and what follows is a unit at most.
    const isLabel = before.trim().length > 1 && !/[(（]/.test(before) && (after[0]?.length ?? 0) < 9
    const isLabelled = after.length === 1 && isLabel
    const html = before + filled.join('')
    const look = lookOf(classes.length > 1 ? 'price' : (classes[0] ?? 'other'))
    return {
      html,
      label: isLabelled ? before.trim() : null,
      value: isLabelled ? filled.join('') : html,
      look,
    }
  }
  const bare = (name: GrammarClass, value = amount(name)): Part => {
    const html = money(name, value, true)
    return { html, label: null, value: html, look: lookOf(name) }
  }
  /** "Was {former} | Now {price} / plus {shipping}": elements between bars, blocks between slashes. */
  const line = (): Line => {
    const text = drawLine()
    const counted = Number(/(?<![\d.,])([2-9]|[1-4]\d)(?![\d.,%])/.exec(text)?.[1])
    const valueOf = (name: GrammarClass): string =>
      name === 'instalment' && counted > 1
        ? roundTo(Number(amount('price')) / counted, options.place)
        : amount(name)
    const fill = (piece: string): string =>
      escapeHtml(piece).replace(/\{(\w+)\}/g, (all, name: string) =>
        isClass(name) ? money(name, valueOf(name), piece === all) : '',
      )
    const parts = text.split(' / ').map((block): Part => {
      const [first = '', ...others] = block.split('|').map(piece => piece.trim())
      const html = [fill(first), ...others.map(piece => `<span>${fill(piece)}</span>`)].join(' ')
      const [, name = 'other'] = /\{(\w+)\}/.exec(block) ?? []
      return { html, label: null, value: html, look: lookOf(isClass(name) ? name : 'other') }
    })
    const classes = Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name).filter(isClass)
    return { parts, classes }
  }
  return { say, bare, line }
}

/** The price in one or two currencies of other countries. */
const convertedPrices = (
  { random, place, style, frame }: WordingOptions,
  price: string,
  notes: Notes,
): string[] =>
  random
    .shuffle(foreignPlaces(place))
    .slice(0, random.whole(1, 2))
    .map(other => {
      const value = convert(price, place, other)
      const own: MoneyStyle = { ...style, form: random.pick(other.forms), sign: 'text', footnote: '' }
      return notes.amount(value, 'other') + frame.replace('%M', () => printMoney(value, other, own, random))
    })

export const makeWording = (options: WordingOptions): Wording => {
  const { random, data, place, style } = options
  const phraseIds = new Set<string>()
  const notes = makeNotes()
  const values = makeValues(random, place, data.units, hasCents(place))
  const phrases = makePhrases(options, phraseIds)
  const { phrase, has } = phrases
  const { say, bare, line } = makeParts(options, values, notes, phrases)
  const { amount, quantity, goods } = values
  const text = (key: string): string => escapeHtml(phrase(key)).replace('#', '')
  const stock = (key: string, state: StockState): string => {
    const { html } = say(key)
    return notes.stock(html.replace(/<[^>]+>|\uE000\d+\uE001/g, ''), state) + html
  }
  return {
    random,
    data,
    place,
    style,
    phraseIds,
    quantity,
    goods,
    say,
    line,
    bare,
    converted: () => convertedPrices(options, amount('price'), notes),
    text,
    has,
    amount,
    stock,
    finish: notes.finish,
  }
}
