// The rule by which a field is said to drift: a sequential test of its absences against its own past. Pure.
//
// For each field a CUSUM adds the log-likelihood ratio of every answer: "missing as often as before" (p0) against "missing
// from half of the pages that had it" (p1 = p0 + (1 - p0) / 2). It alarms at h = ln(1000 × answers per day). Whatever p ≤ p0 is
// true, the chance that n answers alarm is at most n × e^-h (Ville's inequality for each of the n starting points), so at most
// one day in a thousand. p0 is the upper end of Wilson's interval of three sigma, so that a short past counts as an
// uncertain one. docs/decisions/028-drift.md has the figures.

/** What a field has been like: the answers that the test compares with. */
export interface FieldState {
  /** Answers and absences of the past. */
  n: number
  absent: number
  /** Since the sum last was zero: part of the past as soon as it is zero again, never after an alarm. */
  newN: number
  newAbsent: number
  /** Evidence: for a fall while all is well, for a recovery while it drifts. */
  sum: number
  /** When it began to drift, in milliseconds; null while it does not. */
  since: number | null
}

export interface OperationState {
  /** Answers before the first field of its own row, and since; every field without a row has as many, and no absence. */
  answers: number
  /** The day that is counted now, its answers so far, and those of the busiest day lately. */
  day: string
  today: number
  busiest: number
  fields: Record<string, FieldState>
}

/** What one process has counted since it last wrote. */
export interface OperationBatch {
  readonly answers: number
  /** By field: answers that lack it. */
  readonly absent: ReadonlyMap<string, number>
  /** By core field: requests that failed because of it. */
  readonly failed: ReadonlyMap<string, number>
}

export interface Turn {
  readonly field: string
  readonly to: 'drifting' | 'recovered'
  /** Share of answers that had the field: before the fall, and since. */
  readonly usualShare: number
  readonly share: number
}

export const RULE = {
  /** A false alarm per field in so many days at the most, on steady traffic. */
  daysPerFalseAlarm: 1_000,
  /** A past of fewer answers does not alarm. */
  minAnswers: 100,
  /** A field that may be missing from more than this share of the pages does not alarm. */
  maxUsualAbsence: 0.5,
  /** Below this a burst of odd pages would alarm: answers are not quite independent. */
  minUsualAbsence: 0.02,
  /** The past forgets: beyond this, its counts are halved. */
  memoryAnswers: 10_000,
  sigmas: 3,
  /** The threshold takes at least this traffic for granted. */
  minAnswersPerDay: 1_000,
  /** Fields of an operation that are remembered. */
  maxFields: 200,
} as const

export const emptyState = (): OperationState => ({ answers: 0, day: '', today: 0, busiest: 0, fields: {} })

/** The share of absences that the past allows: the upper end of Wilson's interval. */
export function usualAbsence({ n, absent }: Pick<FieldState, 'n' | 'absent'>): number {
  if (n === 0) return 1
  const z2 = RULE.sigmas ** 2
  const share = absent / n
  const spread = RULE.sigmas * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n))
  return Math.max(RULE.minUsualAbsence, (share + z2 / (2 * n) + spread) / (1 + z2 / n))
}

/** What an answer without the field, and one with it, adds to the evidence for a fall. */
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

/** The state after a batch, and the fields that turned. The order within a batch is not known: it counts as one step. */
export function advance(
  before: OperationState,
  batch: OperationBatch,
  nowMs: number,
): { readonly state: OperationState; readonly turns: readonly Turn[] } {
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
    return step(field, { n: batch.answers + failed, missing, limit, nowMs }).map(to =>
      turnOf(name, field, to),
    )
  })
  for (const field of Object.values(state.fields)) settle(field)
  state.answers = Math.min(state.answers + batch.answers, RULE.memoryAnswers)
  return { state, turns }
}

/** Shallow, and a level deeper for the fields: it is made for every batch. */
function copyOf(state: OperationState): OperationState {
  const fields = Object.entries(state.fields).map(([name, field]) => [name, { ...field }] as const)
  return { ...state, fields: Object.fromEntries(fields) }
}

interface Step {
  readonly n: number
  readonly missing: number
  readonly limit: number
  readonly nowMs: number
}

function step(field: FieldState, { n, missing, limit, nowMs }: Step): Turn['to'][] {
  if (n === 0) return []
  field.newN += n
  field.newAbsent += missing
  if (!isWatched(field)) return []
  const { missing: up, there } = weights(usualAbsence(field))
  const evidence = missing * up + (n - missing) * there
  field.sum = Math.max(0, field.sum + (field.since === null ? evidence : -evidence))
  if (field.sum < limit) return []
  field.sum = 0
  field.since = field.since === null ? nowMs : null
  return [field.since === null ? 'recovered' : 'drifting']
}

/** What led to an alarm is known from now on; after a recovery, what it was like before must not become its past. */
function turnOf(name: string, field: FieldState, to: Turn['to']): Turn {
  const { n, absent, newN, newAbsent } = field
  if (to === 'recovered') Object.assign(field, { newN: 0, newAbsent: 0 })
  return { field: name, to, usualShare: shareOf(n, absent), share: shareOf(newN, newAbsent) }
}

export function shareOf(n: number, absent: number): number {
  return n === 0 ? 1 : Math.round((1 - absent / n) * 10_000) / 10_000
}

/** What speaks for no fall becomes part of the past. While it drifts, the past stays what it was before. */
function settle(field: FieldState): void {
  if (field.since !== null) {
    // Only the latest answers say what it is like now.
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

/** A new day: yesterday may have been the busiest; older ones fade. */
function onDay(state: OperationState, day: string): OperationState {
  if (state.day === day) return state
  return { ...state, day, today: 0, busiest: Math.max(state.today, Math.floor(state.busiest * 0.9)) }
}

export function sumOf(counts: ReadonlyMap<string, number>): number {
  return counts.values().reduce((sum, one) => sum + one, 0)
}
