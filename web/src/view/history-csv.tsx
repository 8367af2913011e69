// Saves the history of a watch as CSV.
import { useState } from 'preact/hooks'
import type { WatchApi } from '../model/watches.ts'
import { saveCsv } from './save-file.ts'

export function HistoryCsv({ api, id, from }: { api: WatchApi; id: string; from: string }) {
  const [said, setSaid] = useState('')
  const save = async () => {
    setSaid('')
    try {
      const reply = await api.historyCsv(id, { from })
      if ('problem' in reply) setSaid(`Not saved: ${reply.problem.detail}`)
      else saveCsv(reply.value, id)
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
