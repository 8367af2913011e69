// Reads the sizes of a product, each with its own market data or that of the same id in the second response.
import { asList, asObject, asText, asTrimmed, valueAt, sameName, readBySchema } from '#kit'
import { readMarketData } from './market-data.ts'
import { gtins, sizes } from './product.schema.ts'

export function readVariants(variants: unknown, second: unknown) {
  const markets = new Map(
    asList(valueAt(second, 'variants'), one => [valueAt(one, 'id'), valueAt(one, 'market')]),
  )
  return asList(variants, element => {
    const variant = asObject(element)
    return (
      variant && {
        id: asTrimmed(variant.id),
        gtins: readBySchema(gtins, variant.gtins, sameName),
        sizes: readBySchema(sizes, valueAt(variant.sizeChart, 'displayOptions'), sameName),
        market: readMarketData(variant.market, markets.get(variant.id)),
        traits: { size: asText(valueAt(variant.traits, 'size')) },
      }
    )
  })
}
