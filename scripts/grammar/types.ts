// The words of the grammar: what an amount of money is, what a page is, and what is known of a generated block.

export const CLASSES = [
  'price',
  'former',
  'lowest_30',
  'net',
  'unit',
  'fee',
  'shipping',
  'threshold',
  'minimum_order',
  'sample',
  'instalment',
  'rent',
  'subscription',
  'member',
  'coupon',
  'multi_buy',
  'saving',
  'trade_in',
  'used',
  'bid',
  'other_product',
  'other',
] as const
export type GrammarClass = (typeof CLASSES)[number]

export type Split = 'train' | 'tune' | 'test'
export type Corner = 'all-known' | 'new-phrase' | 'new-language' | 'new-skin' | 'all-new'
export type PageKind = 'product' | 'gone' | 'list' | 'job' | 'dwelling' | 'article' | 'wall' | 'other'
/** `other` is a statement that is not about this product as it would be bought now. */
export type StockState =
  | 'in_stock'
  | 'limited'
  | 'preorder'
  | 'backorder'
  | 'out_of_stock'
  | 'discontinued'
  /** Not of stock: the price is told on request, or to customers who are logged in. */
  | 'unpriced'
  | 'other'

interface Truth {
  readonly price: string | null
  /** The upper end of a printed range. */
  readonly priceMax: string | null
  readonly listPrice: string | null
  readonly currency: string | null
  readonly availability: string | null
  readonly page: PageKind
  /** Every printed amount in document order, copies as well. */
  readonly amounts: readonly { readonly amount: string; readonly class: GrammarClass }[]
  readonly stock: readonly { readonly text: string; readonly state: StockState }[]
}

export interface Block {
  readonly id: string
  readonly split: Split
  readonly corner: Corner
  readonly language: string
  readonly skin: string
  readonly phraseIds: readonly string[]
  readonly classes: readonly GrammarClass[]
  readonly kind: string
  readonly url: string
  readonly html: string
  readonly truth: Truth
}

/** One statement of a price block: its whole text, and label and value apart where the text is of that form. */
export interface Part {
  readonly html: string
  readonly label: string | null
  readonly value: string
  readonly look: Look
}

/** What a part's markup is named after. */
export type Look =
  | 'price'
  | 'former'
  | 'unit'
  | 'saving'
  | 'note'
  | 'label'
  | 'box'
  | 'stock'
  | 'button'
  | 'card'
  | 'name'
