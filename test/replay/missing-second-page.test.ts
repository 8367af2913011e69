// Additional requests and fallbacks: a refused or missing page makes its fields absent, a temporary failure makes them absent
// for a minute, and a failed source is replaced by its fallback.
import { expect, it } from 'vitest'
import { sites } from '../../adapters/sites/index.ts'
import { replayHar } from '../../src/record/har/har.ts'
import type { UpstreamRequest, UpstreamResponse } from '../../src/fetch/layer.ts'
import { upstreamFailure } from '../../src/fetch/upstream-failure.ts'
import { type Case, findCases } from './find-cases.ts'
import { type CaseOutcome, runCase } from './run-case.ts'

const cases = findCases()

function caseOf(name: string): Case {
  const found = cases.find(one => one.name === name)
  if (!found) throw new Error(`there is no case ${name}`)
  return found
}

const market = caseOf('sneakerexchange/product/happy')

/** Runs the case with every matching request failing. */
function failing(one: Case, fits: (method: string) => boolean, kind: Parameters<typeof upstreamFailure>[0]) {
  const recorded = replayHar(one.har, one.readBody)
  return runCase(one, async request => {
    if (fits(request.method)) throw upstreamFailure(kind, 'as it happens')
    return recorded(request)
  })
}

const isPost = (method: string) => method === 'POST'

it('an additional page that is not in the recording makes its fields absent', async () => {
  const entries = market.har.log.entries.filter(entry => entry.request.method !== 'POST')
  expect(entries.length).toBe(market.har.log.entries.length - 1)
  const outcome = await runCase({ ...market, har: { log: { ...market.har.log, entries } } })
  expect(outcome).toMatchObject({ absent: expect.arrayContaining(['/market']), freshForMs: 300_000 })
})

it('an additional page that cannot be reached makes its fields absent for a minute', async () => {
  const outcome = await failing(market, isPost, 'not_secure')
  expect(outcome).toMatchObject({ absent: expect.arrayContaining(['/market']), freshForMs: 60_000 })
})

const search = caseOf('sneakerexchange/search/page-where-graphql-is-gone')

it('a search whose GraphQL is missing or cannot be reached falls back to the page, and reports it', async () => {
  expect(await runCase(search)).toMatchObject({ way: 'page', result: search.expected.result })
  expect(await failing(search, isPost, 'not_secure')).toMatchObject({ way: 'page', freshForMs: 900_000 })
})

it('if both sources fail, the fault is that of the first', async () => {
  expect(await failing(search, () => true, 'not_secure')).toMatchObject({
    fault: { code: 'upstream_unreachable' },
  })
})

function withoutRules({ url }: UpstreamRequest): UpstreamResponse {
  return { url, status: 404, headers: {}, body: new Uint8Array(), charset: 'utf-8' }
}

/** `upstream_changed`: fastfashion2 can do without its first document, and lacks its second. */
const codeOf = (outcome: CaseOutcome) => ('fault' in outcome ? outcome.fault.code : 'ok')

const twoWays = cases.filter(({ site, name, expected }) => {
  const operations = sites.find(one => one.name === site)?.operations ?? []
  const found = operations.find(one => one.id === expected.operation)
  return name.endsWith('/happy') && found?.otherWay !== undefined && found.lookup !== undefined
})

it.each(twoWays.map(one => [one.name, one] as const))(
  '%s: a second source without the product does not turn a block of the first into not_found',
  async (_, one) => {
    let first = ''
    const outcome = await runCase(one, async request => {
      if (request.purpose === 'robots') return withoutRules(request)
      first ||= request.url.href
      throw upstreamFailure(request.url.href === first ? 'challenged' : 'missing', 'as it happens')
    })
    expect(['upstream_blocked', 'upstream_changed']).toContain(codeOf(outcome))
  },
)

it.each(twoWays.map(one => [one.name, one] as const))(
  '%s: a second source without the product does not turn a cut document of the first into not_found',
  async (_, one) => {
    let first = ''
    const outcome = await runCase(one, async request => {
      if (request.purpose === 'robots') return withoutRules(request)
      first ||= request.url.href
      if (request.url.href !== first) throw upstreamFailure('missing', 'as it happens')
      const headers = { 'content-type': 'application/json' }
      const body = Buffer.from('{"product":{"id":1,"title":"La')
      return { url: request.url, status: 200, headers, body, charset: 'utf-8' }
    })
    expect(['upstream_failed', 'upstream_changed']).toContain(codeOf(outcome))
  },
)

it('these are all sites whose product has two sources', () => {
  expect(new Set(twoWays.map(({ site }) => site)).size).toBeGreaterThan(5)
})
