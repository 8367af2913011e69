// Every phrase and line of the grammar, as examples of roles: blocks draw most of them too seldom to weigh anything.
import { describeAmounts } from '#reader/amounts/describe-amounts'
import { readAmounts } from '#reader/amounts/read-amounts'
import type { AmountRole } from '#reader/amounts/roles'
import { type ReaderPage, readPage } from '#reader/page/read-page'
import { wordNames } from '#reader/score/classes'
import { type STOCK_CLASSES, stockTexts } from '#reader/statements/stock-statements'
import { stockContext } from './blocks.ts'
import { type Locale, LOCALES } from '../../test/reader/traps/trap-locales.ts'
import { classesOf, LANGUAGES, phrasesOf, type Split } from '../grammar/index.ts'
import type { LanguageData } from '../grammar/languages.ts'
import type { ClassExample } from './classes.ts'
import { roleExample } from './roles.ts'

export function grammarPhraseExamples(splits: ReadonlySet<Split>): ClassExample[] {
  return LANGUAGES.flatMap(data =>
    Object.keys(data.phrases).flatMap(key =>
      textsOf(data, key, splits)
        .map(text => (key === 'lines' ? text : withBlanks(text, classesOf(key))))
        .flatMap(line => labelled(line).flatMap(spelling => examplesOf(data, spelling))),
    ),
  )
}

/** A statement about stock above a price says nothing about it. */
export function stockLabelExamples(splits: ReadonlySet<Split>): ClassExample[] {
  return stockTextsOf(splits).flatMap(({ data, text, of }) =>
    of === 'none' || of === 'unpriced' ? [] : examplesOf(data, `${text} / {price}`),
  )
}

/** What a text says about stock, from the phrases of the grammar. */
export function grammarStockExamples(splits: ReadonlySet<Split>): ClassExample[] {
  return stockTextsOf(splits).flatMap(({ data, text, of }) =>
    stockTexts(shortPage(data.language, `shop.example.${data.places[0]?.domain}`, text)).map(
      ({ text: own, texts }) => ({
        of,
        explicit: [],
        words: wordNames(texts),
        context: stockContext(own, data.language),
      }),
    ),
  )
}

function stockTextsOf(splits: ReadonlySet<Split>) {
  return LANGUAGES.flatMap(data =>
    Object.entries(STOCK_KEYS).flatMap(([key, of]) =>
      textsOf(data, key, splits).map(text => ({ data, text: withCount(text), of })),
    ),
  )
}

function textsOf(data: LanguageData, key: string, splits: ReadonlySet<Split>): string[] {
  return phrasesOf(data, key)
    .filter(({ split }) => splits.has(split))
    .map(({ text }) => text)
}

/** "only 0 left" as "only 3 left". */
function withCount(text: string): string {
  return text.replace(/(?<!\d)0(?!\d)/g, '3')
}

/** The words of made-up shops for what misled the reader, as lines. */
export function trapPhraseExamples(): ClassExample[] {
  return LOCALES.flatMap(({ words, ...locale }) =>
    Object.entries(words).flatMap(([word, text]) => {
      const role = TRAP_ROLES[word]
      if (role === undefined) return []
      const line = text.replace(/^[^#]*$/, '$&: #').replace('#', `{${role}}`)
      return labelled(line).flatMap(spelling => linesOf(spelling, locale))
    }),
  )
}

const TRAP_ROLES: Readonly<Record<string, AmountRole>> = {
  price: 'price',
  was: 'former',
  now: 'price',
  instalments: 'instalment',
  member: 'member',
  coupon: 'coupon',
  subscribe: 'subscription',
  tradeIn: 'trade_in',
  withoutTax: 'net',
  withTax: 'price',
  unit: 'unit',
  shipping: 'shipping',
  freeFrom: 'threshold',
  warranty: 'fee',
  save: 'saving',
  used: 'used',
}

/** A line, and its label in a place of its own before the amount, or after it where a colon shows that it is a noun. */
function labelled(line: string): string[] {
  const [, label, colon, amount] = /^([^{}|]+?) ?([:：])? ?(\{\w+\})$/.exec(line) ?? []
  if (label === undefined) return [line]
  return [line, `${label} / ${amount}`, ...(colon === undefined ? [] : [`${amount} ${label}`])]
}

/** A phrase in the form of a line: "Was # now #" as "Was {former} now {price}". */
function withBlanks(text: string, classes: readonly AmountRole[]): string {
  let next = 0
  return withCount(text.replace(/#/g, () => (next < classes.length ? `{${classes[next++]}}` : '#')))
    .replaceAll('@', '500 g')
    .replace(/(?:1 ?)?~/g, '1 kg')
}

const STOCK_KEYS: Readonly<Record<string, (typeof STOCK_CLASSES)[number]>> = {
  in_stock: 'in_stock',
  limited: 'limited',
  preorder: 'preorder',
  backorder: 'backorder',
  out_of_stock: 'out_of_stock',
  discontinued: 'discontinued',
  request: 'unpriced',
  login: 'unpriced',
  size_gone: 'none',
  stock_talk: 'none',
}

// No phrase prints these amounts itself.
const FIRST_AMOUNT = 61

function examplesOf({ language, places: [place] }: LanguageData, line: string): ClassExample[] {
  if (place === undefined) return []
  const { domain, forms } = place
  const money = (amount: string) => (forms[0] ?? '#').replace('#', amount)
  return linesOf(line, { lang: language, host: `shop.example.${domain}`, money })
}

/** Without the markup around it, which would be the same for all of them. */
function linesOf(
  line: string,
  { lang, host, money }: Pick<Locale, 'lang' | 'host' | 'money'>,
): ClassExample[] {
  const roles: AmountRole[] = []
  const html = line
    .replace(/\{(\w+)\}/g, (_blank, role: AmountRole) => money(`${FIRST_AMOUNT - 1 + roles.push(role)}`))
    .replaceAll(' / ', '</p><p>')
    .replace(/ ?\| ?/g, ' <br> ')
  const page = shortPage(lang, host, html)
  return describeAmounts(page, readAmounts(page, new Set())).flatMap(amount => {
    const role = roles[amount.number - FIRST_AMOUNT]
    return role === undefined ? [] : [{ ...roleExample(amount, role), explicit: [] }]
  })
}

function shortPage(language: string, host: string, html: string): ReaderPage {
  return readPage(
    `<html lang="${language}"><title>Xq</title><h1>Xq</h1><p>${html}</p></html>`,
    `https://${host}/xq`,
  )
}
