// Second answers and second ways: what is refused or gone is absent, what may come again is absent for a minute, and a way that
// is closed is followed by the other.
import { expect, it } from 'vitest'
import { replayHar } from '../../src/replay/har.ts'
import { upstreamFailure } from '../../src/upstream/upstream-failure.ts'
import { type Case, findCases } from './find-cases.ts'
import { runCase } from './run-case.ts'

const cases = findCases()

function caseOf(name: string): Case {
  const found = cases.find(one => one.name === name)
  if (!found) throw new Error(`there is no case ${name}`)
  return found
}

const market = caseOf('sneakerexchange/product/happy')

/** The case with every request that fits failing so. */
function failing(one: Case, fits: (method: string) => boolean, kind: Parameters<typeof upstreamFailure>[0]) {
  const recorded = replayHar(one.har, one.readBody)
  return runCase(one, async request => {
    if (fits(request.method)) throw upstreamFailure(kind, 'as it happens')
    return recorded(request)
  })
}

const isPost = (method: string) => method === 'POST'

it('a second answer that is not in the recording is absent', async () => {
  const entries = market.har.log.entries.filter(entry => entry.request.method !== 'POST')
  expect(entries.length).toBe(market.har.log.entries.length - 1)
  const outcome = await runCase({ ...market, har: { log: { ...market.har.log, entries } } })
  expect(outcome).toMatchObject({ absent: expect.arrayContaining(['/market']), freshForMs: 300_000 })
})

it('a second answer that cannot be reached is absent for a minute', async () => {
  const outcome = await failing(market, isPost, 'not_secure')
  expect(outcome).toMatchObject({ absent: expect.arrayContaining(['/market']), freshForMs: 60_000 })
})

const search = caseOf('sneakerexchange/search/page-where-graphql-is-gone')

it('a search whose GraphQL is gone or cannot be reached is read from its page, and says so', async () => {
  expect(await runCase(search)).toMatchObject({ way: 'page', result: search.expected.result })
  expect(await failing(search, isPost, 'not_secure')).toMatchObject({ way: 'page', freshForMs: 900_000 })
})

it('a fault of both ways is that of the first', async () => {
  expect(await failing(search, () => true, 'not_secure')).toMatchObject({
    fault: { code: 'upstream_unreachable' },
  })
})
