// Saves the answer: as JSON as it came, and as CSV where it is a table.
import type { CallResult } from '../../model/make-call.ts'
import { AnswerCsv } from './answer-csv.tsx'
import { saveFile } from '../code/save-file.ts'
import { Button } from '../control/button.tsx'

export function SaveAnswer({ answered, accessKey }: { answered: CallResult; accessKey: string }) {
  const { operation, params, problem, text } = answered
  if (problem) return null
  const saveJson = () =>
    saveFile(new Blob([text], { type: 'application/json' }), `${operation.id.replaceAll('.', '-')}.json`)
  return (
    <div class="buttons">
      {operation.hasTable && <AnswerCsv call={{ operation, params }} accessKey={accessKey} />}
      <Button look="small" onClick={saveJson}>
        Save as JSON
      </Button>
    </div>
  )
}
