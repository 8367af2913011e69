// What is true in a shop, what a user does to a watch, and a history of both: the data of the oracle by the text.

export type Stock = 'in_stock' | 'limited' | 'out_of_stock'

export interface Money {
  cents: number
  currency: string
}

export interface Variant {
  /** What it is, whatever the page calls it. */
  key: string
  size: string
  color: string
  sku: string | null
  gtin: string | null
  cents: number
  stock: Stock
}

/** One product as its page shows it now. `null`: the page does not state it. */
export interface Product {
  /** Which product this really is. */
  key: string
  name: string
  sku: string | null
  gtin: string | null
  mpn: string | null
  price: Money | null
  listPrice: Money | null
  stock: Stock | null
  seller: string | null
  variants: Variant[] | null
}

export interface Offer {
  /** What it is: the address of the offer. */
  key: string
  seller: string
  price: Money
  stock: Stock
}

export interface Row {
  key: string
  name: string
  cents: number
}

/** What each shop of a composed operation answers; a text is its fault. */
export type ByShop<T> = Record<string, T[] | string>

export type Page =
  | { shows: 'product'; product: Product }
  | { shows: 'offers'; shops: ByShop<Offer> }
  | { shows: 'search'; shops: ByShop<Row> }
  | { shows: 'rows'; rows: Row[] }
  | { shows: 'fault'; code: 'upstream_failed' | 'upstream_timeout' | 'upstream_blocked' }
  | { shows: 'gone' }

export type PriceField = 'price' | 'list_price'

/** A condition of `when`: `text` is what the user writes, the rest what it means. */
export type Condition = { text: string } & (
  | { is: 'any' }
  | { is: 'stock'; becomes: 'in' | 'out' }
  | { is: 'bound'; field: PriceField; op: '<' | '<=' | '>' | '>='; cents: number; currency: string | null }
  | { is: 'move'; field: PriceField; way: 'drops' | 'rises'; by: Distance; windowMs: number | null }
  | { is: 'lowest'; field: PriceField; windowMs: number | null }
)

/** How far: a share in percent, an amount, or any distance at all. */
export type Distance = { percent: number } | { cents: number } | null

export interface Settings {
  when: Condition[]
  variant: { size?: string; color?: string } | null
  confirm: number
  cooldownMs: number
}

/** What a user may change later. */
export type Edit = Partial<Pick<Settings, 'when' | 'confirm' | 'cooldownMs'>>

export type Step =
  | { do: 'check'; at: number; page: Page }
  /** A check that a user's edit meets half way: the page is fetched, then the edit is made, then the check is stored. */
  | { do: 'check'; at: number; page: Page; during: Edit }
  | { do: 'edit'; at: number; set: Edit }
  | { do: 'pause' | 'resume'; at: number }

export interface History {
  kind: string
  seed: number
  operation: 'general.product' | 'general.offers' | 'general.search' | 'native'
  settings: Settings
  /** How the watch is made. */
  madeBy: 'api' | 'csv'
  steps: Step[]
  /** Types of changes that the text leaves open in this history: they are not compared. */
  open: string[]
}
