// When scheduled checks run: `active` and `every` by the text, whatever made the watch due, over changes of the clocks.
import { beforeAll, describe, expect, it } from 'vitest'
import { createCheckStore } from '../../../src/watch/store/check-store.ts'
import { createWatchRunner } from '../../../src/watch/check/runner.ts'
import { readFields } from '../../../src/settings/fields.ts'
import { mergeRules, ruleFields } from '../../../src/settings/watch-rules/rule-fields.ts'
import type { CheckResult } from '../../../src/watch/model/knowledge.ts'
import type { Watch } from '../../../src/watch/model/watch.ts'
import { createWatchQueue } from '../../../src/watch/check/watch-queue.ts'
import { createWatchStore } from '../../../src/watch/store/watch-store.ts'
import { onBothDatabases, type TwoConnections } from '../../two-stores.ts'
import { newWatch } from '../watch-store-conformance.ts'
import { type ActiveTimes, isActive, nextActive, nextLearned } from './schedule-oracle.ts'
import { type Chance, chance, DAY, HOUR, MINUTE } from './seed.ts'

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
/** The hour before clocks go forward or back in these zones. */
const TURNS = [
  '2026-03-29T00:30:00Z',
  '2026-10-25T00:30:00Z',
  '2026-03-08T06:30:00Z',
  '2026-04-04T14:40:00Z',
  '2026-06-03T00:00:00Z',
].map(text => Date.parse(text))
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

function activeTimes(luck: Chance): ActiveTimes {
  const from = luck.int(0, 1439)
  const to = (from + luck.pick([2, 5, 9, 14, 30, 90, 600, 1430])) % 1440
  const zone = luck.pick(ZONES)
  const [first, last] = [luck.int(0, 6), luck.int(0, 6)]
  const isEvery = luck.is(0.5)
  const days = DAYS.keys()
    .toArray()
    .filter(day => isEvery || (first <= last ? day >= first && day <= last : day >= first || day <= last))
  return {
    text: `${isEvery ? '' : `${DAYS[first]}-${DAYS[last]} `}${clock(from)}-${clock(to)} ${zone}`,
    days,
    from,
    to,
    zone,
  }
}

const page = (cents: number): CheckResult => ({
  kind: 'facts',
  facts: { price: `${(cents / 100).toFixed(2)} EUR` },
})
const down: CheckResult = { kind: 'fault', fault: 'upstream_timeout', detail: 'scripted' }

onBothDatabases(open => {
  let connections: TwoConnections
  let watches: ReturnType<typeof createWatchStore>
  let checks: ReturnType<typeof createCheckStore>
  beforeAll(async () => {
    connections = await open()
    watches = createWatchStore(connections.database)
    checks = createCheckStore(connections.database)
  })
  const add = async (given: Parameters<typeof newWatch>[0], nowMs: number) =>
    (await watches.add(newWatch(given), nowMs)) as Watch
  const patch = async (watch: Watch, body: Record<string, unknown>, nowMs: number) =>
    (await watches.edit(watch.id, mergeRules(readFields(ruleFields, body).values), nowMs)) as Watch

  describe('a watch with active times', () => {
    const seeds = Array.from({ length: 25 }, (_, n) => n + 1)

    it.each(seeds)('is due only in them: first, after checks, edits and pauses (%i)', async seed => {
      const luck = chance(seed)
      let active = activeTimes(luck)
      let now = luck.pick(TURNS) + luck.int(0, 3 * 1440) * MINUTE
      let watch = await add(
        { everyS: luck.pick([60, 3_600, 86_400]), active: active.text, confirm: luck.int(1, 2) },
        now,
      )
      const isRight = (what: string) =>
        expect(
          isActive(active, watch.dueAtMs),
          `${what}: ${active.text} ${new Date(watch.dueAtMs).toISOString()}`,
        ).toBe(true)
      isRight('first')
      for (let n = 0; n < 12; n++) {
        now = watch.dueAtMs + luck.int(0, 60) * 1000
        const roll = luck()
        if (roll < 0.2) {
          active = activeTimes(luck)
          watch = await patch(watch, { active: active.text }, now)
        } else if (roll < 0.3) watch = await patch(watch, { every: luck.pick(['5m', '1d', 'auto']) }, now)
        else if (roll < 0.45) {
          await watches.edit(watch.id, { isPaused: true }, now)
          now += luck.int(1, 40) * HOUR
          watch = (await watches.edit(watch.id, { isPaused: false }, now)) as Watch
        } else {
          const result = luck.is(0.2) ? down : page(luck.int(10, 12) * 100)
          await checks.record(watch, { ...result, requestId: `r${n}`, atMs: now })
          watch = (await watches.find(watch.id)) as Watch
        }
        isRight(`step ${n}`)
      }
    })

    it('waits for the first minute of them, also of a few minutes', async () => {
      for (let seed = 0; seed < 60; seed++) {
        const luck = chance(seed + 500)
        const active = activeTimes(luck)
        const now = luck.pick(TURNS) + luck.int(0, 3 * 1440) * MINUTE
        const watch = await add({ everyS: 60, active: active.text }, now)
        const from = Math.ceil(now / MINUTE) * MINUTE
        // Within a minute of the first that is active: new watches are spread over a minute.
        expect(Math.abs(watch.dueAtMs - nextActive(active, from)), active.text).toBeLessThanOrEqual(
          MINUTE * 2,
        )
      }
    })

    it('is not checked outside of them, whatever its row says', async () => {
      const now = Date.parse('2026-06-03T12:00:00Z')
      const watch = await add({ everyS: 3_600, active: '08:00-09:00', site: 'quiet.example' }, now)
      // As an older release wrote it, or a clock that was put back.
      await watches.hasten(watch.id, now)
      const checked: string[] = []
      let nowMs = now
      const runner = createWatchRunner({
        queue: createWatchQueue(connections.database),
        checks,
        check: async ({ id }) => {
          checked.push(id)
          return { ...page(100), requestId: 'r', atMs: nowMs }
        },
        clock: { wallMs: () => nowMs, monotonicMs: () => nowMs },
        siteLimit: site => (site === 'quiet.example' ? 10 : 0),
        onError: error => {
          throw error
        },
      })
      await runner.tick()
      await runner.idle()
      expect(checked).not.toContain(watch.id)
      nowMs = Date.parse('2026-06-04T08:00:00Z')
      expect((await watches.find(watch.id))?.dueAtMs).toBe(nowMs)
      await runner.tick()
      await runner.idle()
      expect(checked).toContain(watch.id)
    })
  })

  describe('a watch that learns its interval', () => {
    it('begins with an hour, also after a fixed interval of thirty days', async () => {
      const now = Date.parse('2026-06-03T12:00:00Z')
      const fixed = await add({ everyS: 30 * 86_400 }, now)
      await checks.record(fixed, { ...page(100), requestId: 'r', atMs: now })
      const learning = await patch(fixed, { every: 'auto' }, now + HOUR)
      expect(learning).toMatchObject({ everyS: 3_600, isAuto: true })
      expect(learning.dueAtMs - now).toBeLessThanOrEqual(2 * HOUR)
      // A watch that learns already goes on with what it learned.
      await checks.record(learning, { ...page(100), requestId: 'r', atMs: now + HOUR })
      const learned = nextLearned(3_600, 'same')
      expect((await patch(learning, { every: 'auto' }, now + 2 * HOUR)).everyS).toBeCloseTo(learned)
    })

    it('that another release left beyond its bounds is within them after a check', async () => {
      const now = Date.parse('2026-06-03T12:00:00Z')
      const watch = await add({ everyS: 30 * 86_400, isAuto: true }, now)
      await checks.record(watch, { ...page(100), requestId: 'r', atMs: now })
      const checked = (await watches.find(watch.id)) as Watch
      expect(checked.dueAtMs - now).toBeLessThanOrEqual(7.75 * DAY)
    })
  })

  it('a value that differs each time is asked for again soon only so often', async () => {
    const start = Date.parse('2026-06-03T12:00:00Z')
    let watch = await add({ everyS: 86_400, confirm: 2 }, start)
    let now = start
    const waits: number[] = []
    for (let n = 0; n < 30; n++) {
      await checks.record(watch, { ...page(1000 + n), requestId: `r${n}`, atMs: now })
      watch = (await watches.find(watch.id)) as Watch
      waits.push(watch.dueAtMs - now)
      now = watch.dueAtMs
    }
    // Two soon, then one at its turn.
    expect(waits.map(wait => wait <= MINUTE)).toEqual(waits.map((_, n) => n % 3 !== 2))
    expect(Math.max(...waits)).toBeGreaterThan(DAY / 3)
  })

  it('statistics are of the product that is watched', async () => {
    const { createHistoryStore } = await import('../../../src/watch/store/history-store.ts')
    const { createWatchActions } = await import('../../../src/watch/watch-actions.ts')
    const start = Date.parse('2026-06-03T12:00:00Z')
    let watch = await add({ everyS: 3_600 }, start)
    const identity = (name: string, sku: string) => ({ sku, gtin: null, mpn: null, name, codes: [] })
    const [boot, pot] = [identity('Hiking boot', 'B-100'), identity('Plant pot', 'P-900')]
    const seen = [
      [10_000, boot],
      [9_000, boot],
      [500, pot],
      [500, pot],
      [9_500, boot],
    ] as const
    for (const [nth, [cents, one]] of seen.entries()) {
      const facts = { name: one.name, price: `${(cents / 100).toFixed(2)} EUR` }
      await checks.record(watch, {
        kind: 'facts',
        facts,
        identity: one,
        requestId: `r${nth}`,
        atMs: start + nth * HOUR,
      })
      watch = (await watches.find(watch.id)) as Watch
    }
    const history = createHistoryStore(connections.database)
    const actions = createWatchActions({ watches, history } as unknown as Parameters<
      typeof createWatchActions
    >[0])
    const { stats, gaps } = await actions.history(watch, { fromMs: start, toMs: start + DAY })
    expect(stats.price).toMatchObject({ min: { amount: '90.00' }, max: { amount: '100.00' } })
    expect(gaps.map(gap => gap.outcome)).toEqual(['product_replaced', 'product_replaced'])
  })
})
