// The offers of one article: the cheapest of each shop, then all others; filtered by size and condition.
import { useMemo, useState } from 'preact/hooks'
import { hasFailed, NO_SEARCH } from '../../../../src/answer/failed-sites.ts'
import type { Offers, SiteOutcome } from '../../model/general.ts'
import { humanise } from '../../shape/humanise.ts'
import {
  conditionsOf,
  firstFilter,
  listOffers,
  type OfferFilter,
  type OfferGroup,
  sizesOf,
} from '../../shape/offer-list.ts'
import { type Order, orderRows } from '../../shape/order-rows.ts'
import type { Cell, Column } from '../../shape/table.ts'
import { AlignedMoney } from '../product/aligned-money.tsx'
import { CellView, isNumeric } from '../product/cell-view.tsx'
import { Stock } from './found-variants.tsx'
import { ShopKind } from './shop-kind.tsx'
import { SortableHead } from '../product/sortable-head.tsx'
import { Button } from '../control/button.tsx'
import { Select } from '../control/fields.tsx'
import { TableRegion } from '../control/data-table.tsx'

/** More than a person reads; the table in CSV has all. */
const ROWS_MAX = 60
const SIZES_MAX = 4

export function OffersTable({ offers }: { offers: Offers }) {
  const [filter, setFilter] = useState(() => firstFilter(offers.offers))
  const [all, setAll] = useState(false)
  const list = useMemo(() => listOffers(offers.offers, filter), [offers, filter])
  const groups = useMemo(() => (all ? [...list.cheapest, ...list.others] : list.cheapest), [list, all])
  return (
    <>
      {offers.offers.length > 0 && <Filters offers={offers} filter={filter} onFilter={setFilter} />}
      {groups.length > 0 && <Table groups={groups} />}
      {offers.offers.length > 0 && groups.length === 0 && (
        <p class="empty">
          No offer in this size and condition. Choose another one above: {offers.offers.length} offers in all.
        </p>
      )}
      {!all && list.others.length > 0 && (
        <Button look="small" onClick={() => setAll(true)}>
          Show {list.others.length} more {list.others.length === 1 ? 'price' : 'prices'} of these shops
        </Button>
      )}
      <SiteOutcomes sites={offers.sites} nothing="Not sold at" />
    </>
  )
}

interface FilterProps {
  readonly offers: Offers
  readonly filter: OfferFilter
  readonly onFilter: (filter: OfferFilter) => void
}

function Filters({ offers: { offers }, filter, onFilter }: FilterProps) {
  const sizes = useMemo(() => sizesOf(offers), [offers])
  const conditions = useMemo(() => conditionsOf(offers), [offers])
  return (
    <div class="buttons">
      {sizes.length > 1 && (
        <Select
          label="Size"
          value={filter.size}
          options={[['', 'all sizes'], ...sizes]}
          onChange={size => onFilter({ ...filter, size })}
        />
      )}
      <Select
        label="Condition"
        value={filter.condition}
        options={[...conditions, ['', 'any']]}
        onChange={condition => onFilter({ ...filter, condition })}
      />
      <span class="hint">Cheapest price of each shop. Currencies are not converted.</span>
    </div>
  )
}

function Table({ groups }: { groups: readonly OfferGroup[] }) {
  const columns = useMemo(() => offerColumns(groups), [groups])
  const [order, setOrder] = useState<Order>()
  const rows = orderRows(columns, groups.length, { words: '', order })
  const left = rows.length - ROWS_MAX
  return (
    <>
      <TableRegion label="Table of offers">
        <table class="offers stack">
          <SortableHead columns={columns} order={order} onSort={setOrder} />
          <tbody>
            {rows.slice(0, ROWS_MAX).map(row => (
              <tr key={row}>
                {columns.map(column => (
                  <td key={column.path} class={cellClass(column)} data-label={column.title}>
                    <OfferCell column={column} row={row} group={groups[row]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableRegion>
      {left > 0 && <p class="hint">{left} more; the CSV has all of them.</p>}
    </>
  )
}

function cellClass(column: Column): string {
  if (column.path === 'size') return 'sizes'
  return isNumeric(column) ? 'number' : ''
}

/** Columns in which no offer has a value are left out. */
function offerColumns(groups: readonly OfferGroup[]): readonly Column[] {
  const column = (path: string, title: string, cellOf: (group: OfferGroup) => Cell | null | undefined) => ({
    path,
    title,
    cells: groups.map(group => cellOf(group) ?? undefined),
  })
  return [
    column('price', 'Price', ({ offer }) => offer.price),
    column('site', 'Shop', ({ offer }) => offer.site),
    column('size', 'Sizes', ({ sizes }) => sizes.join(', ') || undefined),
    column('availability', 'Stock', ({ offer }) => offer.availability),
    column('condition', 'Condition', ({ offer }) => offer.condition && humanise(offer.condition)),
    column('seller', 'Seller', ({ offer }) => offer.seller?.name),
  ].filter(({ cells }) => cells.some(cell => cell !== undefined))
}

function OfferCell({ column, row, group }: { column: Column; row: number; group: OfferGroup | undefined }) {
  const cell = column.cells[row]
  // The currency in full: `$` may be one of several here.
  if (column.path === 'price' && group) return <AlignedMoney money={group.offer.price} />
  if (column.path === 'site' && group) return <OfferLink group={group} />
  if (column.path === 'size' && group && group.sizes.length > SIZES_MAX) return <ManySizes group={group} />
  if (column.path === 'availability' && group) return <Stock availability={group.offer.availability} />
  if (cell === undefined) return <span class="hint">not stated</span>
  return <CellView cell={cell} column={column} row={row} />
}

function OfferLink({ group: { offer, sizes } }: { group: OfferGroup }) {
  return (
    <>
      <a href={offer.url} rel="noreferrer">
        {offer.site}
        {sizes[0] !== undefined && <span class="quiet">, size {sizes[0]}</span>}
      </a>
      <ShopKind name={offer.site} />
    </>
  )
}

function ManySizes({ group: { sizes } }: { group: OfferGroup }) {
  return (
    <span title={sizes.join(', ')}>
      {sizes[0]} to {sizes.at(-1)}
      <span class="hint"> ({sizes.length} sizes)</span>
    </span>
  )
}

export function SiteOutcomes({ sites, nothing }: { sites: readonly SiteOutcome[]; nothing: string }) {
  const failed = sites.filter(hasFailed)
  const unasked = sites.filter(one => one.outcome === NO_SEARCH)
  const empty = sites.filter(one => one.outcome === 'ok' && one.count === 0)
  return (
    <>
      {failed.length > 0 && (
        <p class="failing">
          No answer from{' '}
          {failed.map(({ site, outcome }, place) => (
            <span key={site}>
              {place > 0 && ', '}
              <strong>{site}</strong> (<a href={`/problems/${outcome}`}>{outcome}</a>)
            </span>
          ))}
          .
        </p>
      )}
      {empty.length > 0 && (
        <p class="hint">
          {nothing} {empty.map(one => one.site).join(', ')}.
        </p>
      )}
      {unasked.length > 0 && (
        <p class="hint">
          Not asked, because they have no search: {unasked.map(one => one.site).join(', ')}. They may sell it.
        </p>
      )}
    </>
  )
}
