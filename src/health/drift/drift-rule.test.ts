// The guarantees of the rule, simulated with a seeded generator: false alarms, delay, hysteresis.
import { describe, expect, it } from 'vitest'
import {
  applyBatch,
  emptyState,
  type OperationState,
  RULE,
  threshold,
  type DriftTransition,
  usualAbsence,
} from './drift-rule.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2027, 0, 1)
const FIELD = '/description'

/** A small generator (mulberry32): the same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function batchOf(n: number, missing: number, field = FIELD) {
  const absent = new Map(missing > 0 ? [[field, missing]] : [])
  return { answers: n, absent, failed: new Map<string, number>() }
}

/** `days` of steady traffic in batches; each answer lacks the field with probability `p`. */
function simulate(
  state: OperationState,
  {
    p,
    days,
    perDay,
    batch,
    random,
  }: { p: number; days: number; perDay: number; batch: number; random: () => number },
): { state: OperationState; turns: DriftTransition[] } {
  const turns: DriftTransition[] = []
  let now = state
  for (let day = 0; day < days; day++) {
    for (let made = 0; made < perDay; made += batch) {
      let missing = 0
      for (let one = 0; one < batch; one++) if (random() < p) missing++
      const next = applyBatch(now, batchOf(batch, missing), START + day * DAY_MS)
      now = next.state
      turns.push(...next.turns)
    }
  }
  return { state: now, turns }
}

function learnt(p: number, answers: number, random: () => number): OperationState {
  return simulate(emptyState(), { p, days: 1, perDay: answers, batch: 1, random }).state
}

/** How many answers it takes until the alarm, once the field is missing from a share `p` of the pages. */
function delayOf(state: OperationState, p: number, random: () => number): number {
  let now = state
  for (let n = 1; n <= 1_000; n++) {
    const { state: next, turns } = applyBatch(now, batchOf(1, random() < p ? 1 : 0), START)
    if (turns.length > 0) return n
    now = next
  }
  return Number.POSITIVE_INFINITY
}

const percentile = (values: number[], part: number): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]

describe('the rule', () => {
  it.each([0.001, 0.01, 0.05, 0.2])(
    'alarms at most once in a thousand days per field on steady traffic, missing from %d of the pages',
    p => {
      const random = createRandom(7 + p * 1_000)
      let alarms = 0
      // 10 fields, 100 days each with 300 answers a day: 1,000 days, including the learning phase of each field.
      for (let field = 0; field < 10; field++) {
        const { turns } = simulate(emptyState(), { p, days: 100, perDay: 300, batch: 3, random })
        alarms += turns.filter(turn => turn.to === 'drifting').length
      }
      expect(alarms).toBeLessThanOrEqual(1)
    },
    120_000,
  )

  it('guarantees this at any traffic: the threshold grows with it', () => {
    // The probability that n answers raise an alarm is at most n × e^-h.
    for (const perDay of [1_000, 50_000, 1_000_000]) {
      expect(perDay * Math.exp(-threshold(perDay))).toBeCloseTo(1 / RULE.daysPerFalseAlarm, 9)
    }
    expect(threshold(1)).toBe(threshold(RULE.minAnswersPerDay))
  })

  it.each([
    // [share of pages without it before, answers learnt from, delay: median, 95th percentile]
    [0, 100, 24, 50],
    [0, 500, 14, 24],
    [0.01, 2_000, 14, 24],
    [0.2, 1_000, 60, 120],
  ])(
    'notices a field missing from half of the pages: %d before, %d learnt',
    (p, learntFrom, median, most) => {
      const random = createRandom(11)
      const delays = Array.from({ length: 100 }, () =>
        delayOf(learnt(p, learntFrom, random), p + (1 - p) / 2, random),
      )
      expect(percentile(delays, 0.5)).toBeLessThanOrEqual(median)
      expect(percentile(delays, 0.95)).toBeLessThanOrEqual(most)
    },
  )

  it('notices a field missing from all pages within a dozen answers', () => {
    const state = learnt(0, RULE.minAnswers, createRandom(1))
    expect(delayOf(state, 1, createRandom(2))).toBeLessThanOrEqual(8)
  })

  it('alarms once, and recovers only after as much evidence as the alarm took', () => {
    let { state } = simulate(emptyState(), { p: 0, days: 1, perDay: 500, batch: 1, random: createRandom(1) })
    const turns: [number, string][] = []
    const feed = (count: number, missing: boolean) => {
      for (let n = 1; n <= count; n++) {
        const next = applyBatch(state, batchOf(1, missing ? 1 : 0), START)
        state = next.state
        turns.push(...next.turns.map((turn): [number, string] => [n, turn.to]))
      }
    }
    feed(40, true)
    feed(10, false)
    feed(5, true)
    expect(turns).toEqual([[5, 'drifting']])
    turns.length = 0
    feed(60, false)
    expect(turns).toHaveLength(1)
    expect(turns[0]?.[1]).toBe('recovered')
    expect(turns[0]?.[0]).toBeGreaterThanOrEqual(20)
    // The drop has not become part of the baseline.
    expect(state.fields[FIELD]?.absent).toBe(0)
  })

  it('never alarms for a field that is often missing, or after too few answers', () => {
    const rare = learnt(0.6, 1_000, createRandom(3))
    expect(delayOf(rare, 1, createRandom(4))).toBe(Number.POSITIVE_INFINITY)
    const young = learnt(0, RULE.minAnswers - 1, createRandom(5))
    expect(applyBatch(young, batchOf(RULE.minAnswers, RULE.minAnswers), START).turns).toEqual([])
  })

  it('counts requests that failed for lack of a core field as answers without that field only', () => {
    const state = learnt(0, 200, createRandom(6))
    const { turns, state: after } = applyBatch(
      state,
      { answers: 0, absent: new Map(), failed: new Map([['price rows', 12]]) },
      START,
    )
    expect(turns).toEqual([{ field: 'price rows', to: 'drifting', usualShare: 1, share: 0 }])
    expect(after.answers).toBe(200)
  })

  it('treats a short baseline as uncertain', () => {
    expect(usualAbsence({ n: 100, absent: 0 })).toBeCloseTo(0.083, 2)
    expect(usualAbsence({ n: 5_000, absent: 0 })).toBe(RULE.minUsualAbsence)
    expect(usualAbsence({ n: 0, absent: 0 })).toBe(1)
  })

  it('expects as much traffic as on the busiest recent day; older days fade', () => {
    const onDay = (before: OperationState, day: number, answers: number) =>
      applyBatch(before, batchOf(answers, 0), START + day * DAY_MS).state
    let state = onDay(onDay(emptyState(), 0, 3_000), 0, 2_000)
    expect(state).toMatchObject({ day: '2027-01-01', today: 5_000, busiest: 0 })
    state = onDay(state, 1, 10)
    expect(state).toMatchObject({ day: '2027-01-02', today: 10, busiest: 5_000 })
    expect(onDay(state, 2, 1)).toMatchObject({ today: 1, busiest: 4_500 })
  })

  it('needs more evidence on a busy day, or after one', () => {
    const missingUntilAlarm = (before: OperationState, nowMs: number) => {
      let state = before
      for (let n = 1; n < 100; n++) {
        const next = applyBatch(state, batchOf(1, 1), nowMs)
        if (next.turns.length > 0) return n
        state = next.state
      }
      return Number.POSITIVE_INFINITY
    }
    const quiet = learnt(0, 200, createRandom(1))
    const busy = { ...quiet, today: 10_000_000 }
    expect(missingUntilAlarm(busy, START)).toBeGreaterThan(missingUntilAlarm(quiet, START))
    expect(missingUntilAlarm(busy, START + DAY_MS)).toBe(missingUntilAlarm(busy, START))
  })

  it('forgets: beyond ten thousand answers, the baseline is halved', () => {
    const first = applyBatch(emptyState(), batchOf(RULE.memoryAnswers, 100), START).state
    expect(first.fields[FIELD]).toMatchObject({ n: 10_000, absent: 100 })
    const next = applyBatch(first, batchOf(2, 0), START).state
    expect(next.fields[FIELD]).toMatchObject({ n: 5_001, absent: 50, newN: 0, newAbsent: 0 })
    expect(next.answers).toBe(10_000)
  })

  it('shows the latest answers of a drifting field: beyond four hundred, they are halved', () => {
    const fallen = applyBatch(learnt(0, 200, createRandom(1)), batchOf(399, 399), START)
    expect(fallen.turns).toHaveLength(1)
    const full = applyBatch(fallen.state, batchOf(1, 1), START).state
    expect(full.fields[FIELD]).toMatchObject({ n: 200, newN: 400, newAbsent: 400 })
    expect(applyBatch(full, batchOf(1, 1), START).state.fields[FIELD]).toMatchObject({
      newN: 200,
      newAbsent: 200,
    })
  })

  it('changes nothing of a field without answers, and does not change the state that it was given', () => {
    const before = learnt(0.1, 300, createRandom(2))
    const copy = structuredClone(before)
    const failedElsewhere = { answers: 0, absent: new Map(), failed: new Map([['/price', 3]]) }
    const { state, turns } = applyBatch(before, failedElsewhere, START)
    expect(turns).toEqual([])
    expect(state.fields[FIELD]).toEqual(before.fields[FIELD])
    applyBatch(before, batchOf(50, 50), START)
    expect(before).toEqual(copy)
  })

  it('limits the number of fields', () => {
    const absent = new Map(Array.from({ length: 500 }, (_, place) => [`/made-up/${place}`, 1]))
    const { state } = applyBatch(emptyState(), { answers: 1, absent, failed: new Map() }, START)
    expect(Object.keys(state.fields)).toHaveLength(RULE.maxFields)
  })
})
