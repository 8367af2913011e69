// `wares call`: one operation through the same engine, without a server; from a HAR file, or recording one.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { createEngine } from '../engine/index.ts'
import { ANY_FRESH } from '../engine/freshness.ts'
import { nearest } from '../engine/nearest.ts'
import type { Given } from '../engine/params.ts'
import { createRegistry, type Entry } from '../engine/registry.ts'
import { createEvents } from '../events.ts'
import { asFault, problemOf } from '../http/problems.ts'
import { sites } from '../sites/index.ts'
import type { Layer } from '../upstream/exchange.ts'
import { type Har, recordHar, replayHar } from '../upstream/har.ts'
import { createUpstream } from '../upstream/index.ts'
import { plainError } from './print.ts'
import { reachSandbox } from './reach-sandbox.ts'
import { replayConfig } from './replay-config.ts'

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
  const given = givenIn(rest)
  const har = options.har === undefined ? undefined : readHar(options.har)
  const configured = readConfig(sites)
  const config = har ? replayConfig(configured, entry, given, har) : configured
  const sandbox =
    config.sites[entry.site.name]?.sandboxed && !har ? await reachSandbox(config.sandbox) : undefined
  const events = createEvents()
  const values = given.map(one => String(one.value))
  const replay = har && options.har ? replayHar(har, fileReader(options.har), values) : undefined
  const recorder = options.record === undefined ? undefined : createRecorder()
  const upstream = createUpstream({
    config,
    events,
    ...(replay ? { network: replay } : {}),
    ...(recorder ? { around: recorder.layer } : {}),
  })
  const engine = createEngine({ config, send: upstream.send, events })
  try {
    const prepared = engine.prepare(entry, given)
    const { answer } = await engine.ask(prepared, {
      freshness: ANY_FRESH,
      caller: 'command line',
      signal: new AbortController().signal,
      timed: () => {},
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
      // With the origins, a recording of a shop below a base path can be replayed too.
      const har = recorder.har(config.sites[entry.site.name]?.origins)
      writeFileSync(options.record, `${JSON.stringify(har, null, 1)}\n`)
    }
    await upstream.close()
    await sandbox?.stop()
  }
}

function createRecorder(): { layer: Layer; har(origins?: Har['log']['_origins']): Har | undefined } {
  let recording: ReturnType<typeof recordHar> | undefined
  return {
    layer(next) {
      recording = recordHar(next)
      return recording.send
    },
    har: origins => recording?.har(origins),
  }
}

function findEntry(id: string): Entry {
  const { byId } = createRegistry(sites)
  const entry = byId.get(id)
  if (entry) return entry
  const near = nearest(id, byId.keys())
  throw plainError(
    `There is no operation "${id}"${near ? `; did you mean ${near}?` : '; `wares ops` lists them all.'}`,
  )
}

/** `--name value`, `--name=value`. */
function givenIn(words: readonly string[]): Given[] {
  const given: Given[] = []
  for (let place = 0; place < words.length; place++) {
    const [, name, joined] = /^--([^=]+)(?:=(.*))?$/s.exec(words[place] ?? '') ?? []
    if (name === undefined) throw plainError(`"${words[place]}" is not of the form --name value`)
    const value = joined ?? words[++place]
    if (value === undefined) throw plainError(`--${name} has no value`)
    given.push({ name, value, in: 'query' })
  }
  return given
}

function readHar(file: string): Har {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Har
  } catch (error) {
    throw plainError(`${file} cannot be read as a HAR file: ${(error as Error).message}`)
  }
}

function fileReader(harFile: string): (name: string) => Uint8Array {
  return name => readFileSync(resolve(dirname(harFile), name))
}
