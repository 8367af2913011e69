// Adds watches from a CSV file or a list of URLs: first a preview of every line, then the watches.
import { useState } from 'preact/hooks'
import { readFields } from '../../../../src/settings/fields.ts'
import { watchFields } from '../../../../src/settings/watch-rules/rule-fields.ts'
import { type ImportLine, parseImport } from '../../../../src/watch/watch-csv.ts'
import type { WatchApi } from '../../model/watch-api.ts'
import { Button } from '../control/button.tsx'
import { humanise } from '../../shape/humanise.ts'
import { DataTable } from '../control/data-table.tsx'
import { problemText } from '../../model/server-api.ts'

interface Props {
  readonly api: WatchApi
  readonly onAdded: () => void
  readonly onClose: () => void
}

/** One line of the file, and what is wrong with it; `added` once it is a watch. */
interface Row {
  readonly line: number
  readonly input: Readonly<Record<string, unknown>>
  readonly state: 'ready' | 'added' | { readonly error: string }
}

const COLUMNS = ['every', 'when', 'name', 'tags', 'variant', 'notify'] as const
const ROWS_SHOWN = 100

export function ImportWatches({ api, onAdded, onClose }: Props) {
  const [rows, setRows] = useState<readonly Row[]>([])
  const [said, setSaid] = useState('')
  const read = async (file: File | undefined) => {
    if (!file) return
    const lines = await Array.fromAsync(parseImport((await file.text()).split(/\r?\n/)))
    setRows(lines.map(rowOf))
    setSaid(lines.length === 0 ? 'The file has no lines.' : '')
  }
  const ready = rows.filter(row => row.state === 'ready')
  const wrong = rows.filter(row => typeof row.state === 'object')
  const add = async () => {
    for (const [place, row] of ready.entries()) {
      setSaid(`${place + 1} of ${ready.length}…`)
      const state = await addRow(row, api)
      setRows(last => last.map(one => (one.line === row.line ? { ...one, state } : one)))
    }
    setSaid('')
    onAdded()
  }
  const addedCount = rows.filter(row => row.state === 'added').length
  return (
    <section class="card add-watch">
      <h2>Import from CSV</h2>
      <label class="above">
        <span>
          A file with the columns <code>url</code>, <code>every</code>, <code>when</code>, <code>name</code>,{' '}
          <code>variant</code>, <code>tags</code>, …, or one URL per line
        </span>
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={event => void read(event.currentTarget.files?.[0])}
        />
      </label>
      {rows.length > 0 && <Preview rows={rows} />}
      <div class="buttons">
        {ready.length > 0 && (
          <Button look="primary" disabled={said !== ''} onClick={() => void add()}>
            {ready.length === 1 ? 'Add 1 watch' : `Add ${ready.length} watches`}
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
        <span role="status">
          {said || (addedCount > 0 && `${addedCount} of ${rows.length} added. `)}
          {!said &&
            wrong.length > 0 &&
            `${wrong.length} ${wrong.length === 1 ? 'line is' : 'lines are'} wrong.`}
        </span>
      </div>
    </section>
  )
}

function rowOf(line: ImportLine): Row {
  if ('error' in line) return { line: line.line, input: {}, state: { error: line.error } }
  const { url } = line.input
  const isAddress = url === undefined || URL.canParse(cellOf(url))
  const error = isAddress
    ? readFields(watchFields, line.input).errors[0]?.message
    : 'url must be a web address'
  return { line: line.line, input: line.input, state: error === undefined ? 'ready' : { error } }
}

async function addRow({ input }: Row, api: WatchApi): Promise<Row['state']> {
  const answer = await api.add(input)
  return 'problem' in answer ? { error: problemText(answer.problem) } : 'added'
}

function Preview({ rows }: { rows: readonly Row[] }) {
  const columns = COLUMNS.filter(column => rows.some(row => row.input[column] !== undefined))
  // What is wrong must be seen, however long the file is.
  const first = rows.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, ROWS_SHOWN)
  return (
    <>
      <DataTable
        label="Lines of the file"
        class="import-preview stack"
        titles={['Line', 'Watch', ...columns.map(one => humanise(one)), 'Result']}
      >
        {first.map(row => (
          <tr key={row.line}>
            <td data-label="Line">{row.line}</td>
            <td class="whole">{cellOf(row.input.url ?? row.input.catalog ?? row.input.operation)}</td>
            {columns.map(column => (
              <td key={column} data-label={row.input[column] === undefined ? undefined : column}>
                {cellOf(row.input[column])}
              </td>
            ))}
            <td>
              {typeof row.state === 'object' ? (
                <span class="error">
                  Line {row.line}: {row.state.error}
                </span>
              ) : (
                <span class={`tag ${row.state === 'added' ? 'good' : ''}`}>{row.state}</span>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
      {rows.length > first.length && <p class="hint">and {rows.length - first.length} more lines</p>}
    </>
  )
}

/** Lines that need attention first, then those to come, then those that are done. */
function rankOf({ state }: Row): number {
  if (typeof state === 'object') return 0
  return state === 'ready' ? 1 : 2
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.join(' ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(pair => pair.join('='))
      .join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
