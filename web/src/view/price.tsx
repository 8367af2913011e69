// Price, availability and rating as small badges.
import type { ItemSummary } from '../shape/item-summary.ts'
import { useMoneyText } from './currency.ts'

export function Price({ facts: { price, priceKind, priceMax, previousPrice } }: { facts: ItemSummary }) {
  const text = useMoneyText()
  if (!price) return null
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
          {text({ ...previousPrice, currency: previousPrice.currency ?? price.currency })}
        </s>
      )}
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
