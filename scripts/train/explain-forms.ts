// Reads pages and blocks by models of words that have not seen them, and trains those models.
import { type ClassModel, wordNames } from '#reader/score/classes'
import { type DescribedAmount, describeAmounts } from '#reader/amounts/describe-amounts'
import { readAmounts } from '#reader/amounts/read-amounts'
import { collectCandidates, type ExplainedBy } from '#reader/collect-candidates'
import { readPage, type ReaderPage } from '#reader/page/read-page'
import { describePage } from '#reader/statements/page-words'
import type { Block } from '../grammar/index.ts'
import {
  grammarPhraseExamples,
  grammarStockExamples,
  stockLabelExamples,
  trapPhraseExamples,
} from './grammar-phrases.ts'
import {
  knownExamples,
  otherTexts,
  pageOfBlock,
  roleExamples,
  stockExamples,
  trainPageModels,
  trainRoleModels,
  trainStockModels,
} from './blocks.ts'
import type { ClassExample } from './classes.ts'
import type { PageForm } from './field-pages.ts'
import { BLOCKS, type LabelledPage } from './labelled-pages.ts'
import { trapPages } from './trap-pages.ts'
import { stripMarkup } from './strip-markup.ts'

export interface ExplainedForms {
  readonly forms: readonly PageForm[]
  /** By the place of their file in the reader. */
  readonly models: Readonly<Record<string, ClassModel>>
}

export function explainForms(pages: readonly LabelledPage[], blocks: readonly Block[]): ExplainedForms {
  const splits = new Set(blocks.map(({ split }) => split))
  const roles = trainRoleModels([
    ...grammarPhraseExamples(splits),
    ...stockLabelExamples(splits),
    ...trapPhraseExamples(),
    ...blocks.flatMap(block => roleExamples(amountsOf(block), block)),
    ...pages.flatMap(page => knownExamples(amountsOf(page), page.truth)),
    ...trapPages().flatMap(page => knownExamples(amountsOf(page), page.truth, TRAP_WEIGHT)),
  ])
  const ofBlocks = blocks
    .filter((_block, place) => place % Math.ceil(blocks.length / MAX_READ) === 0)
    .map(block => ({ page: pageOfBlock(block), isStripped: false }))
  const ofTraps = trapPages().map(page => ({ page, isStripped: false }))
  const ofPages = pages.flatMap(page => [
    { page, isStripped: false },
    ...(page.isProduct ? [{ page, isStripped: true }] : []),
  ])
  const shops = new Map([...pages, ...ofBlocks.map(({ page }) => page)].map(({ url, shop }) => [url, shop]))
  const words = trainPageModels(
    [...ofPages.filter(({ isStripped }) => !isStripped), ...ofBlocks].map(({ page }) => pageExample(page)),
    ({ url }: ReaderPage) => shops.get(url) ?? '',
  )
  const stock = trainStockModels([
    ...grammarStockExamples(splits),
    ...blocks.flatMap(stockExamples),
    ...pages.flatMap(({ html, url }) => otherTexts({ html, url, language: '' })),
  ])
  const read = ({ page, isStripped }: Omit<PageForm, 'read'>, by: ExplainedBy): PageForm => ({
    page,
    isStripped,
    read: collectCandidates(isStripped ? stripMarkup(page.html) : page.html, page.url, undefined, by),
  })
  return {
    forms: [
      ...ofPages.map(form =>
        read(form, { amount: roles.without, page: words.without, stock: () => stock.whole }),
      ),
      ...[...ofBlocks, ...ofTraps].map(form =>
        read(form, { amount: roles.without, page: words.without, stock: stock.without }),
      ),
    ],
    models: {
      'amounts/role-weights.json': roles.all,
      'statements/page-weights.json': words.all,
      'statements/stock-weights.json': stock.all,
    },
  }
}

// Words are learned from all blocks, the scorers from some of them.
const MAX_READ = 6000
const PAGE_WEIGHT = 4
// There are few of each kind.
const TRAP_WEIGHT = 2

/** Rows and their features; what explains them is not known yet. */
function amountsOf({
  html,
  url,
}: Pick<LabelledPage, 'url'> & { html: string | Buffer }): readonly DescribedAmount[] {
  const page = readPage(html, url)
  return describeAmounts(page, readAmounts(page, new Set()))
}

function pageExample({ html, url, shop, isProduct, folder, truth }: LabelledPage): ClassExample {
  const isUnpriced = truth.price?.length === 0
  return {
    of: !isProduct ? 'other' : isUnpriced ? 'unpriced' : 'product',
    explicit: [],
    words: wordNames(describePage(readPage(html, url)).texts),
    context: shop,
    // There are more blocks than pages.
    weight: folder === BLOCKS ? 1 : PAGE_WEIGHT,
  }
}
