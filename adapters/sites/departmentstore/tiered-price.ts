// Reads the tiers of a price: `[PRICE]`, or `Orig. [PRICE]` and `Now [PRICE]`. A tier with two values is a range.
import {
  asList,
  asLooseNumber,
  asTrimmed,
  valueAt,
  highestPrice,
  listPrice,
  lowestPrice,
  type Money,
  money,
} from '#kit'

interface Tier {
  readonly label: string
  readonly values: readonly (Money | undefined)[]
}

/** A tier that not everybody gets is not the price. */
const ON_CONDITION = /\b(?:with|code|coupon|extra|member|card)\b/i

function tiersOf(pricing: unknown): Tier[] {
  return (
    asList(valueAt(pricing, 'price', 'tieredPrice'), tier => ({
      label: asTrimmed(valueAt(tier, 'label')) ?? '',
      // The request names the currency, and the site answers with no other. A 0 means that there is no price.
      values:
        asList(valueAt(tier, 'values'), one =>
          money(asLooseNumber(valueAt(one, 'value')) || undefined, 'USD'),
        ) ?? [],
    })) ?? []
  )
}

const openTiers = (pricing: unknown) => tiersOf(pricing).filter(({ label }) => !ON_CONDITION.test(label))

/** The last tier is what a visitor pays, the first is the price before all reductions. */
export function readTiers(pricing: unknown) {
  const tiers = openTiers(pricing)
  const price = lowestPrice(tiers.at(-1)?.values ?? [])
  return {
    price,
    listPrice: listPrice(lowestPrice(tiers[0]?.values ?? []), price),
    others: tiersOf(pricing)
      .filter(({ label }) => ON_CONDITION.test(label))
      .map(({ label, values }) => ({
        kind: /member|card/i.test(label) ? ('member' as const) : ('coupon' as const),
        price: lowestPrice(values),
        text: label.replace('[PRICE]', '').trim(),
      })),
  }
}

export function highestPrices(pricing: unknown): Money | undefined {
  return highestPrice(openTiers(pricing).at(-1)?.values ?? [])
}
