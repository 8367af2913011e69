// The head of a table: each column is a button that sorts by it.
import { nextOrder, type Order } from '../../shape/order-rows.ts'
import type { Column } from '../../shape/table.ts'
import { isNumeric } from './cell-view.tsx'

interface Props {
  readonly columns: readonly Column[]
  readonly order: Order | undefined
  readonly onSort: (order: Order | undefined) => void
  /** Whether links stand before the columns. */
  readonly leads?: boolean
}

export function SortableHead({ columns, order, onSort, leads = false }: Props) {
  return (
    <thead>
      <tr>
        {leads && <th scope="col">Open</th>}
        {columns.map(column => {
          const sorted =
            order?.by === column.path ? (order.descending ? 'descending' : 'ascending') : undefined
          return (
            <th
              key={column.path}
              scope="col"
              class={isNumeric(column) ? 'number' : ''}
              aria-sort={sorted}
              title={column.path}
            >
              <button class="sort" type="button" onClick={() => onSort(nextOrder(order, column.path))}>
                {column.title}
                <span aria-hidden="true">
                  {sorted === undefined ? '' : sorted === 'ascending' ? ' ▲' : ' ▼'}
                </span>
              </button>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
