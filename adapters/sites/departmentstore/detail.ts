// Reads the descriptive part of a product: HTML becomes plain text, and only known flags are kept.
import {
  asLooseNumber,
  asList,
  asObject,
  asText,
  asLooseInteger,
  valueAt,
  htmlToText,
  type JsonObject,
  must,
  sameName,
  readBySchema,
} from '#kit'
import { readFlags } from './flags.ts'
import { type Detail, detail } from './product.schema.ts'

export function readDetail(member: JsonObject, furtherFlags: string | undefined): Detail {
  const source = must(asObject(member.detail), '/detail/name')
  const statistics = valueAt(source, 'reviewStatistics', 'aggregate')
  return {
    ...must(readBySchema(detail, source, sameName), '/detail/name'),
    name: source.name === null ? null : plainLine(source.name),
    description: plainText(source.description),
    secondaryDescription: plainText(source.secondaryDescription),
    seoKeywords: plainLine(source.seoKeywords),
    completeName: plainLine(source.completeName),
    pdfEmailDescription: plainLine(source.pdfEmailDescription),
    bulletText: asList(source.bulletText, plainText),
    reviewStatistics: {
      // The aggregate is missing when nobody has reviewed the product.
      aggregate: {
        count: asLooseInteger(valueAt(statistics, 'count')),
        rating: asLooseNumber(valueAt(statistics, 'rating')),
        productId: asLooseInteger(member.id),
        ratingPercentage: rounded(valueAt(statistics, 'ratingPercentage')),
        ratingsOnlyReviewCount: asLooseInteger(valueAt(statistics, 'ratingsOnlyReviewCount')),
      },
    },
    flags: readFlags(source.flags, furtherFlags),
    paymentProvider: readProvider(source),
  }
}

/** Removes tags and entities, including a tag that is cut off at the end. */
function plainText(value: unknown): string | undefined {
  const html = asText(value)
  return html === undefined ? undefined : htmlToText(html.replace(/<\/?[a-z]{0,10}\s*$/i, ''))
}

function plainLine(value: unknown): string | undefined {
  return plainText(value)?.replaceAll('\n', ' ')
}

/** Some percentages have decimals. */
export function rounded(value: unknown): number | undefined {
  const number = asLooseNumber(value)
  return number === undefined ? undefined : Math.round(number)
}

/** The provider's object and its fields are named after the provider: `<name> {<name>DataClientId, <name>OnsiteJsSdkPath}`. */
function readProvider(source: JsonObject) {
  for (const [name, value] of Object.entries(source)) {
    const clientId = valueAt(value, `${name}DataClientId`)
    const scriptPath = valueAt(value, `${name}OnsiteJsSdkPath`)
    if (clientId !== undefined || scriptPath !== undefined) {
      return { clientId: asText(clientId), scriptPath: asText(scriptPath) }
    }
  }
  return undefined
}
