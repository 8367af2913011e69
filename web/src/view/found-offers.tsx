// The offers of one article as a table that can be sorted, and the outcome of every shop that was searched.
import { useMemo, useState } from 'preact/hooks'
import { groupOffers, moneyText, type OfferGroup, type Offers, type SiteOutcome } from '../model/general.ts'
import { humanise } from '../shape/humanise.ts'
import { type Order, orderRows } from '../shape/order-rows.ts'
import type { Cell, Column } from '../shape/table.ts'
import { CellView, isNumeric, useCellText } from './cell-view.tsx'
import { SortableHead } from './sortable-head.tsx'

/** More than a person reads; the table in CSV has all. */
const ROWS_MAX = 60
const SIZES_MAX = 4

export function OffersTable({ offers }: { offers: Offers }) {
  const groups = useMemo(() => groupOffers(offers.offers), [offers])
  const columns = useMemo(() => offerColumns(groups), [groups])
  const [order, setOrder] = useState<Order>()
  const cellText = useCellText()
  const rows = orderRows(columns, groups.length, { words: '', order }, cellText)
  const left = rows.length - ROWS_MAX
  return (
    <>
      {rows.length > 0 && (
        <div class="scroll" role="region" aria-label="Offers" tabIndex={0}>
          <table class="offers">
            <SortableHead columns={columns} order={order} onSort={setOrder} />
            <tbody>
              {rows.slice(0, ROWS_MAX).map(row => (
                <tr key={row}>
                  {columns.map(column => (
                    <td key={column.path} class={isNumeric(column) ? 'number' : ''}>
                      <OfferCell column={column} row={row} group={groups[row]} />
                    </td>
                  ))}
                </tr>
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

/** Columns in which no offer has a value are left out. */
function offerColumns(groups: readonly OfferGroup[]): readonly Column[] {
  const column = (path: string, title: string, cellOf: (group: OfferGroup) => Cell | null | undefined) => ({
    path,
    title,
    cells: groups.map(group => cellOf(group) ?? undefined),
  })
  return [
    column(
      'price',
      'Price',
      ({ offer: { price } }) => price && { amount: Number(price.amount), currency: price.currency },
    ),
    column('site', 'Shop', ({ offer }) => offer.site),
    column('size', 'Sizes', ({ sizes }) => sizes.join(', ') || undefined),
    column('condition', 'Condition', ({ offer }) => offer.condition && humanise(offer.condition)),
    column('seller', 'Seller', ({ offer }) => offer.seller?.name),
  ].filter(({ cells }) => cells.some(cell => cell !== undefined))
}

function OfferCell({ column, row, group }: { column: Column; row: number; group: OfferGroup | undefined }) {
  // The currency in full: `$` may be one of several here.
  if (column.path === 'price' && group) return <>{moneyText(group.offer.price) ?? <NoPrice />}</>
  if (column.path === 'site' && group) return <OfferLink group={group} />
  if (column.path === 'size' && group && group.sizes.length > SIZES_MAX) return <ManySizes group={group} />
  return <CellView cell={column.cells[row]} column={column} row={row} />
}

function NoPrice() {
  return <span class="hint">not stated</span>
}

function OfferLink({ group: { offer, sizes } }: { group: OfferGroup }) {
  return (
    <a href={offer.url} rel="noreferrer">
      {offer.site}
      {sizes[0] !== undefined && <span class="quiet">, size {sizes[0]}</span>}
    </a>
  )
}

function ManySizes({ group: { sizes } }: { group: OfferGroup }) {
  return (
    <span title={sizes.join(', ')}>
      {sizes.slice(0, SIZES_MAX).join(', ')}
      <span class="hint"> and {sizes.length - SIZES_MAX} more</span>
    </span>
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
