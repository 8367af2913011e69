// The currency of the answer in view, for prices that stand there without one.
import { createContext } from 'preact'
import { useCallback, useContext } from 'preact/hooks'
import { formatMoney, type Money } from '../../shape/money.ts'

export const Currency = createContext<string | undefined>(undefined)

/** Writes a price with its currency; of one that nobody knows, it says so. */
export function useMoneyText(): (money: Money) => string {
  const fallback = useContext(Currency)
  return useCallback(
    money => {
      const currency = money.currency ?? fallback
      const text = formatMoney({ ...money, currency })
      return currency === undefined ? `${text} (currency not stated)` : text
    },
    [fallback],
  )
}
