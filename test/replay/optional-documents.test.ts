// An optional document on another host, refused, missing, cut, failing or slow never takes the answer away: every product of
// every site, in its own shape and in the general one, and of every platform.
import { describe, expect, it } from 'vitest'
import { sites } from '../../adapters/sites/index.ts'
import { Fault } from '#kit/fault'
import { replayHar } from '../../src/record/har/har.ts'
import type { Send, UpstreamRequest } from '../../src/fetch/layer.ts'
import { upstreamFailure } from '../../src/fetch/upstream-failure.ts'
import { sample } from '../sample.ts'
import { findPlatformCases } from '../platforms/find-cases.ts'
import { runPlatformCase } from '../platforms/run-case.ts'
import { findCases } from './find-cases.ts'
import { configFor, runCase } from './run-case.ts'

/** A request that the answer can do without has half of the time; the deadline of a case is five seconds. */
function isOptional({ deadlineMs, purpose }: UpstreamRequest): boolean {
  return purpose === 'page' && deadlineMs - performance.now() < 3_000
}

const SPOILED: Readonly<Record<string, (request: UpstreamRequest, replay: Send) => ReturnType<Send>>> = {
  'on another host': () => Promise.reject(new Fault('url_not_allowed', 'another host')),
  refused: () => Promise.reject(upstreamFailure('challenged', 'no')),
  missing: () => Promise.reject(upstreamFailure('missing', 'no')),
  failing: () => Promise.reject(upstreamFailure('not_secure', 'no')),
  slow: () => Promise.reject(upstreamFailure('late', 'no')),
  async cut(request, replay) {
    const response = await replay(request)
    return { ...response, body: response.body.slice(0, response.body.length / 2) }
  },
}
const WAYS = Object.keys(SPOILED)

/** `seen` counts the optional requests. */
function spoiling(way: string, seen: { count: number }): (replay: Send) => Send {
  return replay => request => {
    if (!isOptional(request)) return replay(request)
    seen.count++
    return SPOILED[way]?.(request, replay) ?? replay(request)
  }
}

/** What a case may end in without its optional documents: the page alone may show no product. */
const WITHOUT = new Set(['ok', 'upstream_changed'])

/** A cut document is asked for again, with pauses. */
const some = <T>(all: readonly T[], way: string, nth = 1) => sample(all, way === 'cut' ? 8 : nth)

describe('of a site', () => {
  const products = findCases().filter(
    ({ name, expected }) => /\/product\//.test(name) && expected.result !== undefined,
  )

  // Each case is run four times: all of them take minutes on a busy machine.
  it.each(WAYS)('%s', { timeout: 240_000 }, async way => {
    const seen = { count: 0 }
    let named = 0
    for (const one of some(products, way, 3)) {
      const mapped = sites.find(({ name }) => name === one.site)?.product
      const readings = [undefined, ...(mapped ? [{ query: {}, include: ['sources'] }] : [])]
      for (const reading of readings) {
        const run = async (network: Send) => {
          const outcome = await runCase(one, network, configFor(one), undefined, reading)
          if ('fault' in outcome) return outcome.fault.code
          const { sources = {} } = outcome.result as { sources?: { operation?: { where: string } } }
          if (sources.operation?.where.startsWith('not available: /')) named++
          return 'ok'
        }
        const replay = replayHar(one.har, one.readBody)
        const [whole, without] = [await run(replay), await run(spoiling(way, seen)(replay))]
        expect(without === whole || (WITHOUT.has(without) && whole === 'ok'), `${one.name}: ${without}`).toBe(
          true,
        )
      }
    }
    expect(seen.count).toBeGreaterThan(way === 'cut' ? 2 : 20)
    expect(named).toBeGreaterThan(way === 'cut' ? 0 : 20)
  })
})

describe('of a platform', () => {
  const products = findPlatformCases().filter(({ expected }) => 'product' in expected)

  it.each(WAYS)('%s', { timeout: 120_000 }, async way => {
    const seen = { count: 0 }
    for (const one of some(products, way)) {
      const { outcome } = await runPlatformCase(one, spoiling(way, seen))
      const { fault } = outcome as { fault?: { code: string } }
      expect(WITHOUT, one.name).toContain(fault?.code ?? 'ok')
    }
    expect(seen.count).toBeGreaterThan(way === 'cut' ? 2 : 20)
  })
})
