// The watch runner with a simulated clock: which watch is checked when and by which process, and what happens on failure.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { markTrouble } from '../../src/store/database-trouble.ts'
import type { Checker } from '../../src/watch/check/checker.ts'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import { createWatchQueue } from '../../src/watch/check/watch-queue.ts'
import { nextOpenMs, type ShopConfig } from '../../src/watch/store/shop-limits.ts'
import { createWatchRunner } from '../../src/watch/check/runner.ts'
import { createWatchStore, type WatchStore } from '../../src/watch/store/watch-store.ts'
import { newWatch } from './watch-store-conformance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const START = Date.UTC(2027, 0, 1)
const HOUR = 3_600_000
const folder = temporaryFolder('runner')
let store: Store
let watches: WatchStore
let nowMs = START
const clock = { wallMs: () => nowMs, monotonicMs: () => nowMs }

beforeAll(async () => {
  store = await openEmbeddedStore(folder)
  watches = createWatchStore(store.database)
})
afterAll(async () => {
  await store.close()
})
beforeEach(async () => {
  nowMs = START
  for (const watch of (await watches.list({ limit: 1000 })).watches) await watches.remove(watch.id)
})

const ok = (requestId = 'r') => ({
  kind: 'facts' as const,
  facts: { price: '1.00 EUR' },
  requestId,
  atMs: nowMs,
})

function runnerWith(check: Checker, siteLimit = 100, checks = createCheckStore(store.database)) {
  const errors: unknown[] = []
  const runner = createWatchRunner({
    queue: createWatchQueue(store.database),
    checks,
    check,
    clock,
    siteLimit: () => siteLimit,
    onError: error => errors.push(error),
  })
  return { runner, errors }
}

async function addMany(count: number, everyS = 3600): Promise<void> {
  for (let n = 0; n < count; n++) await watches.add(newWatch({ everyS }), START)
}

describe('watch runner', () => {
  it('checks every watch once an hour, evenly', async () => {
    await addMany(60)
    const perMinute = new Map<number, number>()
    const byWatch = new Map<string, number>()
    const { runner } = runnerWith(async watch => {
      const minute = Math.floor((nowMs - START) / 60_000)
      perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1)
      byWatch.set(watch.id, (byWatch.get(watch.id) ?? 0) + 1)
      return ok()
    })
    for (let minute = 0; minute < 5 * 60; minute++) {
      await runner.tick()
      await runner.idle()
      nowMs += 60_000
    }
    // The first check comes soon after a watch is added; then one an hour, spread out.
    const counts = [...byWatch.values()]
    expect(counts).toHaveLength(60)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(5)
    expect(Math.max(...counts)).toBeLessThanOrEqual(6)
    const later = [...perMinute].filter(([minute]) => minute > 120).map(([, count]) => count)
    expect(Math.max(...later)).toBeLessThan(12)
  })

  it('checks each watch once after a long pause, not once for every missed turn', async () => {
    await addMany(20)
    let checks = 0
    const { runner } = runnerWith(async () => {
      checks++
      return ok()
    })
    nowMs += 48 * HOUR
    await runner.tick()
    await runner.idle()
    await runner.tick()
    expect(checks).toBe(20)
    const due = (await watches.list({ limit: 100 })).watches.map(watch => watch.dueAtMs - nowMs)
    expect(Math.max(...due) - Math.min(...due)).toBeGreaterThan(0.2 * HOUR)
    expect(Math.max(...due)).toBeLessThanOrEqual(1.1 * HOUR + 1)
  })

  it('checks a shop only at the times that its operator allows', async () => {
    await addMany(3)
    let checks = 0
    const config = {
      sites: { shop: { active: '22:00-06:00 Europe/Berlin', requestsPerSecond: 1 } },
      reader: { hosts: [], sandboxOrigins: [] },
    } as unknown as ShopConfig
    const runner = createWatchRunner({
      queue: createWatchQueue(store.database),
      checks: createCheckStore(store.database),
      check: async () => {
        checks++
        return ok()
      },
      clock,
      siteLimit: () => 100,
      nextOpenMs: (site, at) => nextOpenMs(config, site, at),
      onError: () => {},
    })
    nowMs = START + 8 * HOUR
    await runner.tick()
    await runner.idle()
    expect(checks).toBe(0)
    const due = (await watches.list({ limit: 10 })).watches.map(watch => watch.dueAtMs)
    expect(new Set(due)).toEqual(new Set([START + 21 * HOUR]))
    nowMs = START + 21 * HOUR
    await runner.tick()
    await runner.idle()
    expect(checks).toBe(3)
  })

  it('runs no more concurrent checks of a site than the site allows', async () => {
    await addMany(12)
    let atOnce = 0
    let most = 0
    const { runner } = runnerWith(async () => {
      most = Math.max(most, ++atOnce)
      await new Promise(resolve => setTimeout(resolve, 5))
      atOnce--
      return ok()
    }, 3)
    nowMs += HOUR
    const begun: number[] = []
    for (let n = 0; n < 5; n++) {
      begun.push(await runner.tick())
      expect(await runner.tick()).toBe(0)
      await runner.idle()
    }
    expect(begun).toEqual([3, 3, 3, 3, 0])
    expect(most).toBe(3)
  })

  it('does not let a site wait behind the queue of another', async () => {
    for (let n = 0; n < 200; n++) await watches.add(newWatch({ site: 'busy' }), START)
    nowMs += HOUR
    for (let n = 0; n < 3; n++) await watches.add(newWatch({ site: 'quiet' }), nowMs)
    nowMs += 2 * 60_000
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
    const asked: string[] = []
    const { runner } = runnerWith(async watch => {
      asked.push(watch.site)
      if (watch.site === 'busy') await isAnswered
      return ok()
    }, 4)
    expect(await runner.tick()).toBe(7)
    expect(asked.filter(site => site === 'quiet')).toHaveLength(3)
    answer()
    await runner.idle()
    expect(await runner.tick()).toBe(4)
    await runner.idle()
  })

  it('checks a failing watch less and less often, and reports since when it fails', async () => {
    await addMany(1)
    const times: number[] = []
    const { runner } = runnerWith(async () => {
      times.push(nowMs)
      return {
        kind: 'fault' as const,
        fault: 'upstream_failed',
        detail: 'HTTP 500',
        requestId: 'r',
        atMs: nowMs,
      }
    })
    for (let minute = 0; minute < 72 * 60; minute += 5) {
      await runner.tick()
      await runner.idle()
      nowMs += 5 * 60_000
    }
    const gaps = times.slice(1).map((at, n) => (at - (times[n] ?? at)) / HOUR)
    expect(times.length).toBeLessThan(10)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(24 * 1.6)
    const [watch] = (await watches.list({ limit: 1 })).watches
    expect(watch).toMatchObject({
      outcome: 'upstream_failed',
      detail: 'HTTP 500',
      knowledge: { isFailing: true },
    })
  })

  it('records nothing of a check that was postponed by limits, and runs it later', async () => {
    await addMany(1)
    let isBusy = true
    const { runner } = runnerWith(async () => (isBusy ? { kind: 'postponed', byMs: 30_000 } : ok()))
    nowMs += HOUR
    await runner.tick()
    await runner.idle()
    const [before] = (await watches.list({ limit: 1 })).watches
    expect(before).toMatchObject({ checkSeq: 0, outcome: null, dueAtMs: nowMs + 30_000 })
    isBusy = false
    nowMs += 30_000
    await runner.tick()
    await runner.idle()
    expect((await watches.list({ limit: 1 })).watches[0]?.outcome).toBe('ok')
  })

  it('uses an answer of another caller only while it is young beside the interval', async () => {
    for (const everyS of [60, 3600, 86_400]) await addMany(1, everyS)
    const ages = new Map<number, number>()
    const { runner } = runnerWith(async (watch, { maxAgeMs }) => {
      ages.set(watch.everyS, maxAgeMs)
      return ok()
    })
    nowMs += HOUR
    await runner.tick()
    await runner.idle()
    expect([...ages].toSorted(([a], [b]) => a - b)).toEqual([
      [60, 6_000],
      [3600, 30_000],
      [86_400, 30_000],
    ])
  })

  it('leaves a check that its stop interrupts due at once', async () => {
    await addMany(1)
    const { runner } = runnerWith(async (_, { signal }) => {
      await new Promise(resolve => signal.addEventListener('abort', resolve))
      return { kind: 'postponed', byMs: HOUR }
    })
    nowMs += HOUR
    await runner.tick()
    await runner.close()
    const [watch] = (await watches.list({ limit: 1 })).watches
    expect(watch?.dueAtMs).toBeLessThanOrEqual(nowMs)
    expect(await createWatchQueue(store.database).duePartitions(nowMs)).toEqual(['shop'])
  })

  it('shares the work with another runner, and no check runs twice', async () => {
    await addMany(40)
    const done: string[] = []
    const check: Checker = async watch => {
      done.push(watch.id)
      return ok()
    }
    const runners = [runnerWith(check), runnerWith(check)]
    nowMs += HOUR
    await Promise.all(runners.map(({ runner }) => runner.tick()))
    await Promise.all(runners.map(({ runner }) => runner.idle()))
    expect(done).toHaveLength(40)
    expect(new Set(done).size).toBe(40)
  })

  it('records a result that the database refuses as an outcome, instead of fetching the page again', async () => {
    await addMany(1)
    const inner = createCheckStore(store.database)
    let asked = 0
    const { runner, errors } = runnerWith(
      async () => {
        asked++
        return ok()
      },
      1,
      {
        async record(watch, check) {
          // As PostgreSQL refuses a text with U+0000.
          if (check.kind === 'facts') throw new Error('invalid byte sequence')
          return inner.record(watch, check)
        },
      },
    )
    nowMs += HOUR
    for (let n = 0; n < 3; n++) {
      await runner.tick()
      await runner.idle()
      nowMs += 80_000
    }
    expect(asked).toBe(1)
    expect(errors).toHaveLength(1)
    const [watch] = (await watches.list({ limit: 1 })).watches
    expect(watch).toMatchObject({ outcome: 'internal', checkSeq: 1, knowledge: { failures: 1 } })
  })

  it('tries to record a check again while the database is in trouble', async () => {
    await addMany(1)
    const inner = createCheckStore(store.database)
    let attempts = 0
    const { runner } = runnerWith(async () => ok(), 1, {
      async record(watch, check) {
        if (++attempts < 3) throw markTrouble(new Error('SQLite: the disk is full'))
        return inner.record(watch, check)
      },
    })
    nowMs += HOUR
    await runner.tick()
    await runner.idle()
    expect(attempts).toBe(3)
    expect((await watches.list({ limit: 1 })).watches[0]).toMatchObject({ outcome: 'ok', checkSeq: 1 })
  })

  it('reports a check that threw, and repeats it a minute later', async () => {
    await addMany(1)
    const { runner, errors } = runnerWith(async () => {
      throw new Error('broken')
    })
    nowMs += HOUR
    await runner.tick()
    await runner.idle()
    expect(errors).toHaveLength(1)
    const other = runnerWith(async () => ok())
    expect(await other.runner.tick()).toBe(0)
    nowMs += 59_999
    expect(await other.runner.tick()).toBe(0)
    nowMs += 1
    expect(await other.runner.tick()).toBe(1)
    await other.runner.idle()
  })
})
