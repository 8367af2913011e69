// Rows of an answer that has no general shape, as they are: a table which can be sorted and filtered.
import { useMemo, useState } from 'preact/hooks'
import type { JsonObject } from '../../model/absent.ts'
import { orderRows, type TableView } from '../../shape/order-rows.ts'
import { relatedRoutes } from '../../model/related-routes.ts'
import type { CallRoute } from '../../model/call-route.ts'
import { humanise } from '../../shape/humanise.ts'
import { buildTable, cellText, type Column } from '../../shape/table.ts'
import type { AnswerProps, NavigateTo } from './answer-props.ts'
import { CellView, isNumeric } from './cell-view.tsx'
import { SortableHead } from './sortable-head.tsx'
import { Button } from '../control/button.tsx'
import { TextField } from '../control/fields.tsx'
import { TableRegion } from '../control/data-table.tsx'
import { RouteLink } from './route-link.tsx'

/** More rows than this are shown when asked for. */
const ROWS_FIRST = 40
/** Fewer rows than this are read at a glance. */
const FILTER_FROM = 8

interface Props extends AnswerProps {
  readonly title: string
  readonly rows: readonly JsonObject[]
}

export function Rows({ rows, title, ...lead }: Props) {
  const table = useMemo(() => buildTable(rows), [rows])
  if (rows.length === 0) return <p class="empty">The list is empty.</p>
  return (
    <section class="card rows">
      <h3>
        {title} <small>{rows.length}</small>
      </h3>
      <RowTable title={title} columns={table.columns} rows={rows} {...lead} />
      {table.constantColumns.length > 0 && <ConstantColumns columns={table.constantColumns} />}
    </section>
  )
}

function RowTable({ title, columns, rows, ...lead }: Props & { readonly columns: readonly Column[] }) {
  const [view, setView] = useState<TableView>({ words: '', order: undefined })
  const [all, setAll] = useState(false)
  const ordered = useMemo(() => orderRows(columns, rows.length, view), [columns, rows, view])
  const routes = useMemo(
    () => rows.map(row => relatedRoutes(row, lead.site, lead.answered.operation)),
    [rows, lead.site, lead.answered],
  )
  const leads = routes.some(one => one.length > 0)
  const shown = ordered.slice(0, all ? ordered.length : ROWS_FIRST)
  return (
    <>
      {rows.length >= FILTER_FROM && (
        <Filter
          words={view.words}
          onWords={words => setView({ ...view, words })}
          said={`${ordered.length} of ${rows.length} rows`}
        />
      )}
      <TableRegion label={`Table: ${title}`}>
        <table>
          <SortableHead
            columns={columns}
            order={view.order}
            onSort={order => setView({ ...view, order })}
            leads={leads}
          />
          <tbody>
            {shown.map(row => (
              <tr key={row}>
                {leads && <Leads routes={routes[row] ?? []} onNavigate={lead.onNavigate} />}
                {columns.map(column => (
                  <td key={column.path} class={isNumeric(column) ? 'number' : ''}>
                    <CellView cell={column.cells[row]} column={column} row={row} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableRegion>
      {ordered.length === 0 && <p class="empty">No row contains these words.</p>}
      {shown.length < ordered.length && (
        <Button onClick={() => setAll(true)}>Show all {ordered.length} rows</Button>
      )}
    </>
  )
}

interface FilterProps {
  readonly words: string
  readonly onWords: (words: string) => void
  readonly said: string
}

function Filter({ words, onWords, said }: FilterProps) {
  return (
    <div class="bar">
      <TextField label="Filter rows" type="search" value={words} onChange={onWords} />
      <span class="hint" role="status">
        {words === '' ? '' : said}
      </span>
    </div>
  )
}

/** The other operations of the site that can look the row up. */
function Leads({ routes, onNavigate }: { routes: readonly CallRoute[]; onNavigate: NavigateTo }) {
  return (
    <td>
      <span class="line">
        {routes.map(route => (
          <RouteLink key={route.operation.id} route={route} onNavigate={onNavigate}>
            {humanise(route.operation.name)}
          </RouteLink>
        ))}
      </span>
    </td>
  )
}

function ConstantColumns({ columns }: { columns: readonly Column[] }) {
  return (
    <p class="hint same">
      Same in every row:{' '}
      {columns.map((column, place) => (
        <span key={column.path}>
          {place > 0 && ', '}
          {column.title.toLowerCase()} <b>{cellText(column.cells[0])}</b>
        </span>
      ))}
      .
    </p>
  )
}
