// Reads title, style id and traits from pages, GraphQL responses and old index hits.
import { asList, asObject, asText, asTrimmed, valueAt, cleanText } from '#kit'

/**
 * Never reads `name`, which in lists is only the second half. Null if the site gives null for the whole title; a null second
 * half just means that there is none.
 */
export function titleOf(product: unknown): string | null | undefined {
  const [title, first, second] = ['title', 'primaryTitle', 'secondaryTitle'].map(key => valueAt(product, key))
  const whole = cleanText(asText(title))
  if (whole !== undefined) return whole
  if (typeof first === 'string' && (typeof second === 'string' || second === null))
    return cleanText(`${first} ${second ?? ''}`)
  return title === null && (first ?? null) === null ? null : undefined
}

/** "" if the site states that there is none, as for most clothes. */
export function styleOf(product: unknown): string | undefined {
  const styleId = valueAt(product, 'styleId')
  return asTrimmed(styleId) ?? traitOf(product, 'style') ?? asText(styleId)
}

/** Trait names in the languages of the site's pages. */
const TRAIT_NAMES = {
  style: /^(?:style|stil|estilo|stile)(?:[\s-]?(?:id|code|number|nummer))?$/i,
  colorway: /^(?:colou?rway|coloris|farbgebung|combinación de colores|combinazione di colori)$/i,
  color: /^(?:colou?r|couleur|farbe|colore?)$/i,
  retailPrice:
    /^(?:retail[\s-]price|prix (?:de )?détail|prix de vente|einzelhandelspreis|precio de venta(?: al público)?|prezzo al dettaglio)$/i,
  releaseDate:
    /^(?:release[\s-]date|date de sortie|release-?datum|erscheinungsdatum|fecha de lanzamiento|data di (?:uscita|rilascio))$/i,
} as const

/** Lists in pages use the name `productTraits`. */
export function traitOf(product: unknown, trait: keyof typeof TRAIT_NAMES): string | undefined {
  const traits = readTraits(valueAt(product, 'traits')) ?? readTraits(valueAt(product, 'productTraits'))
  return traits?.find(one => TRAIT_NAMES[trait].test(one?.name?.trim() ?? ''))?.value
}

/** Traits are a list, or a map by name. */
export function readTraits(traits: unknown) {
  const map = asObject(traits)
  const list = map
    ? Object.entries(map).map(([name, one]) => ({ name, value: valueAt(one, 'value') }))
    : traits
  return asList(
    list,
    trait =>
      asObject(trait) && { name: asText(valueAt(trait, 'name')), value: valueOf(valueAt(trait, 'value')) },
  )
}

/** Old traits are numbers and booleans; the contract requires text. */
function valueOf(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : asText(value)
}

/** The largest picture, or the smallest for a list. */
export function imageOf(media: unknown, size: 'large' | 'small' = 'large'): string | undefined {
  const keys = ['imageUrl', 'smallImageUrl', 'thumbUrl']
  const pictures = keys.map(key => asTrimmed(valueAt(media, key)))
  return size === 'large' ? pictures.find(Boolean) : pictures.findLast(Boolean)
}
