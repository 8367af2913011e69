// One size of a product as one merchant sells it, and the answer's fields about all sizes.
import type { Extended } from './product.schema.ts'

export interface SizeVariant {
  readonly id: string | undefined
  readonly merchantId: string | undefined
  readonly sku: string | undefined
  readonly label: string | undefined
  readonly scale: string | undefined
  readonly color: string | undefined
  readonly quantity: number | undefined
  readonly inStock: boolean | undefined
  readonly price: number | undefined
  readonly currency: string | undefined
}

type Availability = 'InStock' | 'OutOfStock' | undefined

export function variantFieldsOf(
  pieces: readonly (SizeVariant | undefined)[] | undefined,
): Pick<Extended, 'sizes' | 'variants' | 'availability'> {
  return {
    sizes: pieces?.map(piece => piece && sizeFieldsOf(piece)),
    variants: pieces?.map(piece => piece && pieceFieldsOf(piece)),
    availability: pieces && availabilityOf(pieces),
  }
}

function sizeFieldsOf({ label, scale, inStock, quantity, price, currency, sku }: SizeVariant) {
  return { label, scale, available: inStock, quantity, price, price_currency: currency, sku }
}

function pieceFieldsOf({ id, sku, label, color, merchantId, price, currency, inStock }: SizeVariant) {
  return {
    id,
    sku,
    size: label,
    color,
    merchant_id: merchantId,
    price,
    price_currency: currency,
    availability: availabilityWord(inStock),
  }
}

/** Not known where one that cannot be read may be in stock. */
export function availabilityOf(pieces: readonly (SizeVariant | undefined)[]): Availability {
  if (pieces.some(piece => piece?.inStock)) return 'InStock'
  return pieces.every(piece => piece?.inStock === false) ? 'OutOfStock' : undefined
}

function availabilityWord(inStock: boolean | undefined): Availability {
  return inStock === undefined ? undefined : inStock ? 'InStock' : 'OutOfStock'
}

/** The cheapest variant in stock, or of all if none is. Undefined when an unreadable one might be cheaper. */
export function cheapestVariant(pieces: readonly SizeVariant[]): SizeVariant | undefined {
  const stock = new Set(pieces.map(piece => piece.inStock))
  if (stock.has(undefined) && stock.size > 1) return undefined
  const counted = stock.has(true) ? pieces.filter(piece => piece.inStock) : pieces
  if (counted.some(piece => piece.price === undefined)) return undefined
  return counted.toSorted((a, b) => Number(a.price) - Number(b.price))[0]
}
