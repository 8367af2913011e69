// What is known of a watched product now: its variants, or shops, as a table; the rest as a list.
import type { FactRows, Facts, FactValue, Watch } from '../../model/watch-api.ts'
import { humanise } from '../../shape/humanise.ts'
import { isMoney, rowsOf } from '../../shape/price-history.ts'
import { compareSizes } from '../../shape/size-order.ts'
import { factText } from './change-list.tsx'
import { FailingSince } from './watch-state.tsx'
import { DataTable } from '../control/data-table.tsx'

const ROWS_SHOWN = 60

export function FactsTable({ watch, facts }: { watch: Watch; facts: Facts }) {
  const plain = Object.entries(facts).filter(
    ([, value]) => typeof value !== 'object' || value === null || isMoney(value),
  )
  return (
    <section class="card rows">
      <h2>{watch.state === 'failing' ? 'Last seen' : 'Now'}</h2>
      <FailingSince watch={watch} />
      <dl class="spaced">
        {plain.slice(0, ROWS_SHOWN).map(([name, value]) => (
          <div key={name}>
            <dt>{name.startsWith('/') ? name : humanise(name)}</dt>
            <dd>{factText(value as FactValue, name) ?? 'none'}</dd>
          </div>
        ))}
      </dl>
      {(['variants', 'sites'] as const).map(table => (
        <Rows key={table} title={humanise(table)} rows={rowsOf(facts, table)} />
      ))}
    </section>
  )
}

function Rows({ title, rows }: { title: string; rows: FactRows }) {
  const all = Object.entries(rows).toSorted(([a], [b]) => compareSizes(a, b))
  if (all.length === 0) return null
  const columns = [...new Set(all.flatMap(([, row]) => Object.keys(row)))]
  return (
    <DataTable label={title} titles={[`${title} (${all.length})`, ...columns.map(humanise)]}>
      {all.map(([name, row]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {columns.map(column => (
            <td key={column}>{factText(row[column] ?? null, column) ?? ''}</td>
          ))}
        </tr>
      ))}
    </DataTable>
  )
}
