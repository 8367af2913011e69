// Generated price blocks as labelled pages, and their amounts as examples of roles.
import type { Block } from '../grammar/index.ts'
import type { DescribedAmount } from '#reader/amounts/describe-amounts'
import { AMOUNT_ROLES } from '#reader/amounts/roles'
import { type ClassModel, type Classifier, createClassifier, wordNames } from '#reader/score/classes'
import { CLASS_OPTIONS, type ClassExample, type ClassOptions, trainClasses } from './classes.ts'
import { type ReaderPage, readPage } from '#reader/page/read-page'
import { PAGE_CLASSES } from '#reader/statements/page-words'
import { STOCK_CLASSES, type StockText, stockTexts } from '#reader/statements/stock-statements'
import { BLOCKS, type LabelledPage } from './labelled-pages.ts'
import { contextOf, phraseExamples, roleExample } from './roles.ts'

export function pageOfBlock({ id, language, kind, url, html, truth }: Block): LabelledPage {
  const isProduct = truth.page === 'product'
  const state = truth.availability === null ? [] : [truth.availability]
  return {
    id: `${kind} ${id}`,
    folder: BLOCKS,
    shop: `${BLOCKS}-${language}-${kind}`,
    url,
    html: Buffer.from(html),
    isProduct,
    truth: isProduct
      ? {
          price: truth.price === null ? [] : [truth.price],
          ...(truth.currency === null ? {} : { currency: [truth.currency] }),
          availability: state,
          list_price: truth.listPrice === null ? [] : [truth.listPrice],
        }
      : {},
  }
}

// A printed amount may be read twice, or not at all.
const AHEAD = 8

/** The roles of the amounts that the reader found, by the truth in the order of the page. */
export function roleExamples(amounts: readonly DescribedAmount[], { truth }: Block): ClassExample[] {
  const examples: ClassExample[] = []
  let next = 0
  for (const amount of amounts) {
    const ahead = truth.amounts
      .slice(next, next + AHEAD)
      .findIndex(printed => Number(printed.amount) === amount.number)
    const printed = truth.amounts[next + ahead]
    if (ahead < 0 || printed === undefined) continue
    next += ahead + 1
    if (amount.isOwn) examples.push(roleExample(amount, printed.class))
  }
  return examples
}

// A shop repeats its labels on all pages.
const PAGE_WEIGHT = 0.5

/** The amounts of a page of which it is known that they are its price, or its former price. */
export function knownExamples(
  amounts: readonly DescribedAmount[],
  { price = [], list_price: former = [] }: LabelledPage['truth'],
  weight = PAGE_WEIGHT,
): ClassExample[] {
  return amounts.flatMap(amount => {
    const isOf = (accepted: readonly string[]) => accepted.some(value => Number(value) === amount.number)
    const role = isOf(price) ? 'price' : isOf(former) ? 'former' : undefined
    if (role === undefined || !amount.isOwn) return []
    return [Object.assign(roleExample(amount, role), { weight })]
  })
}

/** Every text of a block with what it says about the stock of its product. */
export function stockExamples({ html, url, language, truth }: Block): ClassExample[] {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\d]+/gu, ' ')
      .trim()
  const stated = truth.stock.map(({ text, state }) => ({ text: plain(text), state }))
  return stockTexts(readPage(html, url)).map(({ text, explicit, texts }) => {
    const own = plain(text)
    const said = stated.find(
      one => one.text !== '' && (own.includes(one.text) || (own.length > 5 && one.text.includes(own))),
    )
    const of = said === undefined || said.state === 'other' ? 'none' : said.state
    const words = wordNames(texts)
    return { of, explicit, words, context: stockContext(text, language), weight: of === 'none' ? 0.4 : 1 }
  })
}

// Enough of them; a page has hundreds.
const EVERY = 4

/** Texts of real pages in which the tables find nothing: most of what a page says is about something else. */
export function otherTexts({
  html,
  url,
  language,
}: Pick<Block, 'url' | 'language'> & { readonly html: Buffer }): ClassExample[] {
  return stockTexts(readPage(html, url))
    .filter(({ phrase }, place) => phrase === undefined && place % EVERY === 0)
    .map(({ text, explicit, texts }) => ({
      of: 'none',
      explicit,
      words: wordNames(texts),
      context: stockContext(text, language),
      weight: 0.5,
    }))
}

export function stockContext(text: string, language = ''): string {
  return `${language} ${text.toLowerCase().replace(/[\d.,\s\p{Sc}]+/gu, ' ')}`
}

const GROUPS = 3
const OF_PAGES: ClassOptions = { ...CLASS_OPTIONS, words: 24, parts: 24, least: 0.18 }
const OF_STOCK: ClassOptions = { ...CLASS_OPTIONS, words: 20, parts: 90 }

/** Weights trained on everything, and those by which each example is explained without having been seen. */
export interface LeftOut<Item> {
  readonly all: ClassModel
  readonly whole: Classifier
  readonly without: (item: Item) => Classifier
}

export function trainRoleModels(ofBlocks: readonly ClassExample[]): LeftOut<DescribedAmount> {
  const examples = [...ofBlocks, ...phraseExamples()]
  // The next page has few words that were seen in training: so have the blocks.
  const groupOf = (context: string) => hashOf(context) % (GROUPS + 1)
  return leftOut(AMOUNT_ROLES, examples, groupOf, contextOf)
}

/** `contextOf`: the shop of a page. */
export function trainPageModels(
  examples: readonly ClassExample[],
  shopOf: (page: ReaderPage) => string,
): LeftOut<ReaderPage> {
  return leftOut(PAGE_CLASSES, examples, shop => hashOf(shop) % GROUPS, shopOf, OF_PAGES)
}

export function trainStockModels(examples: readonly ClassExample[]): LeftOut<StockText> {
  const groupOf = (context: string) => hashOf(context.replace(/^\S*/, '')) % (GROUPS + 1)
  return leftOut(STOCK_CLASSES, examples, groupOf, ({ text }) => stockContext(text), OF_STOCK)
}

function leftOut<Item>(
  classes: readonly string[],
  examples: readonly ClassExample[],
  groupOf: (context: string) => number,
  contextOf: (item: Item) => string,
  options: ClassOptions = CLASS_OPTIONS,
): LeftOut<Item> {
  const all = trainClasses(classes, examples, options)
  const whole = createClassifier(classes, all)
  const groups = Array.from({ length: GROUPS }, (_, group) =>
    createClassifier(
      classes,
      trainClasses(
        classes,
        examples.filter(({ context }) => groupOf(context) !== group),
        options,
      ),
    ),
  )
  return { all, whole, without: item => groups[groupOf(contextOf(item))] ?? whole }
}

function hashOf(text: string): number {
  let hash = 5
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0
  return Math.abs(Math.imul(hash, 0x9e3779b1))
}
