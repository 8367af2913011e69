// Conformance suite of the watch stores, run by the test of each database.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/store/database.ts'
import type { Config } from '../../src/settings/config.ts'
import { readBacklog } from '../../src/watch/store/backlog.ts'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import { createSitePressure } from '../../src/watch/store/site-pressure.ts'
import { createWatchQueue } from '../../src/watch/check/watch-queue.ts'
import type { Facts } from '../../src/watch/facts/facts.ts'
import type { CheckResult } from '../../src/watch/model/knowledge.ts'
import { createHistoryStore } from '../../src/watch/store/history-store.ts'
import { PRUNE_ROWS } from '../../src/watch/store/prune-history.ts'
import { mergeHistory } from '../../src/watch/history/history.ts'
import type { WatchTables } from '../../src/watch/model/watch-tables.ts'
import type { NewWatch, Watch } from '../../src/watch/model/watch.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import type { TwoConnections } from '../two-stores.ts'

const NOW = Date.UTC(2027, 0, 1)
const HOUR = 3_600_000
const ALL = { fromMs: 0, toMs: NOW * 2 }

let count = 0
export function newWatch(given: Partial<NewWatch> = {}): NewWatch {
  const url = `https://shop.example/${++count}`
  return {
    name: `watch ${count}`,
    source: 'api',
    site: 'shop',
    url,
    operation: 'general.product',
    params: { url },
    target: `general.product ${url}`,
    everyS: 3600,
    when: null,
    keepDays: null,
    ...given,
  }
}

export function watchStoreConformance(open: () => Promise<TwoConnections>): void {
  let stores: ReturnType<typeof storesOf>
  let others: ReturnType<typeof storesOf>
  beforeAll(async () => {
    const { database, other } = await open()
    stores = storesOf(database)
    others = storesOf(other)
  })

  async function added(given: Partial<NewWatch> = {}): Promise<Watch> {
    const watch = await stores.watches.add(newWatch(given), NOW)
    if (!watch) throw new Error('the watch was not added')
    return watch
  }
  async function check(watch: Watch, atMs: number, facts: Facts | 'upstream_blocked' | 'not_found') {
    const now = (await stores.watches.find(watch.id)) ?? watch
    const result: CheckResult =
      typeof facts === 'string'
        ? { kind: 'fault', fault: facts, detail: 'it failed' }
        : { kind: 'facts', facts }
    return stores.checks.record(now, { ...result, requestId: `r-${atMs}`, atMs })
  }
  const spansOf = async (watch: Watch, series = 'price') => {
    const now = await stores.watches.find(watch.id)
    const spans = now ? await stores.history.spans(now, ALL) : []
    const own = spans.find(one => one.series === series)
    return (own?.values ?? []).map((value, place) => [
      value,
      (own?.firstSeenMs[place] ?? 0) - NOW,
      (own?.lastSeenMs[place] ?? 0) - NOW,
    ])
  }

  describe('watches', () => {
    it('are added, found, changed and removed', async () => {
      const watch = await added({ when: 'price < 100' })
      expect(watch).toMatchObject({
        when: 'price < 100',
        isPaused: false,
        checkSeq: 0,
        params: { url: watch.url },
      })
      expect(watch.dueAtMs).toBeGreaterThan(NOW)
      expect(watch.dueAtMs).toBeLessThanOrEqual(NOW + 66_000)
      const edited = await others.watches.edit(
        watch.id,
        { name: 'new name', everyS: 60, isPaused: true },
        NOW,
      )
      expect(edited).toMatchObject({ name: 'new name', everyS: 60, isPaused: true, when: 'price < 100' })
      expect(await stores.watches.find(watch.id)).toEqual(edited)
      expect(await stores.watches.remove(watch.id)).toBe(true)
      expect(await stores.watches.remove(watch.id)).toBe(false)
      expect(await stores.watches.find(watch.id)).toBeUndefined()
    })

    it('keep their variant and what they know when something else is edited', async () => {
      const watch = await added({ variant: { size: '9' } })
      await check(watch, NOW + 1, { price: '9.00 EUR' })
      await stores.watches.edit(watch.id, { name: 'Lamp' }, NOW + 2)
      await stores.watches.edit(watch.id, { variant: { size: '9' } }, NOW + 3)
      expect(await stores.watches.find(watch.id)).toMatchObject({
        name: 'Lamp',
        variant: { size: '9' },
        target: watch.target,
        knowledge: { facts: { price: '9.00 EUR' } },
      })
      const other = await stores.watches.edit(watch.id, { variant: { size: '10' } }, NOW + 4)
      expect(other).toMatchObject({ variant: { size: '10' }, dueAtMs: NOW + 4 })
      expect([other?.knowledge.facts, other?.target === watch.target]).toEqual([null, false])
    })

    it('are unique, even when two add the same at the same time', async () => {
      const same = newWatch()
      const made = await Promise.all([stores, others].map(one => one.watches.add(same, NOW)))
      expect(made.filter(Boolean)).toHaveLength(1)
      expect((await stores.watches.findByTarget('', same.target))?.id).toBe(made.find(Boolean)?.id)
    })

    it('are added by the thousand; what is watched already, or twice in the list, keeps its id', async () => {
      const known = await added()
      const many = Array.from({ length: 1_200 }, () => newWatch({ site: 'imported' }))
      const twice = { ...newWatch(), target: many[0]?.target ?? '' }
      const result = await others.watches.addAll(
        [...many, { ...newWatch(), target: known.target }, twice],
        NOW,
      )
      expect(result.filter(one => one.isNew)).toHaveLength(1_200)
      expect(result.slice(1_200)).toEqual([
        { id: known.id, isNew: false },
        { id: result[0]?.id, isNew: false },
      ])
      const last = await stores.watches.findByTarget('', many.at(-1)?.target ?? '')
      expect(last).toMatchObject({ id: result[1_199]?.id, url: many.at(-1)?.url, checkSeq: 0 })
      await stores.removeSite('imported')
    })

    it('are listed in pages', async () => {
      await Promise.all([added(), added(), added()])
      const ids: string[] = []
      for (let after: string | undefined; ; ) {
        const page = await stores.watches.list({ after, limit: 2 })
        ids.push(...page.watches.map(watch => watch.id))
        if (page.next === null) break
        after = page.next
      }
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBe((await stores.watches.list({ limit: 1000 })).watches.length)
    })

    it('are counted: paused, failing, overdue', async () => {
      const before = await stores.watches.backlog(NOW + 4 * HOUR)
      const watches = await Promise.all([added(), added(), added()])
      await stores.watches.edit(watches[0].id, { isPaused: true }, NOW)
      await check(watches[1], NOW + 4 * HOUR, 'upstream_blocked')
      await stores.setDueAt(watches[2].id, NOW - 50 * HOUR)
      expect(await others.watches.backlog(NOW + 4 * HOUR)).toEqual({
        watches: before.watches + 3,
        paused: before.paused + 1,
        failing: before.failing + 1,
        overdue: before.overdue + 1,
        oldestOverdueMs: 54 * HOUR,
        estimated: [],
        at_least: [],
      })
      await stores.watches.remove(watches[2].id)
    })

    it('are estimated by PostgreSQL above a number, and counted by SQLite', async () => {
      const many = Array.from({ length: 300 }, () => newWatch({ site: 'estimated' }))
      await stores.watches.addAll(many, NOW)
      const { database } = stores
      // Nothing has analysed the table yet, as after a first import.
      const fresh = await readBacklog(database, NOW + 4 * HOUR, 100)
      expect(fresh.at_least).toEqual(database.dialect === 'postgres' ? ['watches', 'overdue'] : [])
      await sql`ANALYZE`.execute(database.query)
      const exact = await readBacklog(database, NOW + 4 * HOUR)
      const about = await readBacklog(database, NOW + 4 * HOUR, 100)
      const isPostgres = database.dialect === 'postgres'
      expect(about.estimated).toEqual(isPostgres ? ['watches', 'overdue'] : [])
      expect(about.watches / exact.watches).toBeCloseTo(1, 1)
      expect(about.overdue).toBe(isPostgres ? 100 : exact.overdue)
      expect(about.at_least).toEqual(isPostgres ? ['overdue'] : [])
      expect(about).toMatchObject({ paused: exact.paused, oldestOverdueMs: exact.oldestOverdueMs })
      await stores.removeSite('estimated')
    })
  })

  describe('check', () => {
    it('that finds nothing new only extends its span', async () => {
      const watch = await added()
      await check(watch, NOW + 1, { price: '2.00 EUR' })
      await check(watch, NOW + 2, { price: '2.00 EUR' })
      await check(watch, NOW + 3, { price: '2.00 EUR' })
      expect(await spansOf(watch)).toEqual([['2.00 EUR', 1, 3]])
      expect(await spansOf(watch, 'outcome')).toEqual([['ok', 1, 3]])
      expect(await stores.history.changes({ after: 0, watchId: watch.id, limit: 10 })).toEqual([])
      expect(await stores.watches.find(watch.id)).toMatchObject({
        checkSeq: 3,
        outcome: 'ok',
        requestId: `r-${NOW + 3}`,
        knowledge: { facts: { price: '2.00 EUR' }, failures: 0 },
      })
    })

    it('that finds another price ends one span, starts another, and is in the feed with its request', async () => {
      const watch = await added({ when: 'price drops 50%' })
      await check(watch, NOW + 1, { price: '2.00 EUR' })
      await check(watch, NOW + 2, { price: '2.00 EUR' })
      await check(watch, NOW + 9, { price: '1.50 EUR' })
      await check(watch, NOW + 10, { price: '0.50 EUR', availability: 'limited' })
      expect(await spansOf(watch)).toEqual([
        ['2.00 EUR', 1, 2],
        ['1.50 EUR', 9, 9],
        ['0.50 EUR', 10, 10],
      ])
      const changes = await others.history.changes({ after: 0, watchId: watch.id, limit: 10 })
      expect(
        changes.map(
          ({
            id: _id,
            watchId: _watchId,
            watchName: _name,
            watchUrl: _url,
            watchImage: _image,
            explanation: _why,
            ...change
          }) => change,
        ),
      ).toEqual([
        {
          atMs: NOW + 9,
          type: 'price.changed',
          before: { price: '2.00 EUR' },
          after: { price: '1.50 EUR' },
          alert: false,
          watchTags: [],
          requestId: `r-${NOW + 9}`,
        },
        {
          atMs: NOW + 10,
          type: 'price.changed',
          before: { price: '1.50 EUR' },
          after: { price: '0.50 EUR' },
          alert: true,
          watchTags: [],
          requestId: `r-${NOW + 10}`,
        },
        {
          atMs: NOW + 10,
          type: 'availability.changed',
          before: { availability: null },
          after: { availability: 'limited' },
          alert: false,
          watchTags: [],
          requestId: `r-${NOW + 10}`,
        },
      ])
    })

    it('that reads no price for a condition about one fails; a price in another currency is said', async () => {
      const watch = await added({ when: 'price < 100 USD' })
      expect(await check(watch, NOW, { name: 'Lamp' })).toMatchObject([
        { type: 'watch.failing', after: { field: 'price' } },
      ])
      expect(await check(watch, NOW + HOUR, { name: 'Lamp', price: '90.00 EUR' })).toMatchObject([
        { type: 'price.changed', alert: false },
        { type: 'watch.recovered' },
      ])
      const now = await stores.watches.find(watch.id)
      expect(now?.detail).toBe('the price is in EUR, so "price < 100 USD" cannot be checked')
      const any = await added({ when: 'any change' })
      expect(await check(any, NOW, { name: 'Lamp' })).toEqual([])
    })

    it('that fails leaves the facts unchanged, and a gap', async () => {
      const watch = await added()
      await check(watch, NOW + 1, { price: '2.00 EUR' })
      await check(watch, NOW + 2, 'upstream_blocked')
      await check(watch, NOW + 3, 'upstream_blocked')
      await check(watch, NOW + 4, { price: '2.00 EUR' })
      expect(await spansOf(watch)).toEqual([['2.00 EUR', 1, 4]])
      const now = await stores.watches.find(watch.id)
      const merged = mergeHistory(now ? await stores.history.spans(now, ALL) : [], ALL)
      expect(merged.segments.map(one => [one.firstSeenMs - NOW, one.lastSeenMs - NOW])).toEqual([
        [1, 1],
        [4, 4],
      ])
      expect(merged.gaps).toEqual([{ fromMs: NOW + 2, toMs: NOW + 3, outcome: 'upstream_blocked' }])
      const changes = await stores.history.changes({ after: 0, watchId: watch.id, limit: 10 })
      expect(changes.map(change => change.type)).toEqual(['watch.failing', 'watch.recovered'])
    })

    it('after a long pause starts over, so that unobserved changes cause no notification', async () => {
      const watch = await added()
      await check(watch, NOW + 1, { price: '2.00 EUR' })
      await check(watch, NOW + 2 + 3 * HOUR, { price: '2.00 EUR' })
      expect(await spansOf(watch, 'outcome')).toEqual([
        ['ok', 1, 1],
        ['ok', 2 + 3 * HOUR, 2 + 3 * HOUR],
      ])
    })

    it('after a long pause leaves a gap of its own, also if it fails, and if it succeeds after failures', async () => {
      const watch = await added()
      const again = 10 + 4 * HOUR
      const better = again + 9 * HOUR
      await check(watch, NOW + 1, { price: '2.00 EUR' })
      await check(watch, NOW + again, 'upstream_blocked')
      await check(watch, NOW + better, { price: '2.00 EUR' })
      const now = await stores.watches.find(watch.id)
      const { gaps, segments } = mergeHistory(now ? await stores.history.spans(now, ALL) : [], ALL)
      expect(gaps.map(({ fromMs, toMs, outcome }) => [fromMs - NOW, toMs - NOW, outcome])).toEqual([
        [2, again, 'not_checked'],
        [again, again, 'upstream_blocked'],
        [again + 1, better, 'not_checked'],
      ])
      expect(segments.map(one => [one.firstSeenMs - NOW, one.lastSeenMs - NOW])).toEqual([
        [1, 1],
        [better, better],
      ])
    })

    it('that was edited meanwhile is recorded with the edit: interval and condition', async () => {
      const watch = await added({ everyS: 30 * 86_400, when: 'price < 1' })
      await check(watch, NOW + 1, { price: '9.00 EUR' })
      const begun = (await stores.watches.find(watch.id)) ?? watch
      await others.watches.edit(watch.id, { everyS: 60, when: 'any change' }, NOW + 2)
      const changes = await stores.checks.record(begun, {
        kind: 'facts' as const,
        facts: { price: '8.00 EUR' },
        requestId: 'r',
        atMs: NOW + 3,
      })
      expect(changes).toMatchObject([{ type: 'price.changed', alert: true }])
      const after = await stores.watches.find(watch.id)
      expect(after).toMatchObject({ everyS: 60, checkSeq: 2 })
      expect(after?.dueAtMs).toBeLessThanOrEqual(NOW + 3 + 66_000)
    })

    it('is not moved by an edit of anything but the interval and a pause', async () => {
      const watch = await added({ everyS: 30 * 86_400 })
      await check(watch, NOW + 1, { price: '9.00 EUR' })
      const dueAtMs = (await stores.watches.find(watch.id))?.dueAtMs
      await stores.watches.edit(watch.id, { name: 'Lamp', when: 'price < 1', isPaused: true }, NOW + 2)
      expect((await stores.watches.find(watch.id))?.dueAtMs).toBe(dueAtMs)
      await stores.watches.edit(watch.id, { isPaused: false }, NOW + 3)
      expect((await stores.watches.find(watch.id))?.dueAtMs).toBeLessThanOrEqual(NOW + 3 + 66_000)
    })

    it('that sees a change which must be confirmed is repeated within a minute', async () => {
      const watch = await added({ confirm: 2 })
      await check(watch, NOW + HOUR, { price: '2.00 EUR' })
      await check(watch, NOW + 2 * HOUR, { price: '1.00 EUR' })
      expect((await stores.watches.find(watch.id))?.dueAtMs).toBeLessThanOrEqual(NOW + 2 * HOUR + 60_000)
      await check(watch, NOW + 2 * HOUR + 60_000, { price: '1.00 EUR' })
      expect((await stores.watches.find(watch.id))?.dueAtMs).toBeGreaterThan(NOW + 2.4 * HOUR)
    })

    it('leaves the watches of one page due together, so that one answer serves them', async () => {
      const params = { url: 'https://shop.example/one-page' }
      const watches = [await added({ params }), await added({ params, variant: { size: '9' } })]
      for (const [n, watch] of watches.entries())
        await check(watch, NOW + HOUR + n * 20_000, { price: '1.00 EUR' })
      const due = await Promise.all(watches.map(async ({ id }) => (await stores.watches.find(id))?.dueAtMs))
      expect(due[0]).toBe(due[1])
      const other = await added()
      await check(other, NOW + HOUR, { price: '1.00 EUR' })
      expect((await stores.watches.find(other.id))?.dueAtMs).not.toBe(due[0])
    })

    it('of a learned interval shortens it after a change, and lengthens it after none', async () => {
      const watch = await added({ isAuto: true })
      const now = async () => (await stores.watches.find(watch.id)) ?? watch
      const everyAfter = async (hours: number, facts: Facts | 'upstream_blocked') => {
        await check(watch, NOW + hours * HOUR, facts)
        return (await now()).everyS
      }
      expect(await everyAfter(1, { price: '10.00 EUR' })).toBe(3_600)
      expect(await everyAfter(2, { price: '9.00 EUR' })).toBe(1_800)
      expect((await now()).dueAtMs).toBeLessThanOrEqual(NOW + 2 * HOUR + 0.55 * HOUR + 1)
      expect(await everyAfter(3, 'upstream_blocked')).toBe(1_800)
      expect(await everyAfter(4, { price: '9.00 EUR' })).toBe(1_980)
      await stores.watches.edit(watch.id, { everyS: 900, isAuto: false }, NOW)
      expect(await everyAfter(5, { price: '8.00 EUR' })).toBe(900)
    })

    it('of a learned interval keeps the budget of its site, and its due time is not taken for a wrong clock', async () => {
      const site = `busy-${Date.now()}`
      const watch = await added({ isAuto: true, site })
      // Two checks an hour are wanted; of 3.6 requests an hour, half are for watches.
      await added({ site })
      const config = {
        sites: { [site]: { requestsPerSecond: 3.6 / 3_600 } },
        reader: { hosts: [], sandboxOrigins: [] },
      }
      const pressureOf = createSitePressure(stores.database, config as unknown as Config, {
        monotonicMs: () => 0,
      })
      expect(await pressureOf(site)).toBeCloseTo(2 / 1.8)
      const busy = createCheckStore(stores.database, () => Promise.resolve(3))
      for (const hours of [1, 2]) {
        const known = (await stores.watches.find(watch.id)) ?? watch
        await busy.record(known, {
          kind: 'facts' as const,
          facts: { price: '1.00 EUR' },
          requestId: 'r',
          atMs: NOW + hours * HOUR,
        })
      }
      const later = (await stores.watches.find(watch.id)) ?? watch
      expect(later.everyS).toBe(7_200)
      expect(later.dueAtMs).toBeGreaterThan(NOW + 2 * HOUR + 2.9 * HOUR)
      await createWatchQueue(stores.database).repair(NOW + 2 * HOUR)
      expect((await stores.watches.find(watch.id))?.dueAtMs).toBe(later.dueAtMs)
    })

    it('after the clock was set back is due by the clock as it is', async () => {
      const watch = await added()
      await check(watch, NOW + 365 * 24 * HOUR, { price: '9.00 EUR' })
      await check(watch, NOW, { price: '9.00 EUR' })
      const after = await stores.watches.find(watch.id)
      expect(after?.dueAtMs).toBeGreaterThan(NOW)
      expect(after?.dueAtMs).toBeLessThanOrEqual(NOW + 1.1 * HOUR + 1)
    })

    it('of a time that has not passed yet is moved to now: cooldown, windows and history go on', async () => {
      const WEEK = 7 * 24 * HOUR
      const cooled = await added({ when: 'price drops', cooldownS: 6 * 3600 })
      const lowest = await added({ when: 'price lowest in 2d' })
      const price = async (watch: Watch, atMs: number, amount: number) => {
        const changes = await check(watch, atMs, { price: `${amount}.00 EUR` })
        return (changes ?? []).map(({ alert }) => alert)
      }
      // The clock is a week ahead.
      for (const watch of [cooled, lowest]) {
        await price(watch, NOW + WEEK, 20)
        await price(watch, NOW + WEEK + HOUR, 5)
      }
      // It is set back.
      await stores.watches.edit(cooled.id, { tags: ['lamps'] }, NOW)
      expect(await price(cooled, NOW + HOUR, 4)).toEqual([false])
      expect(await price(cooled, NOW + 2 * HOUR, 3)).toEqual([false])
      expect(await price(cooled, NOW + 8 * HOUR, 2)).toEqual([true])
      for (const hours of [1, 70, 71]) await price(lowest, NOW + hours * HOUR, 9)
      expect(await price(lowest, NOW + 72 * HOUR, 8)).toEqual([true])
      expect(await spansOf(cooled)).toEqual([
        ['20.00 EUR', HOUR - 1, HOUR - 1],
        ['5.00 EUR', HOUR, HOUR],
        ['4.00 EUR', HOUR + 1, HOUR + 1],
        ['3.00 EUR', 2 * HOUR, 2 * HOUR],
        ['2.00 EUR', 8 * HOUR, 8 * HOUR],
      ])
      const now = await stores.watches.find(lowest.id)
      if (!now) throw new Error('the watch is not there')
      const period = { fromMs: NOW, toMs: NOW + 72 * HOUR }
      const { stats } = mergeHistory(await stores.history.spans(now, period), period)
      expect(stats.price).toMatchObject({ median: { amount: '9.00' }, seconds: 2 * 3600 })
    })

    it('is recorded once, however many processes ran it from the same state', async () => {
      const watch = await added()
      await check(watch, NOW + 1, { price: '2.00 EUR' })
      const known = await stores.watches.find(watch.id)
      if (!known) throw new Error('the watch is not there')
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          (n % 2 === 0 ? stores : others).checks.record(known, {
            kind: 'facts',
            facts: { price: `${n + 3}.00 EUR` },
            requestId: `r-${n}`,
            atMs: NOW + 2,
          }),
        ),
      )
      expect(results.filter(Boolean)).toHaveLength(1)
      expect(await stores.history.changes({ after: 0, watchId: watch.id, limit: 10 })).toHaveLength(1)
      expect((await stores.watches.find(watch.id))?.checkSeq).toBe(2)
    })

    it('of many series is read back in order of time, whatever the values', async () => {
      const watch = await added()
      const names = ['a "quoted" name', 'line\nbreak', '日本 \u{1F45F}', '\\ and , and ]']
      for (const [n, name] of names.entries())
        await check(watch, NOW + 1 + n, { name, price: `${n % 2}.00 EUR` })
      expect(await spansOf(watch, 'name')).toEqual(names.map((name, n) => [name, 1 + n, 1 + n]))
      expect((await spansOf(watch)).map(([value]) => value)).toEqual([0, 1, 0, 1].map(n => `${n}.00 EUR`))
      const now = (await stores.watches.find(watch.id)) ?? watch
      const part = { fromMs: NOW + 2, toMs: NOW + 3 }
      const [own, ...more] = await others.history.spans(now, part, ['price'])
      expect(more).toHaveLength(1)
      expect([own, ...more].find(one => one?.series === 'price')).toEqual({
        series: 'price',
        values: ['1.00 EUR', '0.00 EUR'],
        firstSeenMs: [NOW + 2, NOW + 3],
        lastSeenMs: [NOW + 2, NOW + 3],
        endedMs: [NOW + 3, NOW + 4],
      })
    })

    it('of a watch that was removed meanwhile leaves nothing behind', async () => {
      const watch = await added()
      await stores.watches.remove(watch.id)
      expect(
        await stores.checks.record(watch, {
          kind: 'facts' as const,
          facts: { price: '1.00 EUR' },
          requestId: 'r',
          atMs: NOW,
        }),
      ).toBeUndefined()
      expect(await stores.history.spans(watch, ALL)).toEqual([])
    })
  })

  describe('feed', () => {
    it('has ids without gaps, in commit order, from concurrent writers', async () => {
      const before = await stores.history.lastChangeId()
      const watches = await Promise.all(Array.from({ length: 10 }, () => added()))
      for (const watch of watches) await check(watch, NOW + 1, { price: '2.00 EUR' })
      let seen = before
      const read: number[] = []
      const reading = (async () => {
        while (read.length < 20) {
          const page = await others.history.changes({ after: seen, limit: 3 })
          read.push(...page.map(change => change.id))
          seen = page.at(-1)?.id ?? seen
        }
      })()
      await Promise.all(
        watches.map(async (watch, n) => {
          const known = await stores.watches.find(watch.id)
          if (!known) throw new Error('the watch is not there')
          await (n % 2 === 0 ? stores : others).checks.record(known, {
            kind: 'facts' as const,
            facts: { price: '1.00 EUR', availability: 'in_stock' },
            requestId: 'r',
            atMs: NOW + 2,
          })
        }),
      )
      await reading
      // A reader that resumes from the last id misses nothing: a later commit never has a smaller id.
      expect(read).toEqual(Array.from({ length: 20 }, (_, n) => before + 1 + n))
    })

    it('is read from either end, page by page, also of one watch', async () => {
      const [watch, other] = await Promise.all([added(), added()])
      for (const n of [1, 2, 3, 4, 5]) {
        for (const one of [watch, other]) await check(one, NOW + n, { price: `${n}.00 EUR` })
      }
      const read = async (order: 'oldest' | 'newest', watchId?: string) => {
        const ids: number[] = []
        for (let after: number | undefined; ; after = ids.at(-1)) {
          const page = await others.history.changes({ after, watchId, order, limit: 3 })
          ids.push(...page.map(change => change.id))
          if (page.length === 0) return ids
        }
      }
      const own = await read('newest', watch.id)
      expect(own).toHaveLength(4)
      expect(own).toEqual((await read('oldest', watch.id)).toReversed())
      const all = await read('newest')
      expect(all[0]).toBe(await stores.history.lastChangeId())
      expect(all).toEqual((await read('oldest')).toReversed())
      expect(
        await stores.history.changes({ after: own.at(-1), watchId: watch.id, order: 'newest', limit: 1 }),
      ).toEqual([])
    })

    it('names the watch of a change: as entered, else as the product, else by its URL; and none when it is removed', async () => {
      const named = await added()
      const unnamed = await added({ name: '' })
      const other = await added({ name: '', url: null })
      for (const n of [1, 2]) {
        await check(named, NOW + n, { name: 'Boot', price: `${n}.00 EUR` })
        await check(unnamed, NOW + n, { name: 'Boot', price: `${n}.00 EUR` })
        await check(other, NOW + n, { '/price': String(n) })
      }
      const labels = async (watch: Watch) =>
        (await others.history.changes({ watchId: watch.id, limit: 10 })).map(one => [
          one.watchName,
          one.watchUrl,
        ])
      expect(await labels(named)).toEqual([[named.name, named.url]])
      expect(await labels(unnamed)).toEqual([['Boot', unnamed.url]])
      expect(await labels(other)).toEqual([['general.product', null]])
      await stores.watches.remove(unnamed.id)
      expect(await labels(unnamed)).toEqual([[null, null]])
    })

    it('deletes changes older than the retention of their watch', async () => {
      const watch = await added({ keepDays: 1 })
      const longer = await added({ keepDays: 10 })
      for (const one of [watch, longer]) {
        await check(one, NOW + 1, { price: '1.00 EUR' })
        await check(one, NOW + 2, { price: '2.00 EUR' })
        await check(one, NOW + 3 + HOUR, { price: '3.00 EUR' })
      }
      await stores.history.prune(NOW + 24 * HOUR + 3, 365)
      expect((await spansOf(watch)).map(([value]) => value)).toEqual(['2.00 EUR', '3.00 EUR'])
      expect(await stores.history.changes({ after: 0, watchId: watch.id, limit: 10 })).toHaveLength(1)
      expect(await spansOf(longer)).toHaveLength(3)
    })

    it('keeps the changes of a watch with a longer retention than the default', async () => {
      const watch = await added({ keepDays: 400 })
      for (const n of [1, 2]) await check(watch, NOW + n * HOUR, { price: `${n}.00 EUR` })
      const left = () => stores.history.changes({ after: 0, watchId: watch.id, limit: 10 })
      const day = 24 * HOUR
      await stores.history.prune(NOW + 2 * HOUR + 400 * day, 365)
      expect(await left()).toHaveLength(1)
      await stores.history.prune(NOW + 2 * HOUR + 400 * day + 1, 365)
      expect(await left()).toEqual([])
    })

    it('deletes a long history in slices, and ends early when it is told to', async () => {
      const watch = await added({ keepDays: 1 })
      const rows = Array.from({ length: 2 * PRUNE_ROWS + 5 }, (_, n) => n)
      await stores.insertSpans(
        rows.map(n => ({
          watch_id: watch.id,
          series: 'price',
          first_seen: NOW + n,
          last_seen: NOW + n,
          ended: NOW + n + 1,
          value: `${n}.00 EUR`,
        })),
      )
      const later = NOW + 30 * 24 * HOUR
      const stopped = AbortSignal.abort()
      expect(await stores.history.prune(later, 365, stopped)).toBe(0)
      expect(await stores.history.prune(later, 365)).toBeGreaterThanOrEqual(rows.length)
      expect(await spansOf(watch)).toEqual([])
    })

    it('keeps the changes of a removed watch for the default retention', async () => {
      const watch = await added({ keepDays: 1 })
      for (const n of [1, 2, 3]) await check(watch, NOW + n * HOUR, { price: `${n}.00 EUR` })
      await stores.watches.remove(watch.id)
      const left = async () =>
        (await stores.history.changes({ after: 0, watchId: watch.id, limit: 10 })).map(one => one.atMs - NOW)
      await stores.history.prune(NOW + 2 * HOUR + 365 * 24 * HOUR, 365)
      expect(await left()).toEqual([2 * HOUR, 3 * HOUR])
      await stores.history.prune(NOW + 2 * HOUR + 1 + 365 * 24 * HOUR, 365)
      expect(await left()).toEqual([3 * HOUR])
    })
  })
}

function storesOf(database: Database<unknown>) {
  return {
    database,
    watches: createWatchStore(database),
    checks: createCheckStore(database),
    history: createHistoryStore(database),
    async insertSpans(rows: readonly WatchTables['watch_spans'][]) {
      for (let from = 0; from < rows.length; from += 500)
        await database.query
          .withTables<WatchTables>()
          .insertInto('watch_spans')
          .values(rows.slice(from, from + 500))
          .execute()
    },
    removeSite: (site: string) =>
      database.query.withTables<WatchTables>().deleteFrom('watches').where('site', '=', site).execute(),
    setDueAt: (id: string, dueAtMs: number) =>
      database.query
        .withTables<WatchTables>()
        .updateTable('watches')
        .set({ due_at: dueAtMs })
        .where('id', '=', id)
        .execute(),
  }
}
