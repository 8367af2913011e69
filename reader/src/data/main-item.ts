// Which of several JSON-LD objects of a type describes the page: others describe other products, and the first can be a stub.
import { mostComplete } from './embedded.ts'

type Item = Readonly<Record<string, unknown>>

/** The fullest of the objects that describe the page at `url`; undefined when there are none. */
export function mainItem<T extends Item>(items: readonly T[], url: string): T | undefined {
  return items.length < 2 ? items[0] : mostComplete(ownItems(items, url))
}

/** Matched by URL and id; if none match, those with the same name as the first. */
function ownItems<T extends Item>(items: readonly T[], url: string): readonly T[] {
  const own = items.filter(item => pointsTo(item, url))
  const names = new Set((own.length > 0 ? own : items.slice(0, 1)).map(nameOf))
  return items.filter(item => {
    if (own.includes(item)) return true
    const mayBeOwn = own.length === 0 || addressesOf(item).length === 0
    return mayBeOwn && (names.has(nameOf(item)) || names.has(undefined))
  })
}

function pointsTo(item: Item, url: string): boolean {
  const page = URL.parse(url)
  if (!page) return false
  const address = (page.pathname + page.search).toLowerCase()
  return (
    addressesOf(item).some(one => URL.parse(one, url)?.pathname === page.pathname) ||
    idsOf(item).some(id => address.includes(id))
  )
}

function addressesOf(item: Item): string[] {
  const offers: unknown[] = Array.isArray(item.offers) ? item.offers : [item.offers]
  return [item, ...offers].flatMap(one => textsAt(one, ['url', '@id', 'mainEntityOfPage']))
}

/** Shorter ids occur in any URL by chance. */
const ID_MIN_LENGTH = 5

function idsOf(item: Item): string[] {
  return textsAt(item, ['sku', 'productID', 'productGroupID'])
    .map(id => id.trim().toLowerCase())
    .filter(id => id.length >= ID_MIN_LENGTH)
}

function nameOf(item: Item): string | undefined {
  const [name] = textsAt(item, ['name'])
  return name?.trim().toLowerCase()
}

function textsAt(value: unknown, names: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return []
  return names.flatMap(name => {
    const member = (value as Item)[name]
    if (typeof member === 'string' && member.trim() !== '') return [member]
    return typeof member === 'number' ? [String(member)] : []
  })
}
