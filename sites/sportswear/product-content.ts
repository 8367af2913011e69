// What the feed and the older pages write alike: picture cards, sizes, texts.
import {
  asList,
  asObject,
  asText,
  asTrimmed,
  asLooseText,
  at,
  cleanText,
  htmlToText,
  type JsonObject,
} from '#kit'
import type { SportswearProduct } from './product.schema.ts'

type Card = NonNullable<SportswearProduct['content_images']>[number]

/** Cards are nested two levels deep, in carousels; single cards between those belong to the story, not to the gallery. */
export function cardsOf(nodes: unknown): readonly Card[] | undefined {
  return asList(nodes, asObject)?.flatMap(node => {
    const cards = asList(node?.nodes, asObject)
    if (cards) return cards.filter(card => card?.subType !== 'text').map(readCard)
    // A carousel without a list has lost its cards; so has a node that cannot be read.
    return node === undefined || node.subType === 'carousel' ? [undefined] : []
  })
}

function readCard(card: JsonObject | undefined): Card {
  if (!card) return undefined
  const { properties } = card
  return {
    card_type: asText(card.subType),
    properties: asObject(properties) && {
      alt_text: asText(at(properties, 'altText')),
      portrait: readPicture(at(properties, 'portrait')),
      squarish: readPicture(at(properties, 'squarish')),
    },
  }
}

/** A picture that does not exist has an empty id and no address. */
function readPicture(picture: unknown) {
  const id = asTrimmed(at(picture, 'id'))
  const url = asTrimmed(at(picture, 'url'))
  return id === undefined && url === undefined ? undefined : { id, url, aspect_ratio: undefined }
}

/** The size stands under a name that begins with the brand's: `<brand>Size`. */
export function sizeLabel(sku: unknown): string | undefined {
  const [, label] =
    Object.entries(asObject(sku) ?? {}).find(([name]) => /^(?!localized)[a-z]+Size$/.test(name)) ?? []
  return asLooseText(label)
}

/** In whole per cent, as the page writes it. */
export function discount(current: number | undefined, full: number | undefined): number | undefined {
  if (current === undefined || !full) return undefined
  return Math.round(((full - current) / full) * 100)
}

/** Titles may hold no-break spaces and entities. */
export function plainLine(value: unknown): string | undefined {
  return cleanText(asText(value))
}

/** Descriptions are HTML. */
export function plainText(value: unknown): string | undefined {
  const html = asText(value)
  return html === undefined ? undefined : htmlToText(html)
}
