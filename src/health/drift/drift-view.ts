// Views of drift: per site for /status.json, per field for `wares shops NAME`. Pure.
import { type FieldState, isWatched, type OperationState, RULE, shareOf, shownField } from './drift-rule.ts'
import { ALL_FIELDS, type DayCount, dayShare, RUNS, SILENT_FIELDS } from './drift-store.ts'

type States = ReadonlyMap<string, OperationState>
type SiteOf = (operation: string) => string
type DriftingField = ReturnType<typeof driftingFields>[number]
export type SiteDrift = ReturnType<typeof siteDrift>
export type FieldDrift = ReturnType<typeof driftByField>[number]

export function driftBySite(
  sites: readonly string[],
  siteOf: SiteOf,
  states: States,
  days: readonly DayCount[],
): Record<string, SiteDrift> {
  const drifting = Map.groupBy(driftingFields(states), one => siteOf(one.operation))
  const counts = Map.groupBy(days, row => siteOf(row.operation))
  return Object.fromEntries(
    sites.map(site => [site, siteDrift(drifting.get(site) ?? [], counts.get(site) ?? [])]),
  )
}

function siteDrift(drifting: readonly DriftingField[], rows: readonly DayCount[]) {
  const all = rows.filter(row => row.field === ALL_FIELDS)
  const silent = rows.filter(row => row.field === SILENT_FIELDS)
  const byDay = Map.groupBy(all, row => row.day)
  return {
    drifting,
    answers: sum(
      rows.filter(row => row.field === ''),
      'answers',
    ),
    absent_share: absentShare(all),
    silent_null_share: absentShare(silent),
    presence: [...byDay].map(([day, own]) => ({ day, share: presentShare(own) })),
    requests: rows
      .filter(row => row.field === RUNS)
      .map(({ day, answers, absent }) => ({ day, answered: answers - absent, failed: absent })),
  }
}

function driftingFields(states: States) {
  return [...states].flatMap(([operation, { fields }]) =>
    Object.entries(fields).flatMap(([field, state]) =>
      state.since === null
        ? []
        : [
            {
              operation,
              field: shownField(field),
              since: new Date(state.since).toISOString(),
              usual_share: shareOf(state.n, state.absent),
              share: shareOf(state.newN, state.newAbsent),
            },
          ],
    ),
  )
}

/** Every field that was ever missing; all others are in every answer. */
export function driftByField(siteOf: SiteOf, states: States, days: readonly DayCount[]) {
  const rows = new Map(days.map(row => [`${row.day} ${row.operation} ${row.field}`, row]))
  const daysOf = Map.groupBy(
    days.filter(row => row.field === ''),
    row => row.operation,
  )
  return [...states].flatMap(([operation, { fields }]) =>
    Object.entries(fields).map(([field, state]) => ({
      site: siteOf(operation),
      operation,
      field: shownField(field),
      state: stateOf(state),
      since: state.since === null ? null : new Date(state.since).toISOString(),
      usual_share: shareOf(state.n, state.absent),
      share: state.newN > 0 ? shareOf(state.newN, state.newAbsent) : shareOf(state.n, state.absent),
      answers: state.n + state.newN,
      days: (daysOf.get(operation) ?? []).map(({ day, answers, absent }) => ({
        day,
        share:
          field === ''
            ? dayShare(answers, { day, operation, field, answers: absent, absent })
            : dayShare(answers, rows.get(`${day} ${operation} ${field}`)),
      })),
    })),
  )
}

function stateOf(state: FieldState): 'ok' | 'drifting' | 'learning' | 'rare' {
  if (state.since !== null) return 'drifting'
  if (state.n < RULE.minAnswers) return 'learning'
  return isWatched(state) ? 'ok' : 'rare'
}

function absentShare(rows: readonly DayCount[]): number | null {
  const present = presentShare(rows)
  return present === null ? null : Math.round((1 - present) * 10_000) / 10_000
}

function presentShare(rows: readonly DayCount[]): number | null {
  const all = sum(rows, 'answers')
  return all === 0 ? null : shareOf(all, sum(rows, 'absent'))
}

function sum<K extends string>(rows: readonly Readonly<Record<K, number>>[], key: K): number {
  return rows.reduce((total, row) => total + row[key], 0)
}
