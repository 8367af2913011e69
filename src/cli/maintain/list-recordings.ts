// `wares replay --list` and `--export`: lists recordings, newest first, and writes them as HAR files.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReplayableRecording } from '../../record/har/har-file.ts'
import { makeFolder, writing } from '../../runtime/file-trouble.ts'
import { recordingById, recordingsBetween } from '../connect/load-recordings.ts'
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
  const { operation, since: fromMs, until: toMs, limit } = options
  const outcome = options.faults ? 'fault' : undefined
  const recordings = recordingsBetween({ operation, fromMs, toMs, outcome, limit }).map(summaryOf)
  if (wantsJson(options)) return printJson(recordings)
  printTable(
    ['request', 'at', 'operation', 'outcome', 'field', 'exchanges', 'bytes'],
    recordings.map(recording => [
      recording.request_id,
      recording.at.slice(0, 19),
      recording.operation,
      recording.outcome,
      recording.field ?? '',
      String(recording.exchanges),
      String(recording.bytes),
    ]),
  )
}

function summaryOf({ name, har: { log }, facts }: ReplayableRecording) {
  return {
    request_id: name,
    at: log._run?.at ?? '',
    operation: facts._operation,
    params: facts._params,
    outcome: facts._fault?.code ?? 'ok',
    field: facts._fault?.field,
    exchanges: log.entries.length,
    bytes: log.entries.reduce((sum, { response }) => sum + (response.bodySize ?? 0), 0),
  }
}

export async function exportRecordings(ids: readonly string[], out: string): Promise<void> {
  const recordings = ids.length > 0 ? await Promise.all(ids.map(recordingById)) : recordingsBetween({})
  writing(out, () => makeFolder(out))
  for (const { name, har } of recordings) {
    const file = join(out, `${name}.har`)
    // An export leaves out who asked, and what only the operator may see of a fault.
    const { _run, ...log } = har.log
    writing(file, () => writeFileSync(file, `${JSON.stringify({ log }, null, 1)}\n`))
    console.log(file)
  }
}
