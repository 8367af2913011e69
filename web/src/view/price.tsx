// Price, availability and rating as small signs.
import type { ItemSummary } from '../shape/item-summary.ts'
import { formatMoney } from '../shape/money.ts'

export function Price({ facts: { price, priceKind, priceMax, previousPrice } }: { facts: ItemSummary }) {
  if (!price) return null
  return (
    <>
      {priceKind && <span class="hint">{priceKind}</span>}
      <strong class="price">
        {formatMoney(price)}
        {priceMax && ` – ${formatMoney(priceMax)}`}
      </strong>
      {previousPrice && (
        <s class="hint">
          <span class="quiet">before: </span>
          {formatMoney({ ...previousPrice, currency: previousPrice.currency ?? price.currency })}
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
