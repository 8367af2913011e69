// Reads a recorded case with changed bodies in this thread: the operation without cache, limits and network.
import { shopWith } from '../../src/settings/shop-fixture.ts'
import { readConfig } from '../../src/settings/config.ts'
import { createInlineReader } from '../../src/extract/thread/task-reader.ts'
import { readParams } from '../../src/answer/request/read-params.ts'
import { createRegistry, type SiteEntry } from '../../src/answer/request/registry.ts'
import { runOperation } from '../../src/answer/run-operation.ts'
import { Fault } from '#kit/fault'
import { replayHar } from '../../src/record/har/har.ts'
import { sites } from '../../adapters/sites/index.ts'
import type { Case } from '../replay/find-cases.ts'

const registry = createRegistry(sites)
const config = readConfig(sites, { WARES_CONFIG: undefined })

/** The bodies of a case as text, by the index of their exchange. */
export function bodiesOf(one: Case): string[] {
  return one.har.log.entries.map(({ response: { content } }) => {
    if (content?._file !== undefined) return Buffer.from(one.readBody(content._file)).toString()
    const text = content?.text ?? ''
    return content?.encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text
  })
}

export function withBodies(one: Case, bodies: readonly string[]): Case {
  const entries = one.har.log.entries.map((entry, i) => ({
    ...entry,
    response: {
      ...entry.response,
      content: { mimeType: entry.response.content?.mimeType ?? '', text: bodies[i] ?? '' },
    },
  }))
  return { ...one, har: { log: { ...one.har.log, entries } } }
}

/** A function that reads the case; faults are valid outcomes, anything else thrown is a bug. */
export function prepareCase(one: Case): () => Promise<'answer' | 'fault'> {
  const { site, expected } = one
  const entry = registry.byId.get(expected.operation)
  const settled = config.sites[site]
  if (!entry || !settled) throw new Error(`${one.name}: unknown site or operation`)
  const view = {
    origins: { main: `https://${site}.example`, ...expected.origins },
    settings: { ...expected.settings },
  }
  const own = shopWith({ ...settled, ...view, name: site, adapter: site, sandboxed: false, enabled: true })
  const given = Object.entries(expected.params).map(([name, value]) => ({ name, value, in: 'body' as const }))
  const params = readParams(entry.operation, given)
  const send = replayHar(one.har, one.readBody)
  const reader = createInlineReader()
  return async () => {
    const context = {
      caller: 'hostile',
      signal: new AbortController().signal,
      deadlineMs: Number.POSITIVE_INFINITY,
      onTiming: () => {},
    }
    try {
      const run = { entry: entry as SiteEntry, params, reading: undefined }
      await runOperation(run, own, { send, reader }, context)
      return 'answer'
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      if (error.code === 'internal') throw error.cause
      return 'fault'
    }
  }
}
