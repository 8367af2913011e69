// Follows references in JSON-LD: `{"@id": "#offer"}` stands for the item with that id, wherever it is on the page.

type Item = Readonly<Record<string, unknown>>

/**
 * The members that are followed: those that describe a product. A page refers to its product, and the product to its page, in
 * many other ways, which would only repeat it.
 */
const FOLLOWED: ReadonlySet<string> = new Set([
  'offers',
  'brand',
  'manufacturer',
  'hasVariant',
  'isVariantOf',
  'priceSpecification',
  'seller',
  'offeredBy',
  'aggregateRating',
  'additionalProperty',
  'image',
  'itemOffered',
])
/** Enough for any product, and a limit for hostile pages, whose references multiply. */
const MAX_FOLLOWED = 2_000
const MAX_VALUES = 100_000

/** The same items with their references replaced; an item never contains itself. Without references, the items as they are. */
export function followReferences(items: readonly unknown[]): readonly unknown[] {
  const known = new Map<string, Item>()
  let hasReference = false
  const stack: unknown[] = [items]
  for (let count = 0; stack.length > 0 && count < MAX_VALUES; count++) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null) continue
    for (const inner of Object.values(value)) stack.push(inner)
    const id = idOf(value)
    if (id === undefined) continue
    if (isReference(value as Item)) hasReference = true
    else if (!isRicher(known.get(id), value as Item)) known.set(id, value as Item)
  }
  if (!hasReference || known.size === 0) return items
  const left = { followed: MAX_FOLLOWED }
  return items.map(item => withReferences(item, { known, left, around: [] }))
}

interface Following {
  readonly known: ReadonlyMap<string, Item>
  readonly left: { followed: number }
  /** The ids of the items around this one. */
  readonly around: readonly string[]
}

function withReferences(value: unknown, following: Following): unknown {
  if (Array.isArray(value)) return value.map(one => withReferences(one, following))
  if (typeof value !== 'object' || value === null) return value
  const id = idOf(value)
  const inside = id === undefined ? following : { ...following, around: [...following.around, id] }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      FOLLOWED.has(name) ? followed(member, inside) : withReferences(member, inside),
    ]),
  )
}

function followed(member: unknown, following: Following): unknown {
  if (Array.isArray(member)) return member.map(one => followed(one, following))
  const { known, left, around } = following
  const id = idOf(member)
  if (id === undefined || !isReference(member as Item)) return withReferences(member, following)
  const item = known.get(id)
  if (!item || around.includes(id) || left.followed-- <= 0) return member
  return withReferences(item, following)
}

function idOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null ? (value as Item)['@id'] : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Nothing but an id, or an id and a type. */
function isReference(item: Item): boolean {
  return Object.keys(item).every(name => name === '@id' || name === '@type')
}

/** Of two items with one id, the one with more members is the description. */
function isRicher(known: Item | undefined, other: Item): boolean {
  return known !== undefined && Object.keys(known).length >= Object.keys(other).length
}
