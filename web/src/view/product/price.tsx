// Price, availability and rating as small badges.
import { useContext } from 'preact/hooks'
import type { ItemSummary } from '../../shape/item-summary.ts'
import { formatMoney, type Money } from '../../shape/money.ts'
import { Currency } from './currency.ts'

export function Price({ facts: { price, priceKind, priceMax, previousPrice } }: { facts: ItemSummary }) {
  const fallback = useContext(Currency)
  if (!price) return null
  const currency = price.currency ?? fallback
  const text = (money: Money) => formatMoney({ ...money, currency: money.currency ?? currency })
  return (
    <>
      {priceKind && <span class="hint">{priceKind}</span>}
      <strong class="price">
        {text(price)}
        {priceMax && ` – ${text(priceMax)}`}
      </strong>
      {previousPrice && (
        <s class="hint">
          <span class="quiet">before: </span>
          {text(previousPrice)}
        </s>
      )}
      {currency === undefined && <span class="hint">currency not stated</span>}
    </>
  )
}

const SIGN = { yes: 'good', no: 'bad', unclear: '' }

export function Availability({ facts: { availability } }: { facts: ItemSummary }) {
  return availability ? <span class={`tag ${SIGN[availability.state]}`}>{availability.text}</span> : null
}

export function Rating({ facts: { rating } }: { facts: ItemSummary }) {
  if (!rating) return null
  return (
    <span class="hint">
      <span aria-hidden="true">★ </span>
      <span class="quiet">rated </span>
      {rating.value}
      {rating.count === undefined ? '' : ` (${rating.count})`}
    </span>
  )
}
