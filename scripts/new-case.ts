// `npm run new:case`: turns a recording into a test case, with the current answer as a draft to correct by hand.
import { isUtf8 } from 'node:buffer'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { type Config, readConfig } from '../src/settings/config.ts'
import { openEngine, runOnce } from '../src/answer/open-engine.ts'
import { isComposite, type RegisteredOperation } from '../src/answer/request/registry.ts'
import { applyDefaults } from '#kit/schema/apply-defaults'
import { asFault } from '../src/answer/problems.ts'
import { isOperatorError, operatorError } from '../src/runtime/operator-error.ts'
import { packageRoot } from '../src/runtime/package-files.ts'
import { storeBodies } from '../src/record/case/case-bodies.ts'
import { caseFileText, storedBodies } from '../src/record/case/case-store.ts'
import { replayConfig } from '../src/record/config-from-recording.ts'
import { harFileReader } from '../src/record/har/har-folder.ts'
import { readHar } from '../src/record/har/har-file.ts'
import { type Har, replayHar } from '../src/record/har/har.ts'
import { type CaseInput, makeCase } from '../src/record/case/make-case.ts'
import { sites } from '../adapters/sites/index.ts'
import { isFile, recordingById } from '../src/cli/connect/load-recordings.ts'
import { parseParamOptions } from '../src/cli/options/param-options.ts'
import { findEntry } from '../src/cli/options/find-entry.ts'
import { toRawParams } from '#kit/params/param-specs'
import { valueOf } from '../src/answer/cache/answer.ts'

interface CaseOptions {
  name: string
  operation?: string
}

/** A larger body is rarely read, and every clone contains it. */
const LARGE_BODY_BYTES = 40_000

const command = new Command('new-case')
  .argument('<recording>', 'the id of a recorded request, or a HAR file from `wares call … --record`')
  .argument('[parameters...]', 'same as for `wares call`, if the recording does not contain them')
  .requiredOption('--name <name>', 'what the case shows: happy, gone, sold-out, price-in-cents')
  .option('--operation <id>', 'if the recording does not name it')
  .allowUnknownOption()
  .allowExcessArguments()
  .addHelpText(
    'after',
    '\nExamples:\n  npm run new:case -- 5f0c1a9b7e-2k --name price-moved\n  npm run new:case -- sample.har --name sold-out',
  )
  .action(writeCase)
try {
  await command.parseAsync()
} catch (error) {
  if (!isOperatorError(error)) throw error
  console.error((error as Error).message)
  process.exitCode = 1
}

async function writeCase(file: string, rest: readonly string[], options: CaseOptions): Promise<void> {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(options.name)) {
    throw operatorError(`--name must be lower-case letters, digits and dashes, not "${options.name}".`)
  }
  const isRequest = !isFile(file)
  const recording = isRequest
    ? (await recordingById(file)).har
    : withBodies(readHar(file), harFileReader(file))
  const id = options.operation ?? recording.log._operation
  if (id === undefined) throw operatorError(`${file} does not name its operation; add --operation.`)
  const entry = findEntry(id)
  if (isComposite(entry)) throw operatorError(`${id} combines other operations; make a case of one of those.`)
  const rawParams = parseParamOptions(rest)
  const params =
    rawParams.length > 0
      ? Object.fromEntries(rawParams.map(one => [one.name, one.value]))
      : recording.log._params
  if (!params) throw operatorError(`${file} does not contain its parameters; add them as --name value.`)
  const folder = caseFolder(entry, options.name)
  const made = caseOf(entry, recording, params)
  const today = await draft(entry, made)
  const expected = isRequest ? asDraft(entry, today) : today
  mkdirSync(folder, { recursive: true })
  const { har, files } = storeBodies(made.input.har, folder, storedBodies(dirname(dirname(folder))), noFile)
  for (const [path, body] of files) writeFileSync(path, body)
  writeFileSync(join(folder, 'case.har'), caseFileText(har))
  writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`)
  report(folder, made.input, expected)
}

function caseFolder({ site, operation }: RegisteredOperation, name: string): string {
  const [, short = ''] = operation.id.split('.')
  const folder = join(fileURLToPath(packageRoot), 'adapters/sites', site.name, 'cases', short, name)
  if (!existsSync(join(fileURLToPath(packageRoot), 'adapters/sites', site.name, 'site.ts'))) {
    throw operatorError('Cases are stored with the source of a site; run this in a clone of the repository.')
  }
  if (existsSync(folder)) throw operatorError(`The case ${relative(process.cwd(), folder)} already exists.`)
  return folder
}

/** Inlines the bodies, so that URLs in them can be rewritten. */
function withBodies(har: Har, readBody: (name: string) => Uint8Array): Har {
  const entries = har.log.entries.map(entry => {
    const { content } = entry.response
    if (content?._file === undefined) return entry
    const { _file, ...rest } = content
    const bytes = Buffer.from(readBody(_file))
    const body = isUtf8(bytes)
      ? { text: bytes.toString('utf8') }
      : { text: bytes.toString('base64'), encoding: 'base64' }
    return { ...entry, response: { ...entry.response, content: { ...rest, ...body } } }
  })
  return { log: { ...har.log, entries } }
}

function noFile(name: string): never {
  throw new Error(`the body ${name} was not read into the recording`)
}

interface PreparedCase {
  readonly input: CaseInput
  readonly config: Config
  readonly settings: Readonly<Record<string, string>>
}

function caseOf(
  { site }: RegisteredOperation,
  recording: Har,
  params: Readonly<Record<string, unknown>>,
): PreparedCase {
  const rawParams = toRawParams(params, 'query')
  const config = replayConfig(readConfig(sites), site, rawParams, recording)
  const recorded = config.sites[site.name]
  if (!recorded) throw new Error(`there is no configuration for ${site.name}`)
  const input = makeCase(site.name, recording, params, recorded.origins)
  const origins = { main: `https://${site.name}.example`, ...input.origins }
  return {
    input,
    settings: recorded.settings,
    config: { ...config, sites: { ...config.sites, [site.name]: { ...recorded, origins } } },
  }
}

/** A case is usually made because the current answer is wrong, so the test fails until the draft is corrected. */
function asDraft({ operation }: RegisteredOperation, today: object): object {
  const note = 'Write down what the page says. Then delete this line.'
  if (!('fault' in today)) return { draft: note, ...today }
  const { fault: _, ...about } = today
  const isList = (operation.result as { type?: string }).type === 'array'
  const { value, absent } = applyDefaults(operation.result, isList ? [] : {}, [])
  return { draft: note, ...about, result: value, absent }
}

/** The adapter's current answer for the case. */
async function draft(entry: RegisteredOperation, { input, config, settings }: PreparedCase): Promise<object> {
  const { engine, close } = openEngine(config, { network: replayHar(input.har) })
  const about = {
    operation: entry.operation.id,
    params: input.params,
    ...(Object.keys(input.origins).length > 0 ? { origins: input.origins } : {}),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
  }
  try {
    const rawParams = toRawParams(input.params)
    const answer = await runOnce(engine, entry, rawParams)
    const result = valueOf(answer)
    return { ...about, result, absent: answer.absentPointers }
  } catch (error) {
    const { code, field } = asFault(error)
    if (code === 'internal') throw error
    return { ...about, fault: { code, ...(field === undefined ? {} : { field }) } }
  } finally {
    await close()
  }
}

function report(folder: string, { har }: CaseInput, expected: object): void {
  const place = relative(process.cwd(), folder)
  console.log(`wrote ${place}/case.har and expected.json (${'fault' in expected ? 'a fault' : 'a result'})`)
  if ('draft' in expected) {
    console.log(
      `expected.json is a draft: \`npm test -- test/replay/replay.test.ts\` fails until it is corrected.`,
    )
  } else console.log('expected.json is the current output of the adapter. Correct it by hand.')
  for (const { request, response } of har.log.entries) {
    const bytes = Buffer.byteLength(response.content?.text ?? '')
    if (bytes > LARGE_BODY_BYTES) {
      console.log(
        `${request.url} has ${bytes} bytes; remove what the adapter does not read; the limit is ${LARGE_BODY_BYTES}.`,
      )
    }
  }
  console.log('Replace names of brands, people and companies with made-up ones.')
}
