// The product that was found: pictures, name, prices, stock, codes and description.
import { codeOf, type GeneralProduct, moneyText, type Offer, type Offers } from '../../model/general.ts'
import type { CallResult } from '../../model/make-call.ts'
import { fromNow, timeText } from '../../shape/time-text.ts'
import { humanise } from '../../shape/humanise.ts'
import { cheapestNew } from '../../shape/offer-list.ts'
import { Disputes, NoPrice } from './found-sources.tsx'
import { Stock } from './found-variants.tsx'
import { Picture } from '../product/picture.tsx'
import { ShopKind } from './shop-kind.tsx'
import { Button } from '../control/button.tsx'
import { useState } from 'preact/hooks'

/** Texts longer than this may have to be scrolled, in the narrow column of the explorer. */
const LONG_TEXT = 200

interface Props {
  readonly product: GeneralProduct
  /** Whether it is being read again now. */
  readonly isReading: boolean
  /** Why reading it again failed, or would: the product is an old one. */
  readonly failure: string | undefined
  readonly onReadAgain: () => void
  /** To ask why there is no price. */
  readonly answer?: CallResult | undefined
  readonly accessKey?: string
}

export function FoundProduct(props: Props) {
  const { product, isReading, failure, onReadAgain } = props
  const { description, attributes } = product
  return (
    <article class="card found">
      <Gallery pictures={product.images} title={product.name} />
      <div class="words">
        <p class="hint">
          {[product.brand, product.site].filter(Boolean).join(' · ')} <ShopKind name={product.site} />
        </p>
        <h2>{product.name}</h2>
        <ReadTime at={product.fetched_at} isReading={isReading} failure={failure} onReadAgain={onReadAgain} />
        <Prices {...props} />
        <Disputes disputed={product.disputed} />
        <Facts facts={facts(product)} />
        {description && (
          <p class="description" tabIndex={description.length > LONG_TEXT ? 0 : undefined}>
            {description}
          </p>
        )}
        {attributes.length > 0 && (
          <details class="more">
            <summary>{attributes.length === 1 ? '1 property' : `${attributes.length} properties`}</summary>
            <Facts facts={attributes.map(({ name, value }) => [humanise(name), value])} />
          </details>
        )}
        <p class="spaced">
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

interface ReadTimeProps extends Omit<Props, 'product' | 'answer' | 'accessKey'> {
  readonly at: string
}

/** How old the product is. One that could not be read again says so, because its price may be wrong by now. */
function ReadTime({ at, isReading, failure, onReadAgain }: ReadTimeProps) {
  return (
    <p class={failure ? 'line failing' : 'line hint'}>
      <time dateTime={at} title={timeText(at)}>
        Read {fromNow(at, Math.max(Date.now(), Date.parse(at)))}
        {failure && `, before the shop failed (${failure}). Prices and stock may have changed.`}
      </time>
      <Button look="small" disabled={isReading} onClick={onReadAgain}>
        {isReading ? 'Reading…' : 'Read again'}
      </Button>
    </p>
  )
}

function Prices({ product, answer, accessKey = '' }: Props) {
  const [price, max, before] = [product.price, product.price_max, product.list_price].map(moneyText)
  const { rating, availability, other_prices } = product
  return (
    <>
      <p class="line big">
        {price ? (
          <strong class="price">{max ? `${price} to ${max}` : price}</strong>
        ) : (
          <NoPrice sources={product.sources} url={product.url} answer={answer} accessKey={accessKey} />
        )}
        {price && before && (
          <s class="hint">
            <span class="quiet">before: </span>
            {before}
          </s>
        )}
        {availability === null ? (
          <span class="hint">stock not stated</span>
        ) : (
          <Stock availability={availability} />
        )}
        {rating && (
          <span class="hint">
            Rated {rating.value}
            {rating.scale === null ? '' : ` of ${rating.scale}`}
            {rating.count === null ? '' : ` (${rating.count})`}
          </span>
        )}
      </p>
      {other_prices.length > 0 && (
        <ul>
          {other_prices.map(({ kind, price: other, text }, place) => (
            <li key={place}>
              {OTHER_PRICES[kind] ?? humanise(kind)}: <strong>{moneyText(other) ?? 'not stated'}</strong>
              {text && text.toLowerCase() !== kind && <span class="hint"> ({text})</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const OTHER_PRICES: Readonly<Record<string, string>> = {
  member: 'For members',
  coupon: 'With a coupon',
  subscription: 'In a subscription',
  instalment: 'Per instalment',
  unit: 'Per unit',
  without_tax: 'Without tax',
  trade_in: 'With a trade-in',
  used: 'Used',
}

function Facts({ facts: all }: { facts: readonly (readonly [string, string])[] }) {
  if (all.length === 0) return null
  return (
    <dl class="spaced">
      {all.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function facts(product: GeneralProduct): [string, string][] {
  const { mpn, gtin, sku, color, condition, seller, platform } = product
  const all: [string, string | null | undefined][] = [
    ['MPN', mpn],
    ['GTIN', gtin],
    ['SKU', sku],
    ['Colour', color],
    ['Condition', condition && humanise(condition)],
    ['Seller', seller?.name],
    ['Shop software', platform && humanise(platform)],
  ]
  return all.filter((one): one is [string, string] => Boolean(one[1]))
}

interface ArticleProps {
  readonly offers: Offers
  readonly onFind: (text: string) => void
}

/** The product as the shops that sell it describe it. */
export function FoundArticle({ offers: { code, product, sites, offers }, onFind }: ArticleProps) {
  if (!product) {
    // Where nobody answered, nobody said that it is not sold.
    const hasAnswer = sites.some(one => one.outcome === 'ok')
    return (
      <p class="empty">
        {hasAnswer
          ? `No shop that answered sells a product with the code ${code}. Search by the name of the product instead, or paste the URL of its page.`
          : `No shop answered, so there is no result for the code ${code}. Try again.`}
      </p>
    )
  }
  const codes = [product.mpn, product.gtin, product.color].filter(Boolean)
  const cheapest = cheapestNew(offers)
  return (
    <article class="card found">
      <Picture url={product.image ?? undefined} alt={product.name} />
      <div class="words">
        <p class="hint">{product.brand ?? ''}</p>
        <h2>{product.name}</h2>
        <p class="hint">{codes.join(' · ')}</p>
        <p class="line big">{cheapest && <CheapestNew offer={cheapest} />}</p>
        <p class="spaced">
          <button class="link" type="button" onClick={() => onFind(product.url)}>
            Variants, description and history
          </button>
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

const THUMBS_MAX = 8

function Gallery({ pictures, title }: { pictures: readonly string[]; title: string }) {
  const [shown, setShown] = useState(0)
  return (
    <div class="gallery">
      <Picture url={pictures[shown] ?? pictures[0]} alt={title} />
      {pictures.length > 1 && (
        <div class="thumbs">
          {pictures.slice(0, THUMBS_MAX).map((url, place) => (
            <button
              key={url}
              type="button"
              aria-label={`Picture ${place + 1} of ${pictures.length}`}
              aria-pressed={place === shown}
              onClick={() => setShown(place)}
            >
              <Picture url={url} />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
