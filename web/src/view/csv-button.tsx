// Saves the answer of a call as a table.
import { useState } from 'preact/hooks'
import type { CallRoute } from '../model/call-route.ts'
import { queryOf } from '../model/operations.ts'
import { saveCsv } from './save-file.ts'

export function CsvButton({
  call: { operation, params },
  accessKey,
}: {
  call: CallRoute
  accessKey: string
}) {
  const [said, setSaid] = useState('')
  const save = async () => {
    setSaid('')
    const query = queryOf({ ...params, format: 'csv' })
    try {
      const response = await fetch(`${operation.base}${operation.path}?${query}`, {
        headers: accessKey ? { 'x-api-key': accessKey } : {},
      })
      if (!response.ok) throw new Error(`status ${response.status}`)
      saveCsv(await response.blob(), operation.id.replaceAll('.', '-'))
    } catch (error) {
      setSaid(`Not saved: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return (
    <div class="buttons">
      <button class="button small" type="button" onClick={() => void save()}>
        Save as CSV
      </button>
      <span class="error" role="status">
        {said}
      </span>
    </div>
  )
}
