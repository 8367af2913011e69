// `wares replay`: runs the current adapters on past requests, and shows which answers differ.
import { Command } from 'commander'
import { readConfig } from '../../settings/config.ts'
import { compareOutcomes, type Difference } from '../../record/compare.ts'
import type { ReplayableRecording } from '../../record/har/har-file.ts'
import { isOperatorError, operatorError } from '../../runtime/operator-error.ts'
import { sites } from '../../../adapters/sites/index.ts'
import { parsePositiveInteger } from '../options/invalid-command-line.ts'
import { exportRecordings, listRecordings, type ListOptions } from './list-recordings.ts'
import { parseMoment, recordingsBetween, recordingsNamed } from '../connect/load-recordings.ts'
import { printJson, wantsJson } from '../print/print.ts'
import { findEntry } from '../options/find-entry.ts'
import { replayRecording } from './replay-recording.ts'

interface ReplayOptions extends ListOptions {
  all?: boolean
  list?: boolean
  export?: string
}

interface ReplayResult {
  readonly recording: string
  readonly operation: string
  readonly differences: readonly Difference[]
}

const DIFFERENT = 1
const BAD_INPUT = 2
const SHOWN_CHARS = 100

export function replayCommand(): Command {
  return new Command('replay')
    .argument('[recording...]', 'request ids, HAR files, or folders of HAR files')
    .option('--all', 'every recording in the data folder')
    .option(
      '--since <time>',
      'recordings from this time on: 2027-01-31, or 2h for the last two hours',
      parseMoment,
    )
    .option('--until <time>', 'recordings up to this time', parseMoment)
    .option('--operation <id>', 'with --list, --all, --since or --until: only this operation')
    .option('--list', 'list recordings, the newest first, and replay nothing')
    .option('--faults', 'with --list: only requests that ended in a fault')
    .option('--limit <n>', 'with --list: maximum number', parsePositiveInteger, 50)
    .option(
      '--export <folder>',
      'write the named recordings, or all, as HAR files for `wares call --har` or a browser; replay nothing',
    )
    .option('--json', 'print JSON (the default in a pipe)')
    .addHelpText(
      'after',
      '\nExit codes:\n  0  every answer is the same\n  1  at least one answer differs\n  2  there is nothing to replay, or it cannot be read\n\nExamples:\n  wares replay 5f0c1a9b7e-2k\n  wares replay --all --operation sneakerhub.prices\n  wares replay --list --faults',
    )
    .action(replay)
}

async function replay(names: readonly string[], options: ReplayOptions): Promise<void> {
  if (options.list) return listRecordings(options)
  if (options.export !== undefined) return exportRecordings(names, options.export)
  let recordings: ReplayableRecording[]
  try {
    recordings = await findRecordings(names, options)
    for (const { facts } of recordings) findEntry(facts._operation)
  } catch (error) {
    if (!isOperatorError(error)) throw error
    console.error((error as Error).message)
    process.exitCode = BAD_INPUT
    return
  }
  const config = readConfig(sites)
  const results: ReplayResult[] = []
  for (const recording of recordings) {
    const { facts } = recording
    const current = await replayRecording(findEntry(facts._operation), recording, config)
    const was = { fault: facts._fault, answer: facts._answer, absent: facts._absent ?? [] }
    const differences = compareOutcomes(was, current)
    results.push({ recording: recording.name, operation: facts._operation, differences })
  }
  if (wantsJson(options)) printJson(results)
  else for (const result of results) printResult(result)
  if (results.some(({ differences }) => differences.length > 0)) process.exitCode = DIFFERENT
}

async function findRecordings(
  names: readonly string[],
  options: ReplayOptions,
): Promise<ReplayableRecording[]> {
  const { all, since, until, operation } = options
  const isRange = all === true || since !== undefined || until !== undefined
  if (isRange === names.length > 0) {
    throw operatorError('Name request ids, HAR files or folders; or use --all, --since or --until.')
  }
  if (!isRange) return (await Promise.all(names.map(recordingsNamed))).flat()
  return recordingsBetween({ operation, fromMs: since, toMs: until })
}

function printResult({ recording, operation, differences }: ReplayResult): void {
  console.log(
    `${recording}  ${operation}  ${differences.length === 0 ? 'same' : `${differences.length} differences`}`,
  )
  for (const { pointer, was, is } of differences) {
    console.log(`  ${pointer || 'outcome'}: ${shown(was)} → ${shown(is)}`)
  }
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}
