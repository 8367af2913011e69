// Converts a product of the script route (`.js`) to the format of the JSON route.
import { asList, asObject, asText, asLooseInteger, type JsonObject } from '#kit'

/** Undefined when `body` is not such a product. Prices are in hundredths, in any currency. */
export function fromScriptRoute(body: unknown): JsonObject | undefined {
  const source = asObject(body)
  if (!source || !('variants' in source)) return undefined
  const images = imagesOf(source)
  return {
    ...source,
    body_html: source.description,
    product_type: source.type,
    variants: asList(source.variants, variantOf),
    images,
    image: images?.[0],
  }
}

function variantOf(variant: unknown, index: number): JsonObject | undefined {
  const given = asObject(variant)
  return (
    given && {
      ...given,
      position: index + 1,
      price: inUnits(given.price),
      compare_at_price: given.compare_at_price === null ? null : inUnits(given.compare_at_price),
      // This route has the weight in grams, without a unit.
      grams: given.weight,
      weight: undefined,
    }
  )
}

function inUnits(hundredths: unknown): string | undefined {
  const amount = asLooseInteger(hundredths)
  return amount === undefined ? undefined : (amount / 100).toFixed(2)
}

/** Media have more fields than the list of URLs, which may lack a scheme. */
function imagesOf(source: JsonObject): readonly (JsonObject | undefined)[] | undefined {
  const media = asList(source.media, asObject)?.filter(one => isPicture(one?.media_type))
  if (media?.length) return media.map(pictureOf)
  return asList(source.images, (address, index) => ({ position: index + 1, src: withScheme(address) }))
}

/** A medium of unknown kind may be a picture: it counts as a missing one. */
function isPicture(kind: unknown): boolean {
  return typeof kind !== 'string' || kind === 'image'
}

function pictureOf(medium: JsonObject | undefined): JsonObject | undefined {
  if (medium?.media_type !== 'image') return undefined
  const { id, alt, position, width, height } = medium
  return { id, alt, position, width, height, src: withScheme(medium.src) }
}

function withScheme(address: unknown): string | undefined {
  return asText(address)?.replace(/^\/\//, 'https://')
}
