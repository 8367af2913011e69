// Reads what the feed and the older pages have in common: picture cards, sizes, texts.
import {
  asList,
  asObject,
  asText,
  asTrimmed,
  asLooseText,
  valueAt,
  cleanText,
  htmlToText,
  type JsonObject,
  mustBeInUnitsOf,
  unique,
} from '#kit'
import type { SportswearProduct } from './product.schema.ts'

type Card = NonNullable<SportswearProduct['content_images']>[number]

/** Gallery cards are nested in carousels. Single cards between carousels belong to the story, not to the gallery. */
export function cardsOf(nodes: unknown): readonly Card[] | undefined {
  return asList(nodes, asObject)?.flatMap(node => {
    const cards = asList(node?.nodes, asObject)
    if (cards) return cards.filter(card => card?.subType !== 'text').map(readCard)
    // A carousel without a list has lost its cards, and so has an unreadable node.
    return node === undefined || node.subType === 'carousel' ? [undefined] : []
  })
}

function readCard(card: JsonObject | undefined): Card {
  if (!card) return undefined
  const { properties } = card
  return {
    card_type: asText(card.subType),
    properties: asObject(properties) && {
      alt_text: asText(valueAt(properties, 'altText')),
      portrait: readPicture(valueAt(properties, 'portrait')),
      squarish: readPicture(valueAt(properties, 'squarish')),
    },
  }
}

/** One URL per picture of the gallery: the square one, or the portrait. */
export function cardImages(nodes: unknown): string[] {
  return unique(
    cardsOf(nodes)?.map(card => card?.properties?.squarish?.url ?? card?.properties?.portrait?.url),
  )
}

/** A missing picture has an empty id and no URL. */
function readPicture(picture: unknown) {
  const id = asTrimmed(valueAt(picture, 'id'))
  const url = asTrimmed(valueAt(picture, 'url'))
  return id === undefined && url === undefined ? undefined : { id, url, aspect_ratio: undefined }
}

/** The size has a key that starts with the brand's name: `<brand>Size`. */
export function sizeLabel(sku: unknown): string | undefined {
  const [, label] =
    Object.entries(asObject(sku) ?? {}).find(([name]) => /^(?!localized)[a-z]+Size$/.test(name)) ?? []
  return asLooseText(label)
}

/** "UK 5.5": the prefix is missing in the home market. */
export function localSize(prefix: unknown, label: unknown): string {
  return [prefix, label].map(asTrimmed).filter(Boolean).join(' ')
}

/** In whole per cent, as on the page. */
export function discount(current: number | undefined, full: number | undefined): number | undefined {
  mustBeInUnitsOf(current, full, '/prices/current_price')
  if (current === undefined || !full) return undefined
  return Math.round(((full - current) / full) * 100)
}

/** Titles may contain no-break spaces and entities. */
export function plainLine(value: unknown): string | undefined {
  return cleanText(asText(value))
}

/** Descriptions are HTML. */
export function plainText(value: unknown): string | undefined {
  return htmlToText(asText(value))
}
