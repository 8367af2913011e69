// Conformance suite of leased work, run by the test of each queue on each database.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/store/database.ts'
import type { LeasedItem, WorkQueue } from '../../src/store/queue/work-queue.ts'
import type { TwoConnections } from '../two-stores.ts'

const NOW = Date.UTC(2027, 0, 1)
const DAY = 86_400_000
const LEASE = 60_000

export interface QueueUnderTest {
  readonly queue: (database: Database<unknown>) => WorkQueue<unknown>
  /** Adds work that is due at this time; returns its id. */
  readonly add: (database: Database<unknown>, partition: string, dueAtMs: number) => Promise<string>
  /** Sets the due time as an edit does. */
  readonly setDueAt: (database: Database<unknown>, id: string, dueAtMs: number) => Promise<unknown>
  /** Whether each piece of work is its own partition. */
  readonly isAlone: boolean
  /** The longest that this work may wait. */
  readonly longestWaitMs: number
}

export function workQueueConformance(subject: QueueUnderTest, open: () => Promise<TwoConnections>): void {
  let here: WorkQueue<unknown>
  let there: WorkQueue<unknown>
  let database: Database<unknown>
  beforeAll(async () => {
    const both = await open()
    database = both.database
    here = subject.queue(both.database)
    there = subject.queue(both.other)
  })

  const site = () => `site-${Math.random()}`
  /** The partition of one piece of work. */
  const partitionOf = (name: string, id: string) => (subject.isAlone ? id : name)
  async function addOne(dueAtMs = NOW) {
    const name = site()
    const id = await subject.add(database, name, dueAtMs)
    return { id, partition: partitionOf(name, id) }
  }
  const claim = (queue: WorkQueue<unknown>, partition: string, nowMs: number, limit = 10) =>
    queue.claim({ nowMs, leaseMs: LEASE, shares: [{ partition, limit }] })
  async function claimed(partition: string, nowMs = NOW): Promise<LeasedItem<unknown>> {
    const [leased] = await claim(here, partition, nowMs)
    if (!leased) throw new Error('nothing was claimed')
    return leased
  }

  describe('claim', () => {
    it('gives each piece of work to one caller, until its lease ends', async () => {
      const work = await Promise.all(Array.from({ length: 12 }, () => addOne()))
      const claims = await Promise.all(
        work.flatMap(({ partition }) =>
          [here, there, here, there].map(queue => claim(queue, partition, NOW)),
        ),
      )
      expect(
        claims
          .flat()
          .map(leased => leased.id)
          .toSorted(),
      ).toEqual(work.map(({ id }) => id).toSorted())
      const partition = work[0]?.partition ?? ''
      expect(await claim(there, partition, NOW + LEASE - 1)).toEqual([])
      const [again] = await claim(there, partition, NOW + LEASE)
      expect(again).toMatchObject({ partition, leasedUntilMs: NOW + 2 * LEASE })
    })

    it('takes nothing before it is due', async () => {
      const { partition } = await addOne(NOW + 1)
      expect(await claim(here, partition, NOW)).toEqual([])
      expect(await here.duePartitions(NOW)).not.toContain(partition)
      expect(await here.duePartitions(NOW + 1)).toContain(partition)
      expect(await claim(here, partition, NOW + 1)).toHaveLength(1)
    })

    it('takes from each partition its share, the oldest first; partitions in the order of their oldest work', async () => {
      const [big, small] = [site(), site()]
      const ids: string[] = []
      for (const ago of [30, 10, 20, 40]) ids.push(await subject.add(database, big, NOW - ago * 1000))
      const old = await subject.add(database, small, NOW - 50_000)
      const partitions = subject.isAlone ? [old, ...ids] : [small, big]
      const due = (await there.duePartitions(NOW)).filter(one => partitions.includes(one))
      expect(due).toEqual(subject.isAlone ? [old, ids[3], ids[0], ids[2], ids[1]] : [small, big])
      const shares = due.slice(0, 3).map(partition => ({ partition, limit: 2 }))
      const taken = await here.claim({ nowMs: NOW, leaseMs: LEASE, shares })
      expect(taken.map(leased => leased.id)).toEqual([old, ids[3], ids[0]])
    })

    it('ends a lease that only a wrong clock can have made', async () => {
      const { partition } = await addOne(NOW)
      // The clock was a year ahead, and was set back.
      await claimed(partition, NOW + 365 * DAY)
      expect(await claim(there, partition, NOW)).toHaveLength(1)
      // A replica whose clock is a minute ahead keeps its lease.
      const { partition: other } = await addOne(NOW)
      await claimed(other, NOW + 60_000)
      expect(await claim(there, other, NOW)).toEqual([])
    })
  })

  describe('lease', () => {
    it('is renewed by its holder only', async () => {
      const { partition } = await addOne()
      const leased = await claimed(partition)
      const renewed = await here.renew(leased, NOW + LEASE + 20_000)
      expect(renewed?.leasedUntilMs).toBe(NOW + LEASE + 20_000)
      expect(await here.renew(leased, NOW + 3 * LEASE)).toBeUndefined()
      expect(await claim(there, partition, NOW + LEASE)).toEqual([])
      const [taken] = await claim(there, partition, NOW + LEASE + 20_000)
      expect(taken).toBeDefined()
      if (!renewed || !taken) throw new Error('the lease is not there')
      expect(await here.renew(renewed, NOW + 9 * LEASE)).toBeUndefined()
      // A renewal after the clock was set back keeps the lease as well.
      expect(await there.renew(taken, NOW)).toMatchObject({ leasedUntilMs: taken.leasedUntilMs + 1 })
    })

    it('is released by its holder only, with the next due time', async () => {
      const { partition } = await addOne()
      const lost = await claimed(partition)
      const held = await claimed(partition, NOW + LEASE)
      expect(await there.release(lost, NOW)).toBe(false)
      expect(await claim(there, partition, NOW + LEASE)).toEqual([])
      expect(await there.release(held, NOW + LEASE + 5)).toBe(true)
      expect(await there.release(held, NOW)).toBe(false)
      expect(await claim(here, partition, NOW + LEASE + 4)).toEqual([])
      expect(await claim(here, partition, NOW + LEASE + 5)).toHaveLength(1)
    })

    it('that is released does not overwrite a due time that was edited meanwhile', async () => {
      const { id, partition } = await addOne()
      const leased = await claimed(partition)
      await subject.setDueAt(database, id, NOW + 7)
      expect(await here.release(leased, NOW + DAY)).toBe(true)
      expect(await claim(here, partition, NOW + 6)).toEqual([])
      expect(await claim(here, partition, NOW + 7)).toHaveLength(1)
    })
  })

  it('repairs what waits for longer than it ever should, and nothing else', async () => {
    const late = await addOne(NOW + subject.longestWaitMs + 5_000)
    const punctual = await addOne(NOW + subject.longestWaitMs - 5_000)
    expect(await here.repair(NOW)).toBeGreaterThanOrEqual(1)
    expect(await claim(here, late.partition, NOW)).toHaveLength(1)
    expect(await claim(here, punctual.partition, NOW)).toEqual([])
    expect(await here.repair(NOW)).toBe(0)
  })
}
