// Checks that a price in US dollars equals the same price in US cents, because the site states both.
import { asLooseInteger, at, mustAgree } from '#kit'

/** `price` is `{currency, amount, amountUsdCents}`; `others` are further values of the same price in cents. */
export function checkDollarPrice(price: unknown, field: string, ...others: readonly unknown[]): void {
  if (at(price, 'currency') !== 'USD') return
  const cents = asLooseInteger(at(price, 'amountUsdCents'))
  for (const stated of [at(price, 'amount'), ...others]) mustAgree(asLooseInteger(stated), cents, field)
}
