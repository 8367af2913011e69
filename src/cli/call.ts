// `wares call`: one operation through the same engine, without a server; from a HAR file, or recording one.
import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { createEngine } from '../engine/index.ts'
import { DEFAULT_FRESHNESS } from '../engine/freshness.ts'
import type { RawParam } from '../kit/param-specs.ts'
import { isComposite, type RegistryEntry } from '../engine/registry.ts'
import { createEvents } from '../events.ts'
import { asFault, problemOf } from '../http/problems.ts'
import { sites } from '../../sites/index.ts'
import type { Layer } from '../upstream/layer.ts'
import { type Har, recordHar, type RecordingFacts, replayHar } from '../replay/har.ts'
import { harFileReader } from '../replay/har-folder.ts'
import { createUpstream } from '../upstream/index.ts'
import { ensureSandbox } from './ensure-sandbox.ts'
import { replayConfig } from '../replay/config-from-recording.ts'
import { operatorError } from '../operator-error.ts'
import { findEntry, parseParamOptions, readHar } from './recordings.ts'
import { takeMagicWord } from '../engine/simulated-fault.ts'

interface CallOptions {
  har?: string
  record?: string
}

export function callCommand(): Command {
  return new Command('call')
    .argument('<operation>', 'as `wares ops` lists them, e.g. sneakerhub.prices')
    .argument('[parameters...]')
    .option('--har <file>', 'answer the upstream requests from this HAR file')
    .option('--record <file>', 'write the upstream requests and answers to this HAR file')
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText('after', '\nExample:\n  wares call sneakerhub.search --query runner --page 2')
    .action(call)
}

async function call(id: string, rest: readonly string[], options: CallOptions): Promise<void> {
  const entry = findEntry(id)
  const given = parseParamOptions(rest)
  const har = options.har === undefined ? undefined : readHar(options.har)
  const configured = readConfig(sites)
  if (har && isComposite(entry))
    throw operatorError(`${id} is made of other operations; replay one of those instead.`)
  const config = har ? replayConfig(configured, entry.site, given, har) : configured
  const isSandboxed = isComposite(entry)
    ? config.sandbox.needed
    : config.sites[entry.site.name]?.sandboxed === true
  const sandbox = isSandboxed && !har ? await ensureSandbox(config.sandbox) : undefined
  const events = createEvents()
  const values = given.map(one => String(one.value))
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
    const prepared = engine.prepare(entry, given)
    const { answer } = await engine.run(prepared, {
      freshness: DEFAULT_FRESHNESS,
      caller: 'command line',
      signal: new AbortController().signal,
      onTiming: () => {},
    })
    console.log(JSON.stringify(JSON.parse(answer.body.toString()), null, 2))
    if (answer.absent) console.error(`absent upstream: ${answer.absent}`)
  } catch (error) {
    const fault = asFault(error)
    console.log(JSON.stringify(problemOf(fault, entry.path, 'command-line'), null, 2))
    if (fault.status === 500 && fault.cause !== undefined) console.error(fault.cause)
    process.exitCode = 1
  } finally {
    if (recorder && options.record) {
      const har = recorder.har(recordingFacts(entry, given, config))
      writeFileSync(options.record, `${JSON.stringify(har, null, 1)}\n`)
    }
    await upstream.close()
    await sandbox?.stop()
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

/** With these a recording can be replayed and made into a case as it stands, also one of a shop below a base path. */
function recordingFacts(entry: RegistryEntry, given: readonly RawParam[], config: Config): RecordingFacts {
  const site = config.sites[entry.site.name]
  const params = site?.sandboxed ? takeMagicWord(entry.operation, given).given : given
  return {
    _operation: entry.operation.id,
    _params: Object.fromEntries(params.map(({ name, value }) => [name, value])),
    ...(site ? { _origins: site.origins } : {}),
  }
}
