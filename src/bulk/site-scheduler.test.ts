// The scheduler: respects limits, no site delays another, and every item runs exactly once.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type SiteItem, type SiteSchedulerOptions, runPerSite } from './site-scheduler.ts'

const items = (...sites: readonly [site: string, count: number][]): SiteItem<string>[] =>
  sites.flatMap(([site, count]) =>
    Array.from({ length: count }, (_, place) => ({ site, item: `${site}${place}` })),
  )

async function* stream<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list
}

const options = (changed: Partial<SiteSchedulerOptions<string>>): SiteSchedulerOptions<string> => ({
  concurrency: 8,
  concurrencyOf: () => 8,
  readAhead: 50,
  run: async () => undefined,
  signal: new AbortController().signal,
  ...changed,
})

describe('the scheduler', () => {
  it('respects the total limit and the limit per site, and runs every item once', async () => {
    const now = { all: 0, a: 0 }
    const most = { all: 0, a: 0 }
    const ran: string[] = []
    const list = items(['a', 40], ['b', 40])
    await runPerSite(
      stream(list),
      options({
        concurrency: 5,
        concurrencyOf: site => (site === 'a' ? 2 : 100),
        async run(item) {
          const isA = item.startsWith('a') ? 1 : 0
          now.all++
          now.a += isA
          most.all = Math.max(most.all, now.all)
          most.a = Math.max(most.a, now.a)
          await sleep(5)
          now.all--
          now.a -= isA
          ran.push(item)
          return undefined
        },
      }),
    )
    expect(most).toEqual({ all: 5, a: 2 })
    expect(ran.toSorted()).toEqual(list.map(one => one.item).toSorted())
  })

  it('does not let a slow site delay others, as far as it reads ahead', async () => {
    const order: string[] = []
    await runPerSite(
      stream(items(['slow', 20], ['fast', 5])),
      options({
        concurrencyOf: site => (site === 'slow' ? 1 : 8),
        async run(item) {
          await sleep(item.startsWith('slow') ? 15 : 0)
          order.push(item)
          return undefined
        },
      }),
    )
    expect(order.slice(0, 12)).toEqual(expect.arrayContaining(['fast0', 'fast1', 'fast2', 'fast3', 'fast4']))
  })

  it('reads no further ahead than allowed', async () => {
    let read = 0
    let done = 0
    let furthest = 0
    async function* counted() {
      for (const one of items(['a', 100])) {
        read++
        furthest = Math.max(furthest, read - done)
        yield one
      }
    }
    await runPerSite(
      counted(),
      options({
        readAhead: 10,
        concurrency: 2,
        async run() {
          await sleep(0)
          done++
          return undefined
        },
      }),
    )
    expect(done).toBe(100)
    expect(furthest).toBeLessThanOrEqual(11)
  })

  it('retries an item after its delay, with its site paused and the others running', async () => {
    const log: { run: string; atMs: number }[] = []
    await runPerSite(
      stream(items(['a', 2], ['b', 3])),
      options({
        concurrencyOf: () => 1,
        async run(item, attempt) {
          log.push({ run: `${item}#${attempt}`, atMs: performance.now() })
          return item === 'a0' && attempt < 3 ? { delayMs: 200, pauseSiteMs: 200 } : undefined
        },
      }),
    )
    const inA = log.filter(({ run }) => run.startsWith('a'))
    expect(inA.map(({ run }) => run).toSorted()).toEqual(['a0#1', 'a0#2', 'a0#3', 'a1#1'])
    expect(inA[0]?.run).toBe('a0#1')
    // Any item may be next: a loaded machine may wake both at once.
    expect((inA[1]?.atMs ?? 0) - (inA[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(199)
    const runs = log.map(({ run }) => run)
    expect(runs.indexOf('b2#1')).toBeLessThan(runs.indexOf('a0#2'))
  })

  it('finishes running items and starts no more after a stop', async () => {
    const stop = new AbortController()
    const started: string[] = []
    const ended: string[] = []
    await runPerSite(
      stream(items(['a', 100])),
      options({
        concurrency: 3,
        signal: stop.signal,
        async run(item) {
          started.push(item)
          if (started.length === 6) stop.abort()
          await sleep(5)
          ended.push(item)
          return undefined
        },
      }),
    )
    expect(ended.toSorted()).toEqual(started.toSorted())
    expect(started).toHaveLength(6)
  })

  it('finishes all items, no matter how slowly they are read', async () => {
    const done: string[] = []
    const first = Promise.withResolvers<void>()
    async function* slow() {
      const [one, two] = items(['a', 2])
      if (one) yield one
      await first.promise
      await sleep(5)
      if (two) yield two
    }
    await runPerSite(
      slow(),
      options({
        async run(item) {
          if (item === 'a1') await sleep(50)
          done.push(item)
          first.resolve()
          return undefined
        },
      }),
    )
    expect(done).toEqual(['a0', 'a1'])
  })

  it.each(['run', 'source'])('fails with the error of the %s', async where => {
    async function* broken() {
      yield* items(['a', 3])
      throw new Error('source')
    }
    const work = runPerSite(
      where === 'source' ? broken() : stream(items(['a', 100])),
      options({
        async run(item) {
          if (item === 'a50') throw new Error('run')
          return undefined
        },
      }),
    )
    await expect(work).rejects.toThrow(where)
  })
})
