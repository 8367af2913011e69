// The rule for listed shops, which have few answers: a field that every page had and the latest lack.
import { describe, expect, it } from 'vitest'
import { applyBatch, emptyState, type OperationState, type DriftTransition } from './drift-rule.ts'

const START = Date.UTC(2027, 0, 1)

function feed(state: OperationState, answers: readonly ('has' | 'lacks')[], field = '/price') {
  const turns: DriftTransition[] = []
  let current = state
  for (const [place, answer] of answers.entries()) {
    const absent = new Map(answer === 'lacks' ? [[field, 1]] : [])
    const next = applyBatch(current, { answers: 1, absent, failed: new Map() }, START + place, true)
    current = next.state
    turns.push(...next.turns)
  }
  return { state: current, turns: turns.map(turn => turn.to) }
}

const times = (count: number, answer: 'has' | 'lacks') => Array.from({ length: count }, () => answer)

describe('a field that every page of a shop had', () => {
  it.each([
    [3, 9, 0],
    [3, 10, 1],
    [5, 4, 0],
    [5, 5, 1],
    [10, 2, 0],
    [10, 3, 1],
    [99, 2, 0],
    [99, 3, 1],
  ])('after %i pages, missing from %i in a row, alarms %i times', (had, lacked, alarms) => {
    const { turns } = feed(emptyState(), [...times(had, 'has'), ...times(lacked, 'lacks')])
    expect(turns).toHaveLength(alarms)
  })

  it('does not alarm when it is missing now and then', () => {
    const { turns } = feed(emptyState(), [
      ...times(10, 'has'),
      'lacks',
      ...times(40, 'has'),
      ...times(5, 'lacks'),
    ])
    expect(turns).toEqual([])
  })

  it('recovers when three pages in a row have it again', () => {
    const fell = feed(emptyState(), [...times(10, 'has'), ...times(4, 'lacks')])
    expect(fell.turns).toEqual(['drifting'])
    expect(feed(fell.state, ['has', 'has', 'lacks', 'has', 'has']).turns).toEqual([])
    expect(feed(fell.state, times(3, 'has')).turns).toEqual(['recovered'])
  })
})

it('has no such rule for a site, which has many answers', () => {
  let state = emptyState()
  for (let count = 0; count < 30; count++) {
    const absent = new Map(count < 20 ? [] : [['/price', 1]])
    const next = applyBatch(state, { answers: 1, absent, failed: new Map() }, START)
    state = next.state
    expect(next.turns).toEqual([])
  }
})
