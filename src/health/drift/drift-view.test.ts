// What /status and `wares shops NAME` say of a field: its state, its shares and its days.
import { describe, expect, it } from 'vitest'
import { emptyState, type FieldState, type OperationState, RULE } from './drift-rule.ts'
import { ALL_FIELDS, type DayCount, RUNS, SILENT_FIELDS } from './drift-store.ts'
import { driftByField, driftBySite } from './drift-view.ts'

const OPERATION = 'shop.product'
const siteOf = (operation: string) => operation.split('.')[0] ?? ''
const SINCE = Date.UTC(2027, 0, 5)

function fieldState(changes: Partial<FieldState>): FieldState {
  return { n: 1_000, absent: 0, newN: 0, newAbsent: 0, sum: 0, since: null, ...changes }
}

function statesWith(fields: Record<string, FieldState>): ReadonlyMap<string, OperationState> {
  return new Map([[OPERATION, { ...emptyState(), fields }]])
}

function dayCount(day: string, field: string, answers: number, absent: number): DayCount {
  return { day, operation: OPERATION, field, answers, absent }
}

describe('driftByField', () => {
  it.each<[string, Partial<FieldState>]>([
    ['learning', { n: RULE.minAnswers - 1 }],
    ['ok', { n: RULE.minAnswers }],
    ['rare', { absent: 600 }],
    ['drifting', { since: SINCE }],
  ])('a field is %s with %j', (state, changes) => {
    const [field] = driftByField(siteOf, statesWith({ '/color': fieldState(changes) }), [])
    expect(field).toMatchObject({ site: 'shop', field: '/color', state })
    expect(field?.since).toBe(state === 'drifting' ? '2027-01-05T00:00:00.000Z' : null)
  })

  it('the share is that of the latest answers, or of all if there are none', () => {
    const fields = {
      '/a': fieldState({ absent: 100, newN: 10, newAbsent: 5 }),
      '/b': fieldState({ absent: 100 }),
    }
    expect(driftByField(siteOf, statesWith(fields), [])).toMatchObject([
      { field: '/a', usual_share: 0.9, share: 0.5, answers: 1_010 },
      { field: '/b', usual_share: 0.9, share: 0.9, answers: 1_000 },
    ])
  })

  it('a day has the share of the answers with the field; failed requests count as answers without it', () => {
    const days = [
      dayCount('2027-01-01', '', 8, 2),
      dayCount('2027-01-01', '/price', 2, 4),
      dayCount('2027-01-02', '', 8, 0),
      dayCount('2027-01-03', '', 0, 0),
    ]
    const fields = { '/price': fieldState({}), '': fieldState({}) }
    expect(driftByField(siteOf, statesWith(fields), days).map(one => [one.field, one.days])).toEqual([
      [
        '/price',
        [
          { day: '2027-01-01', share: 0.6 },
          { day: '2027-01-02', share: 1 },
          { day: '2027-01-03', share: null },
        ],
      ],
      [
        '(page)',
        [
          { day: '2027-01-01', share: 0.8 },
          { day: '2027-01-02', share: 1 },
          { day: '2027-01-03', share: null },
        ],
      ],
    ])
  })
})

describe('driftBySite', () => {
  it('lists the fields that drift, and no others', () => {
    const fields = {
      '/price': fieldState({ absent: 10, newN: 20, newAbsent: 15, since: SINCE }),
      '/color': fieldState({ absent: 10 }),
    }
    expect(driftBySite(['shop'], siteOf, statesWith(fields), []).shop?.drifting).toEqual([
      {
        operation: OPERATION,
        field: '/price',
        since: '2027-01-05T00:00:00.000Z',
        usual_share: 0.99,
        share: 0.25,
      },
    ])
  })

  it('sums the answers, and shares of all fields and of silent ones, by day', () => {
    const days = ['2027-01-01', '2027-01-02'].flatMap((day, place) => [
      dayCount(day, '', 10, 1),
      dayCount(day, ALL_FIELDS, 100, 10 * place),
      dayCount(day, SILENT_FIELDS, 100, 4),
      dayCount(day, RUNS, 12, 3 * place),
    ])
    expect(driftBySite(['shop', 'other'], siteOf, statesWith({}), days)).toEqual({
      shop: {
        drifting: [],
        answers: 20,
        absent_share: 0.05,
        silent_null_share: 0.04,
        presence: [
          { day: '2027-01-01', share: 1 },
          { day: '2027-01-02', share: 0.9 },
        ],
        requests: [
          { day: '2027-01-01', answered: 12, failed: 0 },
          { day: '2027-01-02', answered: 9, failed: 3 },
        ],
      },
      other: {
        drifting: [],
        answers: 0,
        absent_share: null,
        silent_null_share: null,
        presence: [],
        requests: [],
      },
    })
  })
})
