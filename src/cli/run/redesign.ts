// `wares sandbox redesign`: tells a running sandbox to move a field on a shop's pages, and shows how the adapters react.
import { Command } from 'commander'
import { readConfig } from '../../config.ts'
import type { Engine } from '../../engine/index.ts'
import { createRegistry, type RegistryEntry } from '../../engine/request/registry.ts'
import { Fault } from '../../kit/fault.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { CONTROL_HEADER, REDESIGN_PATH } from '../../sandbox/play/redesign-route.ts'
import { sites } from '../../../sites/index.ts'
import { openLocalEngine } from '../connect/local-engine.ts'
import { printJson, wantsJson } from '../print/print.ts'
import { toRawParams } from '../../kit/define/param-specs.ts'

interface RedesignOptions {
  field?: string
  undo?: boolean
  json?: boolean
}

export function redesignCommand(): Command {
  return new Command('redesign')
    .description('move a field on a shop’s pages, so that the adapter no longer finds it')
    .argument('<site>', 'name of the site')
    .option('--field <name>', 'the field: price, description, …')
    .option('--undo', 'undo the redesign of this field, or of all fields without --field')
    .option('--json', 'print JSON (the default in a pipe)')
    .addHelpText(
      'after',
      '\nThe sandbox must be running (`wares start` or `wares sandbox`). It forgets redesigns when it ends.\n\nExamples:\n  wares sandbox redesign sneakerhub --field price\n  wares sandbox redesign sneakerhub --undo',
    )
    .action(redesign)
}

async function redesign(site: string, options: RedesignOptions): Promise<void> {
  const config = readConfig(sites)
  if (!config.sites[site]) throw operatorError(`There is no site "${site}".`)
  if (!config.sites[site].sandboxed) throw operatorError(`${site} does not use the sandbox.`)
  const control = controlOf(config.sandbox.port)
  if (options.undo === true) {
    await control('DELETE', site, options.field)
    return printResult(
      options,
      { site, undone: options.field ?? 'all' },
      `The redesign of ${site} is undone.`,
    )
  }
  const { field } = options
  if (field === undefined) throw operatorError('Name the field with --field, or use --undo.')
  await control('GET', site, undefined)
  const entries = createRegistry(sites, config).entries.filter(entry => entry.site.name === site)
  const opened = await openLocalEngine(config)
  try {
    const before = await runExamples(opened.engine, entries)
    await control('PUT', site, field)
    const after = await runExamples(opened.engine, entries)
    const moved = entries.flatMap(({ operation: { id } }) => lossOf(id, before.get(id), after.get(id)))
    if (moved.length === 0) {
      await control('DELETE', site, field)
      const names = [...new Set(entries.flatMap(fieldNames))].join(', ')
      throw operatorError(
        `No answer of ${site} changes when "${field}" moves, so the pages stay as they are. Fields of its answers: ${names}.`,
      )
    }
    printResult(
      options,
      { site, field, operations: moved },
      [
        `${site} has a new design: "${field}" has moved on its pages.`,
        ...moved.map(({ operation, fault, absent }) =>
          fault === undefined
            ? `  ${operation} now lacks ${absent.join(', ')}`
            : `  ${operation} now ends in ${fault}`,
        ),
        `To undo it: wares sandbox redesign ${site} --undo`,
      ].join('\n'),
    )
  } finally {
    await opened.close()
  }
}

interface ExampleOutcome {
  readonly fault: string | undefined
  readonly absent: readonly string[]
}

interface Loss extends ExampleOutcome {
  readonly operation: string
}

async function runExamples(
  engine: Engine,
  entries: readonly RegistryEntry[],
): Promise<Map<string, ExampleOutcome>> {
  const outcomes = await Promise.all(
    entries.map(
      async (entry): Promise<[string, ExampleOutcome]> => [
        entry.operation.id,
        await runExample(engine, entry),
      ],
    ),
  )
  return new Map(outcomes)
}

async function runExample(engine: Engine, entry: RegistryEntry): Promise<ExampleOutcome> {
  const rawParams = toRawParams(entry.example)
  try {
    const { answer } = await engine.run(engine.prepare(entry, rawParams), {
      freshness: { maxAgeMs: 0, onlyIfCached: false, store: false },
      caller: 'redesign',
      signal: new AbortController().signal,
      onTiming: () => {},
    })
    return { fault: undefined, absent: answer.absentPointers }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { fault: error.field === undefined ? error.code : `${error.code} (${error.field})`, absent: [] }
  }
}

function lossOf(
  operation: string,
  before: ExampleOutcome | undefined,
  after: ExampleOutcome | undefined,
): Loss[] {
  if (!before || !after || before.fault !== undefined) return []
  const absent = after.absent.filter(pointer => !before.absent.includes(pointer))
  return absent.length > 0 || after.fault !== undefined ? [{ operation, fault: after.fault, absent }] : []
}

/** The top-level field names of the operation's answers, or of their rows. */
function fieldNames({ operation }: RegistryEntry): string[] {
  const { properties, items } = operation.result as { properties?: object; items?: { properties?: object } }
  return Object.keys(properties ?? items?.properties ?? {})
}

function controlOf(port: number) {
  return async (method: 'GET' | 'PUT' | 'DELETE', site: string, field: string | undefined): Promise<void> => {
    const query = new URLSearchParams({ site, ...(field === undefined ? {} : { field }) })
    const response = await fetch(`http://127.0.0.1:${port}${REDESIGN_PATH}?${query}`, {
      method,
      headers: { [CONTROL_HEADER]: '1' },
      signal: AbortSignal.timeout(10_000),
    }).catch((error: unknown) => {
      throw operatorError(
        `No sandbox answers on port ${port}; start one with \`wares start\` or \`wares sandbox\`.`,
        error,
      )
    })
    const body = await response.text()
    if (response.headers.get('x-wares-sandbox') === null)
      throw operatorError(`The server on port ${port} is not a sandbox.`)
    if (response.ok) return
    if (method === 'DELETE' && response.status === 404)
      throw operatorError(`${site} has no redesign${field === undefined ? '' : ` of "${field}"`} to undo.`)
    throw operatorError(`The sandbox rejected it: ${body.slice(0, 200)}`)
  }
}

function printResult(options: RedesignOptions, value: unknown, text: string): void {
  if (wantsJson(options)) printJson(value)
  else console.log(text)
}
