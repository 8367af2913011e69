// What the site calls a product, in pages, GraphQL answers and old index hits alike: title, style id, traits.
import { asList, asObject, asText, asTrimmed, at, cleanText } from '#kit'

/**
 * Never `name`, which in lists is the second half only. Null where the site itself gives all of a title's forms as null; a
 * second half of null is none.
 */
export function titleOf(product: unknown): string | null | undefined {
  const [title, first, second] = ['title', 'primaryTitle', 'secondaryTitle'].map(key => at(product, key))
  const whole = cleanText(asText(title))
  if (whole !== undefined) return whole
  if (typeof first === 'string' && (typeof second === 'string' || second === null))
    return cleanText(`${first} ${second ?? ''}`)
  return title === null && (first ?? null) === null ? null : undefined
}

/** "" where the site itself says that there is none, as for most clothes. */
export function styleOf(product: unknown): string | undefined {
  const styleId = at(product, 'styleId')
  return asTrimmed(styleId) ?? traitOf(product, 'style') ?? asText(styleId)
}

/** What the site calls a trait, in the languages that its pages have. */
const TRAIT_NAMES = {
  style: /^(?:style|stil|estilo|stile)(?:[\s-]?(?:id|code|number|nummer))?$/i,
  colorway: /^(?:colou?rway|coloris|farbgebung|combinación de colores|combinazione di colori)$/i,
  releaseDate:
    /^(?:release[\s-]date|date de sortie|release-?datum|erscheinungsdatum|fecha de lanzamiento|data di (?:uscita|rilascio))$/i,
} as const

/** Lists of pages call them `productTraits`. */
export function traitOf(product: unknown, trait: keyof typeof TRAIT_NAMES): string | undefined {
  const traits = readTraits(at(product, 'traits')) ?? readTraits(at(product, 'productTraits'))
  return traits?.find(one => TRAIT_NAMES[trait].test(one?.name?.trim() ?? ''))?.value
}

/** A list, or a map by name. */
export function readTraits(traits: unknown) {
  const map = asObject(traits)
  const list = map ? Object.entries(map).map(([name, one]) => ({ name, value: at(one, 'value') })) : traits
  return asList(
    list,
    trait => asObject(trait) && { name: asText(at(trait, 'name')), value: valueOf(at(trait, 'value')) },
  )
}

/** Old ones are numbers and booleans; the contract has texts. */
function valueOf(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : asText(value)
}
