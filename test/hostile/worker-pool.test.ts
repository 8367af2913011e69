// Pages are read on worker threads: a hostile page costs its caller a fault, and other callers nothing.
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { DEFAULT_FRESHNESS } from '../../src/answer/cache/answer-cache.ts'
import { createEngine } from '../../src/answer/index.ts'
import { createPooledReader, type PooledReader } from '../../src/extract/thread/task-reader.ts'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { createEvents } from '../../src/runtime/events.ts'
import { Fault } from '#kit/fault'
import type { Send } from '../../src/fetch/layer.ts'
import { sites } from './hostile-sites.ts'

const LARGE_BYTES = 200 * 1024
/** On a busy machine a thread takes seconds to start. */
const SLOW_START = { timeout: 20_000 }

const readers: PooledReader[] = []
afterEach(async () => {
  await Promise.all(readers.splice(0).map(({ pool }) => pool.close()))
})

interface Setting {
  readonly workers?: number
  readonly readLimitMs?: number
  readonly deadlineMs?: number
}

function openEngine({ workers = 2, readLimitMs = 1_500, deadlineMs = 55_000 }: Setting = {}) {
  const config = {
    ...readConfig(sites, {
      WARES_SITE_HOSTILE_ORIGIN: 'http://h.test',
      WARES_SITE_OTHER_ORIGIN: 'http://o.test',
    }),
    deadlineMs,
  }
  const registry = createRegistry(sites, config)
  const bodies: Uint8Array[] = []
  // The path names the page: `/loop-7` loops.
  const send: Send = async ({ url }) => {
    if (url.pathname.includes('missing')) throw new Fault('not_found', 'no such page')
    const body = Buffer.alloc(url.pathname.includes('small') ? 100 : LARGE_BYTES, ' ')
    body.write(`<p>${url.pathname.slice(1)}`)
    bodies.push(body)
    return { url, status: 200, headers: { 'content-type': 'text/html' }, body, charset: 'utf-8' }
  }
  const replaced: string[] = []
  const reader = createPooledReader({
    workers,
    sitesModule: new URL('hostile-sites.ts', import.meta.url),
    readLimitMs,
    onReplaced: kind => replaced.push(kind),
  })
  readers.push(reader)
  const engine = createEngine({ config, send, events: createEvents(), reader })
  const ask = async (id: string, path: string, signal = new AbortController().signal): Promise<string> => {
    const entry = registry.byId.get(id)
    if (!entry) throw new Error(`there is no ${id}`)
    const prepared = engine.prepare(entry, [{ name: 'path', value: path, in: 'query' }])
    const options = { freshness: DEFAULT_FRESHNESS, caller: 'test', signal, onTiming: () => {} }
    const { answer } = await engine.run(prepared, options)
    return (JSON.parse(answer.body.toString()) as { said: string }).said
  }
  /** Starts all threads, because their start-up time is not under test. */
  const warmUp = async (): Promise<void> => {
    for (let n = 0; reader.pool.status().idle < workers; n++) {
      await Promise.all([0, 1, 2, 3].map(k => ask('other.page', `warm-${n}-${k}`).catch(() => {})))
    }
  }
  return { ask, pool: reader.pool, bodies, replaced, warmUp }
}

describe('page that loops', () => {
  it('ends in upstream_changed at the time limit, others are served meanwhile, and the pool recovers', async () => {
    const { ask, pool, replaced, warmUp } = openEngine({ readLimitMs: 2_000 })
    await warmUp()
    const startedMs = performance.now()
    let isOver = false
    const looping = ask('hostile.page', 'loop').catch((error: unknown) => {
      isOver = true
      return error
    })
    for (let round = 0; round < 10; round++) {
      expect(await ask('other.page', `well-${round}`)).toBe(`well ${LARGE_BYTES}`)
    }
    expect(isOver).toBe(false)
    expect(await looping).toMatchObject({
      code: 'upstream_changed',
      field: 'body',
      message: 'hostile, hostile.page: the page could not be read within 2000 ms',
    })
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(1_990)
    expect(replaced).toEqual(['over limit'])
    expect(await ask('hostile.page', 'well')).toBe(`well ${LARGE_BYTES}`)
    await expect.poll(() => pool.status().idle, SLOW_START).toBe(2)
    expect(pool.status()).toEqual({ size: 2, threads: 2, idle: 2, running: 0, queued: 0 })
  })

  it('is as harmless when it is read on the way to another page', async () => {
    const { ask } = openEngine({ readLimitMs: 500 })
    const looping = ask('hostile.list', 'loop')
    const neighbour = ask('other.page', 'well')
    await expect(looping).rejects.toMatchObject({ code: 'upstream_changed' })
    expect(await neighbour).toBe(`well ${LARGE_BYTES}`)
  })

  it('never blocks the main thread', async () => {
    const { ask, warmUp } = openEngine({ readLimitMs: 1_000 })
    await warmUp()
    const startedMs = performance.now()
    let longestMs = 0
    let lastMs = startedMs
    const beat = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - lastMs)
      lastMs = performance.now()
    }, 5)
    await Promise.allSettled([ask('hostile.page', 'loop'), ask('hostile.list', 'loop')])
    clearInterval(beat)
    // If it did, the longest pause would be the time that the page loops.
    expect(longestMs).toBeLessThan((performance.now() - startedMs) / 2)
  })

  it('ends in upstream_timeout when the deadline comes before the limit', async () => {
    const { ask, replaced, warmUp } = openEngine({ readLimitMs: 60_000, deadlineMs: 5_000 })
    await warmUp()
    await expect(ask('hostile.page', 'loop')).rejects.toMatchObject({ code: 'upstream_timeout' })
    await expect.poll(() => replaced, SLOW_START).toEqual(['over deadline'])
  })
})

describe('worker', () => {
  it('that ends in the middle of a job fails only that job, and is replaced', async () => {
    const { ask, pool, replaced } = openEngine()
    const crashing = ask('hostile.page', 'exit')
    const others = Array.from({ length: 20 }, (_, n) => ask('other.page', `well-${n}`))
    await expect(crashing).rejects.toMatchObject({ code: 'internal' })
    expect(new Set(await Promise.all(others))).toEqual(new Set([`well ${LARGE_BYTES}`]))
    expect(replaced).toEqual(['crashed'])
    expect(pool.status()).toMatchObject({ running: 0, queued: 0 })
  })

  it('whose page exceeds the memory limit fails only that job', async () => {
    const { ask } = openEngine({ readLimitMs: 100_000, deadlineMs: 110_000 })
    await expect(ask('hostile.page', 'hoard')).rejects.toMatchObject({
      code: 'upstream_changed',
      field: 'body',
    })
    expect(await ask('other.page', 'well')).toBe(`well ${LARGE_BYTES}`)
  }, 120_000)

  it('returns faults and errors as they were thrown', async () => {
    const { ask } = openEngine()
    await expect(ask('hostile.page', 'changed')).rejects.toMatchObject({
      code: 'upstream_changed',
      field: '/said',
      message: 'hostile, hostile.page: it is gone',
    })
    const mistake = await ask('hostile.page', 'throw').catch((error: unknown) => error as Fault)
    expect(mistake).toMatchObject({ code: 'internal' })
    expect((mistake as Fault).cause).toMatchObject({ name: 'TypeError', message: 'a mistake of ours' })
    expect(String(((mistake as Fault).cause as Error).stack)).toContain('hostile-sites.ts')
  })

  it('reads a page in load, requests the next, and gets both', async () => {
    const { ask, bodies } = openEngine()
    expect(await ask('hostile.list', 'first')).toBe(`first ${LARGE_BYTES}, after ${LARGE_BYTES}`)
    expect(bodies).toHaveLength(2)
    const gone = (await ask('hostile.list', 'missing').catch((error: unknown) => error)) as Fault
    expect(gone.cause).toMatchObject({ code: 'not_found', message: 'no such page' })
  })

  it('gets the bytes without a copy, and they are released', async () => {
    const { ask, bodies } = openEngine()
    await ask('hostile.page', 'large')
    expect(bodies.map(body => body.buffer.byteLength)).toEqual([0])
  })
})

describe('thousand jobs', () => {
  it('are all read by two workers, once each', async () => {
    const { ask, pool } = openEngine()
    const said = await Promise.all(Array.from({ length: 1_000 }, (_, n) => ask('other.page', `n${n}`)))
    expect(new Set(said).size).toBe(1_000)
    expect(pool.status()).toMatchObject({ size: 2, threads: 2, running: 0, queued: 0 })
  })

  it('wait no longer than their callers', async () => {
    const { ask, pool } = openEngine({ workers: 1 })
    const caller = new AbortController()
    const asked = Array.from({ length: 100 }, (_, n) => ask('other.page', `n${n}`, caller.signal))
    await expect.poll(() => pool.status().queued).toBeGreaterThan(50)
    caller.abort()
    const ends = await Promise.allSettled(asked)
    expect(ends.filter(end => end.status === 'rejected').length).toBeGreaterThan(50)
    await expect.poll(() => pool.status()).toMatchObject({ running: 0, queued: 0 })
  })
})

describe('small page', () => {
  it('is read on the main thread', async () => {
    const { ask, bodies } = openEngine()
    expect(await ask('other.page', 'small')).toBe('small 100')
    expect(bodies[0]?.buffer.byteLength).toBeGreaterThan(0)
  })
})
