// Price, availability and rating as small signs.
import type { Facts } from '../shape/facts.ts'
import { formatMoney } from '../shape/money.ts'

export function Price({ facts: { price, priceKind, priceTo, before } }: { facts: Facts }) {
  if (!price) return null
  return (
    <>
      {priceKind && <span class="hint">{priceKind}</span>}
      <strong class="price">
        {formatMoney(price)}
        {priceTo && ` – ${formatMoney(priceTo)}`}
      </strong>
      {before && (
        <s class="hint">
          <span class="quiet">before: </span>
          {formatMoney({ ...before, currency: before.currency ?? price.currency })}
        </s>
      )}
    </>
  )
}

const SIGN = { yes: 'good', no: 'bad', unclear: '' }

export function Availability({ facts: { availability } }: { facts: Facts }) {
  return availability ? <span class={`tag ${SIGN[availability.state]}`}>{availability.text}</span> : null
}

export function Rating({ facts: { rating } }: { facts: Facts }) {
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
