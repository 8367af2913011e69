// The site states a price in the buyer's currency and in US cents: of a price in dollars both must say the same.
import { asLooseInteger, at, Fault, isOffByTens } from '#kit'

/** `price` is `{currency, amount, amountUsdCents}`; `others` are further statements of the same price in cents. */
export function checkDollarPrice(price: unknown, field: string, ...others: readonly unknown[]): void {
  if (at(price, 'currency') !== 'USD') return
  const cents = asLooseInteger(at(price, 'amountUsdCents'))
  for (const stated of [at(price, 'amount'), ...others].map(asLooseInteger)) {
    if (!cents || !stated || !isOffByTens(stated, cents)) continue
    throw new Fault('upstream_changed', `${field} is ${stated}, and in US cents ${cents}`, { field })
  }
}
