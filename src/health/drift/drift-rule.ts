// Decides when a field drifts: a sequential test of its absences against its own baseline. Pure.
//
// For each field a CUSUM sums the log-likelihood ratio of every answer: "missing as often as before" (p0) against
// "missing from half of the pages that had it" (p1 = p0 + (1 - p0) / 2). It alarms at h = ln(1000 × answers per day).
// For any true p ≤ p0, the probability that n answers raise an alarm is at most n × e^-h (Ville's inequality for each of
// the n starting points), so at most one day in a thousand. p0 is the upper bound of the three-sigma Wilson interval, so
// that a short baseline counts as an uncertain one. docs/decisions/014-drift.md has the figures.

/** The state of one field: the baseline that the test compares with, and the current evidence. */
export interface FieldState {
  /** Answers and absences of the baseline. */
  n: number
  absent: number
  /** Since the sum was last zero: added to the baseline when it is zero again, never after an alarm. */
  newN: number
  newAbsent: number
  /** The CUSUM: evidence for a drop, or for a recovery while the field drifts. */
  sum: number
  /** When it started to drift, in milliseconds; null while it does not. */
  since: number | null
  /** For a listed shop: number of consecutive answers that speak for a turn. */
  run?: number
}

export interface OperationState {
  /** All answers so far. A field without an entry has been in every one of them. */
  answers: number
  /** The current day, its answers so far, and those of the busiest recent day. */
  day: string
  today: number
  busiest: number
  fields: Record<string, FieldState>
}

/** What one process has counted since its last write. */
export interface OperationBatch {
  readonly answers: number
  /** Number of answers without the field, by field. */
  readonly absent: ReadonlyMap<string, number>
  /** Number of requests that failed because of a core field, by field. */
  readonly failed: ReadonlyMap<string, number>
}

export interface DriftTransition {
  readonly field: string
  readonly to: 'drifting' | 'recovered'
  /** The share of answers with the field: before the drop, and since. */
  readonly usualShare: number
  readonly share: number
}

export const RULE = {
  /** One false alarm per field is accepted in this many days, on steady traffic. */
  daysPerFalseAlarm: 1_000,
  /** A field with fewer answers in its baseline raises no alarm. */
  minAnswers: 100,
  /** A field that is usually missing from a larger share of the pages does not alarm. */
  maxUsualAbsence: 0.5,
  /** The least p0: below it a burst of odd pages would alarm, because answers are not quite independent. */
  minUsualAbsence: 0.02,
  /** The baseline forgets: beyond this, its counts are halved. */
  memoryAnswers: 10_000,
  sigmas: 3,
  /** The threshold assumes at least this traffic. */
  minAnswersPerDay: 1_000,
  /** The maximum number of fields per operation. */
  maxFields: 200,
  /**
   * A listed shop has few answers, so its fields have a rule of their own until the baseline is long enough: a field that
   * every answer had is missing from all of the latest. If the order of the answers were chance, such an order would have
   * a probability of one in C(n + run, run).
   */
  few: { minRun: 3, minAnswers: 3, oneIn: 250 },
} as const

/** A page on which nothing was found has failed as a whole. */
export function shownField(field: string): string {
  return field === '' ? '(page)' : field
}

export const emptyState = (): OperationState => ({ answers: 0, day: '', today: 0, busiest: 0, fields: {} })

/** The share of absences that the baseline allows: the upper bound of the Wilson interval. */
export function usualAbsence({ n, absent }: Pick<FieldState, 'n' | 'absent'>): number {
  if (n === 0) return 1
  const z2 = RULE.sigmas ** 2
  const share = absent / n
  const spread = RULE.sigmas * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n))
  return Math.max(RULE.minUsualAbsence, (share + z2 / (2 * n) + spread) / (1 + z2 / n))
}

/** What an answer with or without the field adds to the evidence for a drop. */
function weights(p0: number): { readonly missing: number; readonly there: number } {
  const p1 = p0 + (1 - p0) / 2
  return { missing: Math.log(p1 / p0), there: Math.log((1 - p1) / (1 - p0)) }
}

export function threshold(answersPerDay: number): number {
  return Math.log(RULE.daysPerFalseAlarm * Math.max(answersPerDay, RULE.minAnswersPerDay))
}

export function isWatched(field: FieldState): boolean {
  return field.n >= RULE.minAnswers && usualAbsence(field) <= RULE.maxUsualAbsence
}

/**
 * The state after a batch, and the fields that turned. The order within a batch is unknown: it counts as one step.
 * `hasFew`: for a listed shop.
 */
export function applyBatch(
  before: OperationState,
  batch: OperationBatch,
  nowMs: number,
  hasFew = false,
): { readonly state: OperationState; readonly turns: readonly DriftTransition[] } {
  const state = onDay(copyOf(before), new Date(nowMs).toISOString().slice(0, 10))
  const failures = sumOf(batch.failed)
  state.today += batch.answers + failures
  const limit = threshold(Math.max(state.busiest, state.today))
  for (const field of [...batch.absent.keys(), ...batch.failed.keys()]) {
    if (state.fields[field] || Object.keys(state.fields).length >= RULE.maxFields) continue
    state.fields[field] = { n: state.answers, absent: 0, newN: 0, newAbsent: 0, sum: 0, since: null }
  }
  const turns = Object.entries(state.fields).flatMap(([name, field]) => {
    const failed = batch.failed.get(name) ?? 0
    const missing = (batch.absent.get(name) ?? 0) + failed
    return step(field, { n: batch.answers + failed, missing, limit, nowMs, hasFew }).map(to =>
      turnOf(name, field, to),
    )
  })
  for (const field of Object.values(state.fields)) settle(field)
  state.answers = Math.min(state.answers + batch.answers, RULE.memoryAnswers)
  return { state, turns }
}

/** A shallow copy, one level deeper for the fields: it is made for every batch. */
function copyOf(state: OperationState): OperationState {
  const fields = Object.entries(state.fields).map(([name, field]) => [name, { ...field }] as const)
  return { ...state, fields: Object.fromEntries(fields) }
}

interface Step {
  readonly n: number
  readonly missing: number
  readonly limit: number
  readonly nowMs: number
  readonly hasFew: boolean
}

function step(field: FieldState, { n, missing, limit, nowMs, hasFew }: Step): DriftTransition['to'][] {
  if (n === 0) return []
  field.newN += n
  field.newAbsent += missing
  if (hasFew && field.n < RULE.minAnswers) return stepWithFew(field, n, missing, nowMs)
  if (!isWatched(field)) return []
  const { missing: up, there } = weights(usualAbsence(field))
  const evidence = missing * up + (n - missing) * there
  field.sum = Math.max(0, field.sum + (field.since === null ? evidence : -evidence))
  if (field.sum < limit) return []
  field.sum = 0
  field.since = field.since === null ? nowMs : null
  return [field.since === null ? 'recovered' : 'drifting']
}

function stepWithFew(field: FieldState, n: number, missing: number, nowMs: number): DriftTransition['to'][] {
  const isDrifting = field.since !== null
  const speaksForTurn = isDrifting ? missing === 0 : missing === n
  field.run = speaksForTurn ? (field.run ?? 0) + n : 0
  // A positive sum keeps the run out of the baseline.
  field.sum = isDrifting ? 0 : field.run
  const isLong = field.run >= RULE.few.minRun
  const isUnlikely =
    field.absent === 0 && field.n >= RULE.few.minAnswers && choose(field.n, field.run) >= RULE.few.oneIn
  if (!isLong || !(isDrifting || isUnlikely)) return []
  field.sum = 0
  field.run = 0
  field.since = isDrifting ? null : nowMs
  return [isDrifting ? 'recovered' : 'drifting']
}

/** C(n + run, run), at most a million. */
function choose(n: number, run: number): number {
  let ways = 1
  for (let k = 1; k <= run && ways < 1e6; k++) ways = (ways * (n + k)) / k
  return ways
}

/** After a recovery, the answers before it must not become part of the baseline. */
function turnOf(name: string, field: FieldState, to: DriftTransition['to']): DriftTransition {
  const { n, absent, newN, newAbsent } = field
  if (to === 'recovered') Object.assign(field, { newN: 0, newAbsent: 0 })
  return { field: name, to, usualShare: shareOf(n, absent), share: shareOf(newN, newAbsent) }
}

export function shareOf(n: number, absent: number): number {
  return n === 0 ? 1 : Math.round((1 - absent / n) * 10_000) / 10_000
}

/** Adds answers without evidence for a drop to the baseline. While the field drifts, the baseline is frozen. */
function settle(field: FieldState): void {
  if (field.since !== null) {
    // Only the latest answers show the current state.
    if (field.newN > RULE.minAnswers * 4) forget(field, 'newN', 'newAbsent')
    return
  }
  if (field.sum > 0) return
  field.n += field.newN
  field.absent += field.newAbsent
  field.newN = 0
  field.newAbsent = 0
  if (field.n > RULE.memoryAnswers) forget(field, 'n', 'absent')
}

function forget(field: FieldState, ...keys: readonly ('n' | 'absent' | 'newN' | 'newAbsent')[]): void {
  for (const key of keys) field[key] = Math.floor(field[key] / 2)
}

/** Starts a new day: yesterday may have been the busiest; older days fade. */
function onDay(state: OperationState, day: string): OperationState {
  if (state.day === day) return state
  return { ...state, day, today: 0, busiest: Math.max(state.today, Math.floor(state.busiest * 0.9)) }
}

export function sumOf(counts: ReadonlyMap<string, number>): number {
  return counts.values().reduce((sum, one) => sum + one, 0)
}
