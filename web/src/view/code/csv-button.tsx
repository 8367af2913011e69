// Saves a table that the server writes as CSV.
import { useState } from 'preact/hooks'
import { saveCsv } from './save-file.ts'
import { Button } from '../control/button.tsx'
import { errorText } from '../../model/server-api.ts'

interface Props {
  /** Rejects with the reason when there is no table. */
  readonly load: () => Promise<Blob>
  readonly name: string
}

export function CsvButton({ load, name }: Props) {
  const [failure, setFailure] = useState('')
  const save = async () => {
    setFailure('')
    try {
      saveCsv(await load(), name)
    } catch (error) {
      setFailure(`Not saved: ${errorText(error)}`)
    }
  }
  return (
    <div class="csv">
      <Button look="small" onClick={() => void save()}>
        Save as CSV
      </Button>
      <span class="error" role="status">
        {failure}
      </span>
    </div>
  )
}
