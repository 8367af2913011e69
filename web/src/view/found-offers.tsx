// The offers of one article as a table, and how every shop that was asked has answered.
import { groupOffers, moneyText, type OfferGroup, type Offers, type SiteOutcome } from '../model/general.ts'
import { humanise } from '../shape/humanise.ts'

/** More than a person reads; the table in CSV has all. */
const ROWS_MAX = 60

export function OffersTable({ offers }: { offers: Offers }) {
  const groups = groupOffers(offers.offers)
  const shown = groups.slice(0, ROWS_MAX)
  const left = groups.length - shown.length
  return (
    <>
      {shown.length > 0 && (
        <div class="scroll" role="region" aria-label="Offers" tabIndex={0}>
          <table class="offers">
            <thead>
              <tr>
                <th scope="col" class="number">
                  Price
                </th>
                <th scope="col">Site</th>
                <th scope="col">Sizes</th>
                <th scope="col">Condition</th>
                <th scope="col">Seller</th>
                <th scope="col">Offer</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((group, place) => (
                <OfferRow key={place} group={group} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {left > 0 && <p class="hint">{left} more; the CSV has all of them.</p>}
      <SiteOutcomes sites={offers.sites} nothing="Not sold at" />
    </>
  )
}

const SIZES_MAX = 4

function OfferRow({ group: { offer, sizes } }: { group: OfferGroup }) {
  const more = sizes.length - SIZES_MAX
  return (
    <tr>
      <td class="number">{moneyText(offer.price) ?? <span class="hint">not named</span>}</td>
      <td>{offer.site}</td>
      <td title={sizes.join(', ')}>
        {sizes.slice(0, SIZES_MAX).join(', ')}
        {more > 0 && <span class="hint"> and {more} more</span>}
      </td>
      <td>{offer.condition ? humanise(offer.condition) : ''}</td>
      <td>{offer.seller?.name ?? ''}</td>
      <td>
        <a href={offer.url} rel="noreferrer">
          Open
          <span class="quiet">
            {' '}
            the offer at {offer.site}
            {sizes[0] === undefined ? '' : `, size ${sizes[0]}`}
          </span>
        </a>
      </td>
    </tr>
  )
}

export function SiteOutcomes({ sites, nothing }: { sites: readonly SiteOutcome[]; nothing: string }) {
  const failed = sites.filter(one => one.outcome !== 'ok')
  const empty = sites.filter(one => one.outcome === 'ok' && one.count === 0)
  return (
    <>
      {failed.length > 0 && (
        <p class="failing">
          No answer from{' '}
          {failed.map(({ site, outcome }, place) => (
            <span key={site}>
              {place > 0 && ', '}
              <strong>{site}</strong> (<a href={`/errors#${outcome}`}>{outcome}</a>)
            </span>
          ))}
          .
        </p>
      )}
      {empty.length > 0 && (
        <p class="hint nothing">
          {nothing} {empty.map(one => one.site).join(', ')}.
        </p>
      )}
    </>
  )
}
