// Runs one case through the real engine and upstream layers; only the network is replaced by the recording.
import { replayConfig } from '../../src/record/config-from-recording.ts'
import { type Config, readConfig } from '../../src/settings/config.ts'
import { DEFAULT_FRESHNESS } from '../../src/answer/cache/answer-cache.ts'
import { createEngine } from '../../src/answer/index.ts'
import type { TaskReader } from '../../src/extract/thread/task-reader.ts'
import { createRegistry, type RegisteredOperation } from '../../src/answer/request/registry.ts'
import type { GeneralShapeOptions } from '../../src/answer/request/prepare-request.ts'
import { createEvents } from '../../src/runtime/events.ts'
import { Fault } from '#kit/fault'
import { sites } from '../../adapters/sites/index.ts'
import type { Send } from '../../src/fetch/layer.ts'
import { replayHar } from '../../src/record/har/har.ts'
import { createUpstream } from '../../src/fetch/index.ts'
import type { Case } from './find-cases.ts'

const registry = createRegistry(sites)
const defaultConfig = readConfig(sites, { WARES_CONFIG: undefined, WARES_DEADLINE_MS: '5000' })

export type CaseOutcome =
  | {
      readonly result: unknown
      readonly absent: readonly string[]
      /** The same with list positions. */
      readonly absentAt: readonly string[]
      readonly freshForMs: number
      readonly way: string | undefined
      /** Of a search: the currency that its documents state. */
      readonly currency: string | undefined
    }
  | { readonly fault: { readonly code: string; readonly field: string | undefined; readonly detail: string } }

export async function runCase(
  one: Case,
  network: Send = replayHar(one.har, one.readBody),
  config = configFor(one),
  reader?: TaskReader,
  reading?: GeneralShapeOptions,
): Promise<CaseOutcome> {
  const entry = entryOf(one)
  const events = createEvents()
  const upstream = createUpstream({ config, events, network })
  const engine = createEngine({ config, send: upstream.send, events, reader })
  try {
    const given = Object.entries(one.expected.params).map(([name, value]) => ({
      name,
      value,
      in: 'body' as const,
    }))
    const { answer } = await engine.run(engine.prepare(entry, given, reading), {
      freshness: DEFAULT_FRESHNESS,
      caller: 'replay',
      signal: new AbortController().signal,
      onTiming: () => {},
    })
    return {
      result: JSON.parse(answer.body.toString()) as unknown,
      absent: answer.absentPointers,
      absentAt: answer.absentAt,
      freshForMs: answer.freshForMs,
      way: answer.way,
      currency: answer.currency,
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (error.code === 'internal') throw error.cause
    return { fault: { code: error.code, field: error.field, detail: error.message } }
  } finally {
    await upstream.close()
  }
}

/** As `wares call --har` runs it: configuration that is missing is derived from the recording. */
export function runCaseWithoutConfig(one: Case): Promise<CaseOutcome> {
  const given = Object.entries(one.expected.params).map(([name, value]) => ({
    name,
    value,
    in: 'query' as const,
  }))
  const values = given.map(({ value }) => String(value))
  const config = replayConfig(defaultConfig, entryOf(one).site, given, one.har)
  return runCase(one, replayHar(one.har, one.readBody, values), config)
}

function entryOf({ name, expected }: Case): RegisteredOperation {
  const entry = registry.byId.get(expected.operation)
  if (!entry) throw new Error(`${name}: there is no operation ${expected.operation}`)
  return entry
}

export function configFor(
  { site, expected }: Case,
  settings: Readonly<Record<string, string>> | undefined = expected.settings,
): Config {
  const settled = defaultConfig.sites[site]
  if (!settled) throw new Error(`there is no site ${site}`)
  const own = {
    ...settled,
    sandboxed: false,
    enabled: true,
    origins: { main: `https://${site}.example`, ...expected.origins },
    settings: { ...settings },
  }
  return { ...defaultConfig, sites: { ...defaultConfig.sites, [site]: own } }
}
