// The judgement of `npm run crash:matrix`: it notices what is lost, doubled or wrong, and it starts what deploy/ has.
import { describe, expect, it } from 'vitest'
import {
  type Change,
  feedViolations,
  gapViolations,
  type Message,
  messageViolations,
  missedBy,
  sameAsFeed,
  usageBounds,
} from '../../scripts/crash-matrix/checks.ts'
import { readCompose } from '../../scripts/crash-matrix/compose.ts'
import type { KilledPart } from '../../scripts/crash-matrix/kills.ts'
import { killTable, sampleViolations } from '../../scripts/crash-matrix/report.ts'
import type { Attempt } from '../../scripts/crash-matrix/round-robin.ts'
import type { Sample } from '../../scripts/crash-matrix/traffic.ts'

const kinds = (all: readonly { kind: string }[]) => all.map(({ kind }) => kind)
const at = (ms: number) => new Date(ms).toISOString()
const change = (id: number, before: string | null, after: string | null, watch = 'w_1'): Change => ({
  id: String(id),
  at: at(id * 1_000),
  type: 'price.changed',
  watch,
  before: { variants: { '42': { price: before } } },
  after: { variants: { '42': { price: after } } },
  alert: true,
})
const feed = [change(1, '10', '11'), change(2, '11', '12'), change(3, '5', '6', 'w_2'), change(4, '12', '13')]
const [first, second, other, last] = feed as [Change, Change, Change, Change]
const now = (price: string) => new Map([['w_1', { variants: { '42': { price } } }]])

describe('feed', () => {
  it('accepts changes that follow each other up to what the watch has', () => {
    expect(feedViolations(feed, now('13'))).toEqual([])
    expect(gapViolations(feed)).toEqual([])
  })

  it.each([
    ['a change in between is missing', [first, other, last], '13', ['lost']],
    ['the last change is missing', [first, second, other], '13', ['lost']],
    ['a change was recorded twice', [first, change(2, '10', '11')], '11', ['doubled']],
    ['an id occurs twice', [first, { ...second, id: '1' }], '12', ['doubled']],
  ])('notices that %s', (_, changes, price, expected) => {
    expect(kinds(feedViolations(changes, now(price)))).toEqual(expected)
  })

  it('accepts that a value that was not stated for a while begins with the one before', () => {
    expect(feedViolations([change(1, '10', null), change(2, '10', '11')], now('11'))).toEqual([])
  })

  it('notices a gap in the ids', () => {
    expect(gapViolations([first, last])).toMatchObject([{ kind: 'lost', atMs: 4_000 }])
  })

  it('compares with what readers saw', () => {
    expect([...sameAsFeed('reader', feed, feed), ...missedBy('reader', feed, feed)]).toEqual([])
    expect(kinds(missedBy('reader', [first, second, last], feed))).toEqual(['lost'])
    expect(kinds(sameAsFeed('reader', [first, second, first], feed))).toEqual(['doubled'])
    expect(kinds(sameAsFeed('check', [change(9, '13', '14')], feed))).toEqual(['lost'])
    expect(kinds(sameAsFeed('check', [{ ...first, alert: false }], feed))).toEqual(['lost'])
  })
})

describe('webhooks', () => {
  const message = (of: Change, id = `m_${of.id}`, body = of.id): Message => ({
    id,
    atMs: Number(of.id) * 1_000,
    body,
    change: of,
  })
  const all = feed.map(one => message(one))

  it.each<[string, Message[], string[]]>([
    ['all arrive', all, []],
    ['one arrives again', [...all, message(first)], []],
    ['two watches arrive in another order', [message(other), ...all], []],
    ['one is missing', all.slice(0, 3), ['lost']],
    ['a watch arrives in another order', [message(second), ...all], ['wrong']],
    ['one arrives again with another id', [...all, message(first, 'm_9')], ['doubled']],
    ['one arrives again with another body', [...all, message(first, 'm_1', 'x')], ['wrong']],
  ])('%s', (_, messages, expected) => {
    expect(kinds(messageViolations(messages, feed))).toEqual(expected)
  })

  it('does not wait for changes that are no alerts', () => {
    expect(messageViolations([], [{ ...first, alert: false }])).toEqual([])
  })
})

describe('usage', () => {
  const attempt = (atMs: number, more: Partial<Attempt> = {}): Attempt => ({
    address: 'a',
    atMs,
    status: 200,
    isSent: true,
    ...more,
  })
  const unanswered = { status: undefined }

  it('may lose the last second of a killed replica, and half a second for the write', () => {
    const attempts = [8_500, 8_501, 10_000, 10_001].map(atMs => attempt(atMs))
    attempts.push(attempt(9_900, { address: 'b' }))
    expect(usageBounds(attempts, [{ address: 'a', atMs: 10_000 }])).toEqual({ least: 3, most: 5 })
  })

  it('may count what was sent without an answer, but no refused connection', () => {
    const attempts = [attempt(1), attempt(2, unanswered), attempt(3, { ...unanswered, isSent: false })]
    expect(usageBounds(attempts, [])).toEqual({ least: 1, most: 2 })
  })
})

describe('requests', () => {
  const part = (name: string) => ({ name, kind: 'api', kill: async () => {}, start: async () => {} }) as const
  const killed: KilledPart[] = [
    { part: part('api-1'), killedMs: 1_000, startedMs: 4_000, backMs: 5_500, bulkDone: 0 },
    { part: part('api-2'), killedMs: 10_000, startedMs: 13_000, backMs: 14_000, bulkDone: 0 },
  ]
  const sample = (outcome: Sample['outcome'], fromMs: number, toMs: number): Sample => ({
    what: 'request',
    fromMs,
    toMs,
    outcome,
    text: '',
    key: '',
    reply: { status: 503, headers: {}, text: '', attempts: [] },
  })

  it('may be refused only while a part is away, and never be wrong', () => {
    const allowed = [
      sample('refused', 500, 1_000),
      sample('cut', 2_000, 2_001),
      sample('refused', 5_500, 6_000),
    ]
    expect(sampleViolations([...allowed, sample('right', 7_000, 7_001)], killed)).toEqual([])
    const wrong = [sample('refused', 500, 999), sample('cut', 5_501, 6_000), sample('wrong', 2_000, 2_001)]
    expect(sampleViolations(wrong, killed)).toHaveLength(3)
  })

  it('are in the row of the last kill before them', () => {
    const samples = [
      sample('refused', 1_500, 1_501),
      sample('right', 9_999, 9_999),
      sample('cut', 10_000, 10_000),
    ]
    const violations = [{ kind: 'lost', atMs: 12_000, text: '' }] as const
    const rows = killTable({ killed, samples, messages: [], violations }).split('\n').slice(2)
    expect(rows).toEqual([
      '| api-1 | 2 | 0 | 1 | 0 + 0 | 1.5 | 0 | 0 | 0 | 0 |',
      '| api-2 | 1 | 0 | 1 | 0 + 0 | 1.0 | 0 | 1 | 0 | 0 |',
    ])
  })
})

it('starts what deploy/cluster.yaml has', () => {
  const { wares, variables, redis } = readCompose()
  expect(wares).toEqual([
    { name: 'api-1', command: ['start'] },
    { name: 'api-2', command: ['start'] },
    { name: 'api-3', command: ['start'] },
    { name: 'worker', command: ['start', '--worker'] },
  ])
  expect(variables.toSorted()).toEqual(['WARES_CONFIG', 'WARES_DATABASE_URL', 'WARES_REDIS_URL'])
  expect(redis.slice(0, 4)).toEqual(['--appendonly', 'yes', '--appendfsync', 'everysec'])
})
