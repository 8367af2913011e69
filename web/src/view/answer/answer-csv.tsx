// Saves the answer of a call as CSV.
import type { CallRoute } from '../../model/call-route.ts'
import { queryOf } from '../../model/operations.ts'
import { CsvButton } from '../code/csv-button.tsx'

export function AnswerCsv({ call, accessKey }: { call: CallRoute; accessKey: string }) {
  const { operation, params } = call
  const load = async () => {
    const query = queryOf({ ...params, format: 'csv' })
    const response = await fetch(`${operation.base}${operation.path}?${query}`, {
      headers: accessKey ? { 'x-api-key': accessKey } : {},
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return response.blob()
  }
  return <CsvButton load={load} name={operation.id.replaceAll('.', '-')} />
}
