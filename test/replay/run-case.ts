// Runs one case through the real engine and the real upstream door; only the wire is the recording.
import { readConfig } from '../../src/config.ts'
import { ANY_FRESH } from '../../src/engine/freshness.ts'
import { createEngine } from '../../src/engine/index.ts'
import { createRegistry } from '../../src/engine/registry.ts'
import { createEvents } from '../../src/events.ts'
import { Fault } from '../../src/kit/fault.ts'
import { sites } from '../../src/sites/index.ts'
import type { Send } from '../../src/upstream/exchange.ts'
import { replayHar } from '../../src/upstream/har.ts'
import { createUpstream } from '../../src/upstream/index.ts'
import type { Case } from './find-cases.ts'

const registry = createRegistry(sites)

export type CaseOutcome =
  | { readonly result: unknown; readonly absent: readonly string[] }
  | { readonly fault: { readonly code: string; readonly field: string | undefined; readonly detail: string } }

export async function runCase(
  one: Case,
  network: Send = replayHar(one.har, one.readBody),
): Promise<CaseOutcome> {
  const entry = registry.byId.get(one.expected.operation)
  if (!entry) throw new Error(`${one.name}: there is no operation ${one.expected.operation}`)
  const config = configFor(one)
  const events = createEvents()
  const upstream = createUpstream({ config, events, network })
  const engine = createEngine({ config, send: upstream.send, events })
  try {
    const given = Object.entries(one.expected.params).map(([name, value]) => ({
      name,
      value,
      in: 'body' as const,
    }))
    const { answer } = await engine.ask(engine.prepare(entry, given), {
      freshness: ANY_FRESH,
      caller: 'replay',
      signal: new AbortController().signal,
      timed: () => {},
    })
    return { result: JSON.parse(answer.body.toString()) as unknown, absent: answer.absentPointers }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (error.code === 'internal') throw error.cause
    return { fault: { code: error.code, field: error.field, detail: error.message } }
  } finally {
    await upstream.close()
  }
}

function configFor({ site, expected }: Case) {
  const config = readConfig(sites, { WARES_CONFIG: undefined, WARES_DEADLINE_MS: '5000' })
  const settled = config.sites[site]
  if (!settled) throw new Error(`there is no site ${site}`)
  const own = {
    ...settled,
    sandboxed: false,
    enabled: true,
    origins: { main: `https://${site}.example`, ...expected.origins },
    settings: { ...expected.settings },
  }
  return { ...config, sites: { ...config.sites, [site]: own } }
}
