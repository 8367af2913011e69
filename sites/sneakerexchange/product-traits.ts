// What the site calls a product, in pages, GraphQL answers and old index hits alike: title, style id, traits.
import { asList, asObject, asText, asTrimmed, at } from '#kit'

/** Never `name`, which in lists is the second half only. */
export function titleOf(product: unknown): string | undefined {
  const [first, second] = [asText(at(product, 'primaryTitle')), asText(at(product, 'secondaryTitle'))]
  const halves = first === undefined || second === undefined ? undefined : `${first} ${second}`.trim()
  return asTrimmed(at(product, 'title')) ?? halves
}

/** "" where the site itself says that there is none, as for most clothes. */
export function styleOf(product: unknown): string | undefined {
  const styleId = at(product, 'styleId')
  return asTrimmed(styleId) ?? traitOf(product, 'Style') ?? asText(styleId)
}

/** Lists of pages call them `productTraits`. */
export function traitOf(product: unknown, name: string): string | undefined {
  const traits = readTraits(at(product, 'traits')) ?? readTraits(at(product, 'productTraits'))
  return traits?.find(trait => trait?.name === name)?.value
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
