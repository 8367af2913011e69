// A shop whose products walk: prices move, stock comes and goes, variants are listed, unlisted and put in another order.
import type { Chance } from './seed.ts'
import type { Money, Product, Stock, Variant } from './truth.ts'

/** What shops write where a code belongs and there is none. */
export const PLACEHOLDERS = [
  'N/A',
  'n/a',
  'None',
  'null',
  '0',
  '1',
  'Does not apply',
  'default',
  '-',
  'TBD',
  'unknown',
  '000000',
] as const

const SIZES = ['7', '8', '9', '10', '11', '12']
const COLORS = ['Forest', 'Slate', 'Sand']
/** No two of these names share a word: without codes, the name says which product it is. */
const NAMES = [
  'Linen Shirt Relaxed',
  'Walnut Desk Lamp',
  'Trail Boots Waterproof',
  'Ceramic Mug Set',
  'Canvas Rucksack Large',
  'Merino Scarf Ribbed',
]

const gtin = (n: number) => {
  const digits = `40${String(n).padStart(10, '0')}`
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  )
  return digits + String((10 - (sum % 10)) % 10)
}

export interface ProductPlan {
  codes: 'real' | 'placeholder' | 'none'
  variants: number
  nth: number
  cents: number
  currency?: string
}

export function makeProduct(luck: Chance, plan: ProductPlan): Product {
  const { nth } = plan
  const key = `p${nth}`
  const code = (real: string) =>
    plan.codes === 'real' ? real : plan.codes === 'none' ? null : luck.pick(PLACEHOLDERS)
  const product: Product = {
    key,
    name: NAMES[nth % NAMES.length] ?? '',
    sku: code(`SK-${nth}07-${luck.int(100, 999)}`),
    gtin: plan.codes === 'real' && luck.is(0.5) ? gtin(nth * 1000 + luck.int(1, 99)) : null,
    mpn: code(`M${nth}44${luck.int(10, 99)}X`),
    price: { cents: plan.cents, currency: plan.currency ?? 'EUR' },
    listPrice: null,
    stock: 'in_stock',
    seller: luck.is(0.5) ? 'Linden Trading' : null,
    variants: plan.variants > 0 ? [] : null,
  }
  for (let n = 0; n < plan.variants; n++) product.variants?.push(makeVariant(plan, n))
  return restate(product)
}

export function makeVariant(plan: ProductPlan, n: number): Variant {
  const size = plan.variants > SIZES.length * COLORS.length ? String(n) : (SIZES[n % SIZES.length] ?? '')
  const color = COLORS[Math.floor(n / SIZES.length) % COLORS.length] ?? ''
  const sku =
    plan.codes === 'none'
      ? null
      : plan.codes === 'placeholder'
        ? (PLACEHOLDERS[plan.nth % PLACEHOLDERS.length] ?? null)
        : `SK-${plan.nth}07-V${n}`
  return {
    key: `p${plan.nth}v${n}`,
    size,
    color,
    sku,
    gtin: null,
    cents: plan.cents + (n % 4) * 100,
    stock: 'in_stock',
  }
}

/** Price, stock and code of a page with variants are theirs: the lowest price, the best stock, the code of the first. */
export function restate(product: Product): Product {
  const { variants } = product
  if (!variants || variants.length === 0) return product
  const stocks = new Set(variants.map(each => each.stock))
  const stock: Stock = stocks.has('in_stock')
    ? 'in_stock'
    : stocks.has('limited')
      ? 'limited'
      : 'out_of_stock'
  const price: Money = {
    cents: Math.min(...variants.map(each => each.cents)),
    currency: product.price?.currency ?? 'EUR',
  }
  return { ...product, price, stock, sku: variants[0]?.sku ?? product.sku }
}

/** Another price, some percent away. Whole tens of cents, so that bounds are met exactly now and then. */
export function walk(luck: Chance, cents: number): number {
  const share = luck.pick([-12, -10, -6, -3, -1, 1, 2, 5, 9, 12])
  return Math.max(500, Math.round((cents * (100 + share)) / 1000) * 10)
}

export function withPrice(product: Product, cents: number): Product {
  const last = product.price?.cents ?? cents
  const moved = product.variants?.map(each => ({ ...each, cents: each.cents - last + cents })) ?? null
  return restate({
    ...product,
    price: { cents, currency: product.price?.currency ?? 'EUR' },
    variants: moved,
  })
}

export function withStock(product: Product, stock: Stock): Product {
  return restate({ ...product, stock, variants: product.variants?.map(each => ({ ...each, stock })) ?? null })
}

export function shuffled<T>(luck: Chance, items: readonly T[]): T[] {
  const out = [...items]
  for (let n = out.length - 1; n > 0; n--) {
    const other = luck.int(0, n)
    ;[out[n], out[other]] = [out[other] as T, out[n] as T]
  }
  return out
}
