// The ledger in Redis: one result for an input, however often it is written; nothing for a job that is gone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ledger, openLedger } from '../../src/bulk/ledger.ts'
import { paceOf } from '../../src/bulk/queues.ts'
import type { Result } from '../../src/bulk/result.ts'
import { readConfig } from '../../src/config.ts'
import { sites } from '../../src/sites/index.ts'
import { redisServer, useRedis } from '../services.ts'

const result = (line: number, outcome = 'ok'): Result => ({
  line,
  input: '{"a":"é"}',
  outcome,
  operation: 'a.b',
  fetchedAt: '2026-01-01T00:00:00.000Z',
  absent: ['/x'],
  body: '{"name":"é"}',
  problem: undefined,
})

describe.skipIf(redisServer === undefined)('the ledger', () => {
  let redis: Awaited<ReturnType<typeof useRedis>>
  let ledger: Ledger
  beforeAll(async () => {
    redis = await useRedis()
    ledger = openLedger(redis.url, redis.prefix)
  })
  afterAll(async () => {
    await ledger.close()
    await redis.drop()
  })

  it('keeps the first result of an input and counts it once', async () => {
    await ledger.create({ name: 'once', file: 'f', sha: 's' })
    const kept = await Promise.all(Array.from({ length: 20 }, () => ledger.record('once', result(7))))
    expect(kept.filter(Boolean)).toHaveLength(1)
    expect(await ledger.record('once', result(7, 'not_found'))).toBe(false)
    expect(await ledger.counts('once')).toEqual(new Map([['ok', 1]]))
    const [missing, found] = await ledger.results('once', [6, 7])
    expect(missing).toBeUndefined()
    expect(found).toEqual(JSON.parse(JSON.stringify(result(7))))
  })

  it('takes a result back once, so that its input can be done again', async () => {
    await ledger.create({ name: 'back', file: 'f', sha: 's' })
    await ledger.record('back', result(1, 'upstream_busy'))
    await ledger.forget('back', 1, 'upstream_busy')
    await ledger.forget('back', 1, 'upstream_busy')
    expect(await ledger.counts('back')).toEqual(new Map())
    expect(await ledger.record('back', result(1))).toBe(true)
  })

  it('keeps nothing for a job that is gone', async () => {
    await ledger.create({ name: 'gone', file: 'f', sha: 's' })
    await ledger.remove('gone')
    expect(await ledger.record('gone', result(1))).toBe(false)
    expect(await ledger.find('gone')).toBeUndefined()
    expect((await ledger.list()).map(job => job.name)).not.toContain('gone')
  })

  it('creates a job once, whoever comes first', async () => {
    const [first, second] = await Promise.all(
      ['one', 'two'].map(sha => ledger.create({ name: 'race', file: 'f', sha })),
    )
    expect(first?.sha).toBe(second?.sha)
  })
})

describe('the pace of a queue', () => {
  const site = readConfig(sites, { WARES_CONFIG: undefined }).sites[sites[0]?.name ?? '']
  it.each([
    [2, { max: 2, duration: 1000 }],
    [0.25, { max: 1, duration: 4000 }],
    [2.5, { max: 3, duration: 1200 }],
  ])('of %s requests a second is never faster', (requestsPerSecond, pace) => {
    if (!site) throw new Error('there is no site')
    expect(paceOf({ ...site, sandboxed: false, requestsPerSecond })).toEqual(pace)
    expect(paceOf({ ...site, sandboxed: true, requestsPerSecond })).toBeUndefined()
  })
})
