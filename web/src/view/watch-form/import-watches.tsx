// Adds watches from a CSV file or a list of URLs, and says which lines were refused.
import { useState } from 'preact/hooks'
import { parseImport } from '../../../../src/watch/import-watches.ts'
import type { Watch, WatchApi } from '../../model/watches.ts'

interface Props {
  readonly api: WatchApi
  readonly onAdded: (watch: Watch) => void
}

export function ImportWatches({ api, onAdded }: Props) {
  const [said, setSaid] = useState('')
  const [refused, setRefused] = useState<readonly string[]>([])
  const load = async (file: File | undefined) => {
    if (!file) return
    const lines = await Array.fromAsync(parseImport((await file.text()).split(/\r?\n/)))
    const failed: string[] = []
    for (const [place, line] of lines.entries()) {
      setSaid(`${place + 1} of ${lines.length}…`)
      const problem = 'error' in line ? line.error : await add(line.input)
      if (problem !== undefined) failed.push(`Line ${line.line}: ${problem}`)
    }
    setSaid(`${lines.length - failed.length} of ${lines.length} added.`)
    setRefused(failed)
  }
  const add = async (input: Readonly<Record<string, unknown>>): Promise<string | undefined> => {
    try {
      const reply = await api.add(input)
      if ('problem' in reply) return reply.problem.errors?.[0]?.message ?? reply.problem.detail
      onAdded(reply.value)
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  return (
    <details class="more">
      <summary>Import from CSV</summary>
      <label>
        A file with the columns <code>url</code>, <code>every</code>, <code>when</code>, <code>name</code>,{' '}
        <code>variant</code>, <code>tags</code>, …, or one URL per line
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={event => void load(event.currentTarget.files?.[0])}
        />
      </label>
      <p role="status">{said}</p>
      {refused.length > 0 && (
        <div class="error" role="alert">
          <ul>
            {refused.map(one => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      )}
    </details>
  )
}
