// Runs the current adapters on one recording, with the same parameters and the recorded responses; fetches nothing.
import type { Config } from '../../settings/config.ts'
import { openEngine, runOnce } from '../../answer/open-engine.ts'
import { shopDirectoryOf } from '../../settings/shop-directory.ts'
import { type RegisteredOperation, isComposite } from '../../answer/request/registry.ts'
import { asFault } from '../../answer/problems.ts'
import type { ReplayOutcome } from '../../record/compare.ts'
import { replayConfig } from '../../record/config-from-recording.ts'
import { replayHar } from '../../record/har/har.ts'
import type { ReplayableRecording } from '../../record/har/har-file.ts'
import { toRawParams } from '#kit/params/param-specs'
import { valueOf } from '../../answer/cache/answer.ts'

export async function replayRecording(
  entry: RegisteredOperation,
  recording: ReplayableRecording,
  configured: Config,
): Promise<ReplayOutcome> {
  const { har, facts } = recording
  const rawParams = toRawParams(facts._params)
  const isOld = facts._sites === undefined && !isComposite(entry)
  const config = isOld
    ? replayConfig(configured, entry.site, rawParams, har)
    : configAsRecorded(configured, recording)
  const { engine, close } = openEngine(config, { network: replayHar(har) })
  try {
    const answer = await runOnce(engine, entry, rawParams)
    return { answer: valueOf(answer), absent: answer.absentAt }
  } catch (error) {
    const { code, field } = asFault(error)
    return { fault: { code, field }, absent: [] }
  } finally {
    await close()
  }
}

/** Recorded origins and settings, without limits, because nothing is fetched. Sites that were not recorded are disabled. */
function configAsRecorded(config: Config, { har, facts }: ReplayableRecording): Config {
  const then = facts._sites ?? {}
  const sites = Object.entries(config.sites).map(([name, site]): [string, Config['sites'][string]] => {
    const recorded = then[name]
    if (!recorded) return [name, { ...site, enabled: false }]
    return [
      name,
      {
        ...site,
        ...recorded,
        enabled: true,
        sandboxed: false,
        render: 'none',
        requestsPerSecond: 1_000,
        concurrency: 100,
      },
    ]
  })
  const readerOrigins = har.log.entries
    .filter(one => !then[one._site ?? ''])
    .flatMap(one => URL.parse(one.request.url)?.origin ?? [])
  return {
    ...config,
    sites: Object.fromEntries(sites),
    reader: {
      ...config.reader,
      hosts: [...new Set(readerOrigins)].map(origin => unlimitedHost(origin, config)),
      sandboxOrigins: [],
    },
  }
}

/** The host with its present rules, and without a rate limit: a replay sends nothing. */
function unlimitedHost(host: string, config: Config): Config['reader']['hosts'][number] {
  const { fields } = shopDirectoryOf(config).shopOf(`${host}/`)?.shop ?? {}
  return { host, requestsPerSecond: 1_000, concurrency: 100, timeoutMs: 10_000, render: 'none', fields }
}
