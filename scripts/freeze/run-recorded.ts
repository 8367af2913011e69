// Runs one request through the engine on a recording, and describes everything that a caller or an operator sees of it.
import { sites } from '../../adapters/sites/index.ts'
import type { Config } from '../../src/settings/config.ts'
import { DEFAULT_FRESHNESS } from '../../src/answer/cache/answer-cache.ts'
import { openEngine } from '../../src/answer/open-engine.ts'
import { createRegistry } from '../../src/answer/request/registry.ts'
import type { GeneralShapeOptions } from '../../src/answer/request/prepare-request.ts'
import { Fault } from '#kit/fault'
import { toRawParams } from '#kit/params/param-specs'
import { type Har, replayHar } from '../../src/record/har/har.ts'

const registry = createRegistry(sites)

export interface RecordedRequest {
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
  readonly reading?: GeneralShapeOptions | undefined
  readonly config: Config
  readonly har: Har
  readonly readBody: (file: string) => Uint8Array
}

export async function runRecorded(request: RecordedRequest): Promise<unknown> {
  const { operation, params, reading, config, har, readBody } = request
  const entry = registry.byId.get(operation)
  if (!entry) throw new Error(`there is no operation ${operation}`)
  const sent: string[] = []
  const replay = replayHar(har, readBody)
  const { engine, close } = openEngine(config, {
    network: one => {
      sent.push([one.method, one.url.href, one.body].filter(Boolean).join(' '))
      return replay(one)
    },
  })
  let keys: object = {}
  try {
    const prepared = engine.prepare(entry, toRawParams(params), reading)
    keys = { requestKey: prepared.requestKey, cacheKey: prepared.cacheKey }
    const { answer } = await engine.run(prepared, {
      freshness: DEFAULT_FRESHNESS,
      caller: 'freeze',
      signal: new AbortController().signal,
      onTiming: () => {},
    })
    const { absent, absentAt, dropped, way, source, alternate, currency, freshForMs } = answer
    const noted = { absent, absentAt, dropped, way, source, alternate, currency, freshForMs }
    return { ...keys, body: neutral(JSON.parse(answer.body.toString())), ...noted, sent: sent.toSorted() }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const { code, field, message: detail, errors, retryAfterMs } = error
    return { ...keys, fault: { code, field, detail, errors, retryAfterMs }, sent: sent.toSorted() }
  } finally {
    await close()
  }
}

/** Without the time of the run. */
function neutral(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, one: unknown) => (key === 'fetched_at' ? '(time)' : one)),
  ) as unknown
}
