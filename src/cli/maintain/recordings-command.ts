// `wares recordings`: lists recordings, and exports them as HAR files.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { replayableRun } from '../../replay/har/recorded-har.ts'
import type { StoredRun } from '../../replay/record/recording.ts'
import { parseMoment, recordingById, withRecordings } from './load-recordings.ts'
import { printJson, printTable, wantsJson } from '../print/print.ts'

interface ListOptions {
  since?: string
  until?: string
  operation?: string
  faults?: boolean
  limit: number
  json?: boolean
}

export function recordingsCommand(): Command {
  const recordings = new Command('recordings')
  recordings
    .command('list', { isDefault: true })
    .description('list the latest recordings, newest first')
    .option('--since <time>', '2027-01-31, or 2h for the last two hours')
    .option('--until <time>', 'up to this time')
    .option('--operation <id>', 'only this operation')
    .option('--faults', 'only requests that ended in a fault')
    .option('--limit <n>', 'maximum number', parseLimit, 50)
    .option('--json', 'print JSON (the default in a pipe)')
    .action(list)
  recordings
    .command('export')
    .description('write recordings as HAR files, for `wares replay`, `wares call --har` or a browser')
    .argument('[request...]', 'request ids; all recordings if omitted')
    .requiredOption('--out <folder>', 'where the files are written')
    .action(exportHar)
  return recordings
}

function list(options: ListOptions): void {
  const nowMs = Date.now()
  const runs = withRecordings(store =>
    store.list({
      operation: options.operation,
      fromMs: options.since === undefined ? undefined : parseMoment(options.since, nowMs),
      toMs: options.until === undefined ? undefined : parseMoment(options.until, nowMs),
    }),
  )
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

async function exportHar(ids: readonly string[], { out }: { out: string }): Promise<void> {
  const recordings =
    ids.length > 0
      ? await Promise.all(ids.map(recordingById))
      : withRecordings(store => store.list({}).map(run => replayableRun(run, store)))
  mkdirSync(out, { recursive: true })
  for (const { name, har } of recordings) {
    const file = join(out, `${name}.har`)
    writeFileSync(file, `${JSON.stringify(har, null, 1)}\n`)
    console.log(file)
  }
}

function parseLimit(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('it must be a whole number above 0')
  return number
}
