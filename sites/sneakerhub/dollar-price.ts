// The site states a price in the buyer's currency and in US cents: of a price in dollars both must say the same.
import { asLooseInteger, at, mustAgree } from '#kit'

/** `price` is `{currency, amount, amountUsdCents}`; `others` are further statements of the same price in cents. */
export function checkDollarPrice(price: unknown, field: string, ...others: readonly unknown[]): void {
  if (at(price, 'currency') !== 'USD') return
  const cents = asLooseInteger(at(price, 'amountUsdCents'))
  for (const stated of [at(price, 'amount'), ...others]) mustAgree(asLooseInteger(stated), cents, field)
}
