// A price in a column of prices: the decimal points and the currencies stand below each other.
import { type Money, moneyText } from '../../model/general.ts'

export function AlignedMoney({ money }: { money: Money | null }) {
  const [, whole, fraction = '', currency] = /^([\d,]+)(\.\d+)?( .+)$/.exec(moneyText(money) ?? '') ?? []
  if (whole === undefined) return <span class="hint">not stated</span>
  return (
    <span class="money">
      <span>{whole}</span>
      <span>{fraction}</span>
      <span>{currency}</span>
    </span>
  )
}
