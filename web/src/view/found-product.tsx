// The product that was found: picture, name, price and the codes by which shops know it.
import {
  cheapestNew,
  codeOf,
  type GeneralProduct,
  moneyText,
  type Offer,
  type Offers,
} from '../model/general.ts'
import { availabilityState } from '../shape/availability.ts'
import { humanise } from '../shape/humanise.ts'
import { Picture } from './picture.tsx'

const SIGN = { yes: 'good', no: 'bad', unclear: '' }

export function FoundProduct({ product }: { product: GeneralProduct }) {
  const [price, max, before] = [product.price, product.price_max, product.list_price].map(moneyText)
  const { rating, availability } = product
  return (
    <article class="card found">
      <Picture url={product.images[0]} alt={product.name} />
      <div>
        <p class="hint">{[product.brand, product.site].filter(Boolean).join(' · ')}</p>
        <h2>{product.name}</h2>
        <p class="found-price">
          {price ? (
            <strong class="price">{max ? `${price} to ${max}` : price}</strong>
          ) : (
            <span class="hint">The shop states no price.</span>
          )}
          {price && before && (
            <s class="hint">
              <span class="quiet">before: </span>
              {before}
            </s>
          )}
          {availability && (
            <span class={`tag ${SIGN[availabilityState(availability)]}`}>{humanise(availability)}</span>
          )}
          {rating && (
            <span class="hint">
              Rated {rating.value}
              {rating.scale === null ? '' : ` of ${rating.scale}`}
              {rating.count === null ? '' : ` (${rating.count})`}
            </span>
          )}
        </p>
        <dl class="found-facts">
          {facts(product).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p class="links">
          <a href={product.url} rel="noreferrer">
            Shop page
          </a>
          <a href={`/watches#add=${encodeURIComponent(product.url)}`}>Watch this product</a>
        </p>
        {codeOf(product) === undefined && (
          <p class="hint">
            The shop states no style code, MPN or GTIN, so offers of other shops cannot be matched.
          </p>
        )}
      </div>
    </article>
  )
}

function facts(product: GeneralProduct): [string, string][] {
  const { mpn, gtin, sku, color, condition, seller, variants } = product
  const all: [string, string | null | undefined][] = [
    ['MPN', mpn],
    ['GTIN', gtin],
    ['SKU', sku],
    ['Colour', color],
    ['Condition', condition && humanise(condition)],
    ['Seller', seller?.name],
    ['Variants', variants.length > 0 ? String(variants.length) : undefined],
  ]
  return all.filter((one): one is [string, string] => Boolean(one[1]))
}

/** The product as the shops that sell it describe it. */
export function FoundArticle({ offers: { code, product, sites, offers } }: { offers: Offers }) {
  if (!product) {
    // Where nobody answered, nobody said that it is not sold.
    const hasAnswer = sites.some(one => one.outcome === 'ok')
    return (
      <p class="empty">
        {hasAnswer
          ? `No shop that answered sells a product with the code ${code}.`
          : `No shop answered, so there is no result for the code ${code}. Try again.`}
      </p>
    )
  }
  const codes = [product.mpn, product.gtin, product.color].filter(Boolean)
  const cheapest = cheapestNew(offers)
  return (
    <article class="card found">
      <Picture url={product.image ?? undefined} alt={product.name} />
      <div>
        <p class="hint">{product.brand ?? ''}</p>
        <h2>{product.name}</h2>
        <p class="hint">{codes.join(' · ')}</p>
        <p class="found-price">{cheapest && <CheapestNew offer={cheapest} />}</p>
        <p class="links">
          <a href={product.url} rel="noreferrer">
            Shop page
          </a>
          <a href={`/watches#add=${encodeURIComponent(product.url)}`}>Watch this product</a>
        </p>
      </div>
    </article>
  )
}

function CheapestNew({ offer: { price, site, size } }: { offer: Offer }) {
  return (
    <>
      <strong class="price">{moneyText(price)}</strong>
      <span class="hint">
        cheapest new at {site}
        {size === null ? '' : `, size ${size}`}
      </span>
    </>
  )
}
