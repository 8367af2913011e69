// A second answer that is missing: not in a recording, the product comes without it; not to be reached, there is a fault.
import { expect, it } from 'vitest'
import { replayHar } from '../../src/upstream/har.ts'
import { misfortune } from '../../src/upstream/misfortune.ts'
import { type Case, findCases } from './find-cases.ts'
import { runCase } from './run-case.ts'

const cases = findCases()

function caseOf(name: string): Case {
  const found = cases.find(one => one.name === name)
  if (!found) throw new Error(`there is no case ${name}`)
  return found
}

const market = caseOf('sneakerexchange/product/happy')

it('that is not in the recording is absent', async () => {
  const entries = market.har.log.entries.filter(entry => entry.request.method !== 'POST')
  expect(entries.length).toBe(market.har.log.entries.length - 1)
  const outcome = await runCase({ ...market, har: { log: { ...market.har.log, entries } } })
  expect(outcome).toMatchObject({ absent: expect.arrayContaining(['/market']) })
})

it('that cannot be reached is a fault', async () => {
  const recorded = replayHar(market.har, market.readBody)
  const outcome = await runCase(market, async request => {
    if (request.method === 'POST') throw misfortune('not_secure', 'no TLS session could be made')
    return recorded(request)
  })
  expect(outcome).toMatchObject({ fault: { code: 'upstream_unreachable' } })
})
