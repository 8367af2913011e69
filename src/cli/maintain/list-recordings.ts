// `wares replay --list` and `--export`: lists recordings, newest first, and writes them as HAR files.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replayableRun } from '../../replay/har/recorded-har.ts'
import { makeFolder, writing } from '../../runtime/file-trouble.ts'
import type { StoredRun } from '../../replay/record/recording.ts'
import { recordingById, withRecordings } from './load-recordings.ts'
import { printJson, printTable, wantsJson } from '../print/print.ts'

export interface ListOptions {
  since?: number
  until?: number
  operation?: string
  faults?: boolean
  limit: number
  json?: boolean
}

export function listRecordings(options: ListOptions): void {
  const { operation, since: fromMs, until: toMs } = options
  const runs = withRecordings(store => store.list({ operation, fromMs, toMs }))
    .filter(run => !options.faults || run.fault !== undefined)
    .slice(0, options.limit)
  if (wantsJson(options)) return printJson(runs.map(summaryOf))
  printTable(
    ['request', 'at', 'operation', 'outcome', 'field', 'exchanges', 'bytes'],
    runs.map(run => {
      const one = summaryOf(run)
      return [
        one.request_id,
        one.at.slice(0, 19),
        one.operation,
        one.outcome,
        one.field ?? '',
        String(one.exchanges),
        String(one.bytes),
      ]
    }),
  )
}

function summaryOf(run: StoredRun) {
  return {
    request_id: run.requests[0]?.id ?? '',
    at: new Date(run.atMs).toISOString(),
    operation: run.operation,
    params: run.params,
    outcome: run.fault?.code ?? 'ok',
    field: run.fault?.field,
    exchanges: run.exchanges.length,
    bytes: run.exchanges.reduce((sum, one) => sum + one.bytes, 0),
  }
}

export async function exportRecordings(ids: readonly string[], out: string): Promise<void> {
  const recordings =
    ids.length > 0
      ? await Promise.all(ids.map(recordingById))
      : withRecordings(store => store.list({}).map(run => replayableRun(run, store)))
  writing(out, () => makeFolder(out))
  for (const { name, har } of recordings) {
    const file = join(out, `${name}.har`)
    writing(file, () => writeFileSync(file, `${JSON.stringify(har, null, 1)}\n`))
    console.log(file)
  }
}
