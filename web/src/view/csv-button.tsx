// Saves the answer of a call as a table.
import { useState } from 'preact/hooks'
import type { CallRoute } from '../model/call-route.ts'
import { queryOf } from '../model/operations.ts'

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
      const link = document.createElement('a')
      link.href = URL.createObjectURL(await response.blob())
      link.download = `${operation.name}.csv`
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
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
