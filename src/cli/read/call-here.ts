// `wares call` with a recording in place of the network, or beside it: in this process.
import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { type Config, readConfig } from '../../settings/config.ts'
import { runOnce } from '../../answer/open-engine.ts'
import { isComposite, type RegisteredOperation } from '../../answer/request/registry.ts'
import { takeMagicWord } from '../../answer/request/simulated-fault.ts'
import type { RawParam } from '#kit/params/param-specs'
import { replayConfig } from '../../record/config-from-recording.ts'
import { harFileReader } from '../../record/har/har-folder.ts'
import { readHar } from '../../record/har/har-file.ts'
import { type Har, type RecordingFacts, replayHar } from '../../record/har/har.ts'
import { recordHar } from '../../record/recordings/record-har.ts'
import { writing } from '../../runtime/file-trouble.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import type { Layer } from '../../fetch/layer.ts'
import { sites } from '../../../adapters/sites/index.ts'
import { replyOf } from '../connect/in-process.ts'
import { openLocalEngine } from '../connect/local-engine.ts'
import { outputFormat, type OutputOptions } from '../print/output-format.ts'
import {
  isTableFormat,
  printAnswer,
  type PrintedOperation,
  refuseCsvWithoutTable,
} from '../print/print-answer.ts'
import { printFault } from '../print/print-fault.ts'
import { findEntry } from '../options/find-entry.ts'
import { currencyOf } from './print-operation.ts'

export interface RecordingOptions extends OutputOptions {
  har?: string
  record?: string
}

export async function callHere(
  operation: PrintedOperation,
  rawParams: readonly RawParam[],
  options: RecordingOptions,
  command: Command,
): Promise<void> {
  const { id } = operation
  const entry = findEntry(id)
  const format = outputFormat(options)
  refuseCsvWithoutTable(operation, format, command)
  const har = options.har === undefined ? undefined : readHar(options.har)
  const configured = readConfig(sites)
  if (har && isComposite(entry))
    throw operatorError(`${id} combines other operations; replay one of those instead.`)
  const config = har ? replayConfig(configured, entry.site, rawParams, har) : configured
  const isSandboxed = isComposite(entry)
    ? config.sandbox.needed
    : config.sites[entry.site.name]?.sandboxed === true
  const values = rawParams.map(one => String(one.value))
  const replay = har && options.har ? replayHar(har, harFileReader(options.har), values) : undefined
  const recorder = options.record === undefined ? undefined : createRecorder()
  const { engine, close } = await openLocalEngine(config, {
    needsSandbox: isSandboxed && !har,
    ...(replay ? { network: replay } : {}),
    ...(recorder ? { recordingLayer: recorder.layer } : {}),
  })
  try {
    const answer = await runOnce(engine, entry, rawParams)
    const reply = replyOf(entry, answer, isTableFormat(format) ? format : 'json')
    printAnswer(operation, { ...reply, currency: await currencyOf(operation.id) }, format)
  } catch (error) {
    printFault(error, format, { instance: entry.path, operation: id })
  } finally {
    const { record } = options
    if (recorder && record) {
      const recorded = recorder.har(recordingFacts(entry, rawParams, config))
      writing(record, () => writeFileSync(record, `${JSON.stringify(recorded, null, 1)}\n`))
    }
    await close()
  }
}

function createRecorder(): { layer: Layer; har(facts: RecordingFacts): Har | undefined } {
  let recording: ReturnType<typeof recordHar> | undefined
  return {
    layer(next) {
      recording = recordHar(next)
      return recording.send
    },
    har: facts => recording?.har(facts),
  }
}

/** Makes the recording self-contained for `wares replay` and `npm run new:case`, even for a shop with a base path. */
function recordingFacts(
  entry: RegisteredOperation,
  rawParams: readonly RawParam[],
  config: Config,
): RecordingFacts {
  const site = config.sites[entry.site.name]
  const params = site?.sandboxed ? takeMagicWord(entry.operation, rawParams).rawParams : rawParams
  return {
    _operation: entry.operation.id,
    _params: Object.fromEntries(params.map(({ name, value }) => [name, value])),
    ...(site ? { _origins: site.origins } : {}),
  }
}
