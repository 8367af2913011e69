// Saves the answer of a call as CSV.
import { getCsv } from '../../model/server-api.ts'
import type { CallRoute } from '../../model/call-route.ts'
import { queryOf } from '../../model/operation-list.ts'
import { CsvButton } from './csv-button.tsx'

export function AnswerCsv({ call, accessKey }: { call: CallRoute; accessKey: string }) {
  const { operation, params } = call
  const address = `${operation.base}${operation.path}?${queryOf({ ...params, format: 'csv' })}`
  return <CsvButton load={() => getCsv(address, accessKey)} name={operation.id.replaceAll('.', '-')} />
}
