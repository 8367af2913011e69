// One check of a canary: what it asks the engine for, what is recorded, and what is only postponed.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sites } from '../../adapters/sites/index.ts'
import { type Canaries, type CanaryParts, createCanaries } from '../../src/health/canaries/canaries.ts'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { Fault } from '#kit/fault'
import { systemClock } from '../../src/runtime/clock.ts'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { CANARY_CALLER } from '../../src/fetch/layer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('canary-checks')
const registry = createRegistry(sites)
let store: Store
let canaries: Canaries | undefined

beforeAll(async () => {
  store = await openEmbeddedStore(folder)
})
afterEach(() => canaries?.close())
afterAll(async () => {
  await store.close()
})

type Run = CanaryParts['engine']['run']

async function open(run: () => unknown, changes: Record<string, unknown> = {}) {
  const asked: Parameters<Run>[1][] = []
  const listed = [
    {
      operation: 'sneakerhub.prices',
      params: { id: '1' },
      name: `n${Math.random()}`,
      expect: ['rows >= 2', 'rows < 9', '0 exists'],
      ...changes,
    },
  ]
  const config = { sites: {}, reader: { hosts: [], concurrency: 1 }, canaries: listed }
  const engine = {
    prepare: () => ({ params: {}, requestKey: 'key' }),
    run: (_prepared: unknown, options: Parameters<Run>[1]) => {
      asked.push(options)
      return Promise.resolve().then(run)
    },
  }
  const parts = { config, database: store.database, engine, registry, clock: systemClock }
  canaries = createCanaries(parts as unknown as CanaryParts)
  await canaries.applySettings()
  return { canaries, asked, listed }
}

const answerOf = (value: unknown) => () => ({ answer: { body: Buffer.from(JSON.stringify(value)) } })
const fault = (code: 'upstream_failed' | 'upstream_changed' | 'overloaded') => () => {
  throw new Fault(code, 'x'.repeat(600))
}

async function checked(run: () => unknown) {
  const opened = await open(run)
  await vi.waitFor(() => expect(opened.canaries.current()[0]?.state ?? 'new').not.toBe('new'), {
    timeout: 10_000,
  })
  return { ...opened, status: opened.canaries.current()[0] }
}

describe('a canary', () => {
  it('asks the shop itself, as a caller of its own', async () => {
    const { asked, status } = await checked(answerOf([1, 2]))
    expect(status).toMatchObject({ state: 'ok', detail: null })
    expect(asked[0]).toMatchObject({
      freshness: { maxAgeMs: 0, onlyIfCached: false, store: true },
      caller: CANARY_CALLER,
      recordFor: { requestId: status?.request_id, keyId: null, isRecorded: false },
    })
  })

  it('names everything that is not as expected, in at most 500 characters', async () => {
    const { status } = await checked(answerOf([]))
    expect(status).toMatchObject({
      state: 'failing',
      detail: 'expected rows >= 2, found "0"; expected 0 exists, found nothing',
    })
  })

  it('is doubtful after a fault that may pass, and failing after one that will not', async () => {
    const passing = await checked(fault('upstream_failed'))
    expect(passing.status?.state).toBe('doubtful')
    expect(passing.status?.detail).toHaveLength(500)
    await passing.canaries.close()
    expect((await checked(fault('upstream_changed'))).status?.state).toBe('failing')
  })

  it('that could not ask is checked later, and nothing is recorded', async () => {
    const { canaries: own, asked } = await open(fault('overloaded'))
    await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 10_000 })
    await own.close()
    expect((await own.store.list())[0]).toMatchObject({ state: 'new', checked_at: null })
  })
})

describe('settings', () => {
  it('that are removed leave the status, and none start nothing', async () => {
    const { canaries: own, listed } = await checked(answerOf([1, 2]))
    listed.length = 0
    await own.applySettings()
    expect(own.current()).toEqual([])
    expect(await own.store.list()).toEqual([])
  })

  it.each<[Record<string, unknown>, string | RegExp]>([
    [{ expect: [] }, 'canaries[0] in wares.yaml: expect needs conditions'],
    [{ expect: ['rows > 1', 'price cheap'] }, 'is not a condition'],
    [
      { every: 'auto' },
      /^canaries\[0\] in wares\.yaml: every must be a time such as 1h; auto is for watches\.$/,
    ],
    [{ every: '5s' }, 'canaries[0] in wares.yaml: every'],
  ])('of %j are refused', async (changes, why) => {
    await expect(open(answerOf([]), changes)).rejects.toThrow(why)
  })
})
