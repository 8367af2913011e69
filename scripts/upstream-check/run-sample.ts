// Runs one recorded sample through its adapter, as if the site had sent it.
import type { SiteConfig } from '../../src/settings/site-config.ts'
import { openEngine, runOnce } from '../../src/answer/open-engine.ts'
import type { RegisteredOperation } from '../../src/answer/request/registry.ts'
import type { GeneralShapeOptions } from '../../src/answer/request/prepare-request.ts'
import { replayHar } from '../../src/record/har/har.ts'
import type { Sample } from './sample.ts'

export interface SampleAnswer {
  readonly result: unknown
  /** The header `Wares-Absent`. */
  readonly absent: string
  /** The exact pointers of the absent fields. */
  readonly absentAt: readonly string[]
}

/** `reading`: the answer is then in the general shape. */
export async function runSample(
  entry: RegisteredOperation,
  sample: Sample,
  reading?: GeneralShapeOptions,
): Promise<SampleAnswer> {
  const configs = { [entry.site.name]: siteConfig(entry.site.name, sample) }
  const config = {
    sites: configs,
    userAgent: 'upstream-check',
    maxPageBytes: 64e6,
    deadlineMs: 10_000,
    maxInFlight: 10,
    cacheBytes: 1e6,
  }
  const { engine, close } = openEngine(config, { network: replayHar(harOf(sample)) })
  try {
    const rawParams = Object.entries(sample.params).map(([name, value]) => ({
      name,
      value,
      in: 'body' as const,
    }))
    const answer = await runOnce(engine, entry, rawParams, { reading, caller: 'upstream-check' })
    return { result: JSON.parse(answer.body.toString()), absent: answer.absent, absentAt: answer.absentAt }
  } finally {
    await close()
  }
}

function siteConfig(name: string, sample: Sample): SiteConfig {
  return {
    enabled: true,
    origins: { main: `https://${name}.example`, ...sample.origins },
    settings: sample.settings ?? {},
    sandboxed: false,
    requestsPerSecond: 1_000,
    concurrency: 10,
    timeoutMs: 5_000,
    breaker: { failures: 10, openMs: 1_000 },
    render: 'none',
    proxy: undefined,
  }
}

/** URLs may be prefixed with a method other than GET: `POST https://…`. */
function harOf(sample: Sample) {
  const entries = Object.entries(sample.responses).map(([address, text]) => {
    const [, method = 'GET', url = address] = /^([A-Z]+) (.*)$/s.exec(address) ?? []
    const mimeType = /^\s*[{[]/.test(text) ? 'application/json' : 'text/html; charset=utf-8'
    return {
      request: { method, url },
      response: {
        status: 200,
        headers: [{ name: 'content-type', value: mimeType }],
        content: { mimeType, text },
      },
    }
  })
  return { log: { version: '1.2', creator: { name: 'upstream-check', version: '1' }, entries } }
}
