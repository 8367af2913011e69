// `wares bulk run`: runs every input of a file and writes the results to one file.
import { openInputFile } from '../../bulk/input/input-file.ts'
import { lockOutput } from '../../bulk/queue/lock.ts'
import { openOutput } from '../../bulk/output/output.ts'
import {
  ownFieldsNote,
  resultFileFor,
  resultFormatFor,
  surveyInputs,
} from '../../bulk/output/result-format.ts'
import { runBulk } from '../../bulk/run-bulk.ts'
import { createProgressCounter, describeProgress, showProgress } from '../../bulk/progress-counter.ts'
import { createInputResolver } from '../../bulk/input/input-resolver.ts'
import { readConfig } from '../../settings/config.ts'
import { createRegistry } from '../../answer/request/registry.ts'
import { sites } from '../../../adapters/sites/index.ts'
import { openBulkEngine } from './bulk-engine.ts'
import { abortOnSignal, finishOutput } from './bulk-options.ts'

export interface RunOptions {
  out: string
  concurrency: number
  attempts: number
  cache: boolean
  excel?: boolean
}

export async function run(input: string, options: RunOptions): Promise<void> {
  const config = readConfig(sites)
  const opened = await openInputFile(input)
  const { file } = opened
  const release = lockOutput(config.dataDir, options.out)
  const stop = abortOnSignal()
  const registry = createRegistry(sites, config)
  const survey = await surveyInputs(file, createInputResolver(registry, config))
  const { total, lastLine } = survey
  const output = await openOutput(
    resultFileFor(options.out),
    resultFormatFor(options.out, survey, registry, options.excel),
    lastLine,
  )
  const note = ownFieldsNote(survey.own)
  if (note !== undefined) console.log(note)
  const engine = await openBulkEngine(config, {
    cache: options.cache,
    onUsageError: error => console.error(`Usage not written: ${String(error)}`),
  })
  const counter = createProgressCounter(output.existing)
  const progress = showProgress(counter, total)
  try {
    await runBulk({ ...engine, ...options, file, output, counter, sites: config.sites, signal: stop })
    await output.close()
    if (!stop.aborted) await finishOutput(options.out, survey, registry)
  } finally {
    await output.close()
    progress.end()
    await engine.close()
    release()
    opened.release()
  }
  if (!stop.aborted) return console.log(`${describeProgress(counter, total)}: ${options.out}`)
  console.log(`Stopped. Run the same command to continue with the remaining ${total - counter.done()}.`)
  process.exitCode = 130
}
