// `wares call`: runs one operation without a server; can replay a HAR file or record one.
import { writeFileSync } from 'node:fs'
import { Command, Help } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { createEngine } from '../engine/index.ts'
import type { RawParam } from '../kit/param-specs.ts'
import { isComposite, type RegistryEntry } from '../engine/registry.ts'
import { createEvents } from '../observe/events.ts'
import { sites } from '../../sites/index.ts'
import type { Layer } from '../upstream/layer.ts'
import { type Har, recordHar, type RecordingFacts, replayHar } from '../replay/har.ts'
import { harFileReader } from '../replay/har-folder.ts'
import { createUpstream } from '../upstream/index.ts'
import { ensureSandbox } from './ensure-sandbox.ts'
import { replayConfig } from '../replay/config-from-recording.ts'
import { operatorError } from '../runtime/operator-error.ts'
import { operationHelp } from './operation-help.ts'
import { addOutputOptions, outputFormat, type OutputOptions } from './output-format.ts'
import { valueOf } from '../engine/answer.ts'
import { hasTable, tableBytes } from '../http/csv-answer.ts'
import { createTable } from '../table/table.ts'
import { isTableFormat, printAnswer, refuseCsvWithoutTable } from './print-answer.ts'
import { printFault } from './print-fault.ts'
import { terminalWidth } from './terminal-text.ts'
import { findEntry, parseParamOptions, readHar } from './recordings.ts'
import { takeMagicWord } from '../engine/simulated-fault.ts'
import { runOnce } from './engine-in-process.ts'

interface CallOptions extends OutputOptions {
  har?: string
  record?: string
}

export function callCommand(): Command {
  const command = new Command('call')
    .argument('<operation>', 'operation id, for example sneakerhub.prices; see `wares ops`')
    .argument('[parameters...]', '--name value; `wares ops OPERATION` lists them')
    .option('--har <file>', 'replay upstream responses from this HAR file')
    .option('--record <file>', 'record upstream requests and responses to this HAR file')
    .allowUnknownOption()
    .allowExcessArguments()
    .configureHelp({ formatHelp: formatCallHelp })
    .action(call)
  return addOutputOptions(command)
}

/** With an operation on the command line, the help is about that one. */
function formatCallHelp(command: Command, helper: Help): string {
  const id = command.args.find(word => !word.startsWith('-'))
  if (id !== undefined) {
    const config = readConfig(sites)
    return `${operationHelp(findEntry(id, config), config, helper.helpWidth ?? terminalWidth())}\n`
  }
  const general = Help.prototype.formatHelp.call(helper, command, helper)
  return `${general}\nExamples:\n  wares call sneakerhub.search --query runner --page 2\n  wares call sneakerhub.search --help    its parameters\n`
}

async function call(
  id: string,
  rest: readonly string[],
  options: CallOptions,
  command: Command,
): Promise<void> {
  const entry = findEntry(id)
  const format = outputFormat(options)
  const printed = { ...entry.operation, isList: hasTable(entry) }
  refuseCsvWithoutTable(printed, format, command)
  const rawParams = parseParamOptions(rest)
  const har = options.har === undefined ? undefined : readHar(options.har)
  const configured = readConfig(sites)
  if (har && isComposite(entry))
    throw operatorError(`${id} combines other operations; replay one of those instead.`)
  const config = har ? replayConfig(configured, entry.site, rawParams, har) : configured
  const isSandboxed = isComposite(entry)
    ? config.sandbox.needed
    : config.sites[entry.site.name]?.sandboxed === true
  const sandbox = isSandboxed && !har ? await ensureSandbox(config.sandbox) : undefined
  const events = createEvents()
  const values = rawParams.map(one => String(one.value))
  const replay = har && options.har ? replayHar(har, harFileReader(options.har), values) : undefined
  const recorder = options.record === undefined ? undefined : createRecorder()
  const upstream = createUpstream({
    config,
    events,
    ...(replay ? { network: replay } : {}),
    ...(recorder ? { recordingLayer: recorder.layer } : {}),
  })
  const engine = createEngine({ config, send: upstream.send, events })
  try {
    const answer = await runOnce(engine, entry, rawParams)
    const { absentPointers: absent, absentAt } = answer
    const body = valueOf(answer)
    const bytes = isTableFormat(format)
      ? tableBytes(createTable(entry.operation), body, { absent, absentAt }, format)
      : undefined
    const currency = currencyOf(config, entry.site.name)
    printAnswer(printed, { body, absent: answer.absent, absentAt, bytes, currency }, format)
  } catch (error) {
    printFault(error, format, { instance: entry.path, operation: id })
  } finally {
    if (recorder && options.record) {
      const har = recorder.har(recordingFacts(entry, rawParams, config))
      writeFileSync(options.record, `${JSON.stringify(har, null, 1)}\n`)
    }
    await upstream.close()
    await sandbox?.stop()
  }
}

/** Undefined if the setting contains several currencies, for several shops. */
function currencyOf(config: Config, site: string): string | undefined {
  const currency = config.sites[site]?.settings.currency
  return currency && /^[A-Z]{3}$/.test(currency) ? currency : undefined
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

/** Makes the recording self-contained for `wares replay` and `wares case`, even for a shop with a base path. */
function recordingFacts(
  entry: RegistryEntry,
  rawParams: readonly RawParam[],
  config: Config,
): RecordingFacts {
  const site = config.sites[entry.site.name]
  const params = site?.sandboxed ? takeMagicWord(entry.operation, rawParams).given : rawParams
  return {
    _operation: entry.operation.id,
    _params: Object.fromEntries(params.map(({ name, value }) => [name, value])),
    ...(site ? { _origins: site.origins } : {}),
  }
}
