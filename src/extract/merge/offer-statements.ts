// What the answer, a document and the page say about price and stock, in the form in which they are compared.
import type { Availability } from '#reader/values/offers'
import type { GeneralProduct } from '#kit/product/general-product'
import type { Money } from '#reader/values/money'
import type { ExtractedVariant } from '#kit/product/reading'
import { isPresent, type SourcedFields } from './read-witness.ts'
import type { AnsweredOffer, OfferClaim } from './find-disputes.ts'

/** The answer, as the sources are compared with it. */
export function offerOf(
  { price, price_max, list_price, other_prices, availability }: Readonly<Record<string, unknown>>,
  currency: string | undefined,
  chosen: string | undefined,
  variants: readonly ExtractedVariant[],
): AnsweredOffer {
  const amountOf = (value: unknown) => (isPresent(value) ? (value as Money).amount : undefined)
  const others = (other_prices ?? []) as GeneralProduct['other_prices']
  return {
    currency,
    price: chosen ?? amountOf(price),
    amounts: [amountOf(price_max)],
    others: [
      amountOf(list_price),
      ...others.map(one => one.price?.amount),
      ...variants.map(one => one.list_price),
    ],
    availability: (availability ?? undefined) as Availability | undefined,
    variants,
  }
}

export function statementOf({ price, currency, availability, variants }: SourcedFields): OfferClaim[] {
  const from = (price ?? currency ?? availability ?? variants)?.from
  if (!from) return []
  return [
    {
      from,
      amounts: price ? [price.value] : [],
      currencies: currency ? [currency.value] : [],
      availabilities: availability ? [availability.value] : [],
      variants: variants?.value,
    },
  ]
}

/** What the page states, and what contradicts it within the page. Words about stock are too often about something else. */
export function claimsOfPage(page: GeneralProduct | undefined, code: string | undefined): OfferClaim[] {
  if (!page) return []
  const { price, availability, sources = {} } = page
  const none = { amounts: [], currencies: [], availabilities: [] }
  const ofStock = sources.availability?.from ?? 'page'
  const isComparable = code === undefined || price === null || price.currency === code
  return [
    ...(price
      ? [
          {
            ...none,
            from: sources.price?.from ?? 'page',
            amounts: [price.amount],
            currencies: [price.currency],
          },
        ]
      : []),
    ...(availability && ofStock !== 'page'
      ? [{ ...none, from: ofStock, availabilities: [availability] }]
      : []),
    ...(isComparable ? page.disputed : []).map(({ field, value, from }) => ({
      from,
      amounts: field === 'price' ? [value] : [],
      currencies: field === 'currency' ? [value] : [],
      availabilities: field === 'availability' ? [value as Availability] : [],
    })),
  ]
}
