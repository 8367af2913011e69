// Reads watches from rows.
import { expect, it } from 'vitest'
import { NO_MEMORY } from './knowledge.ts'
import type { WatchTable } from './watch-tables.ts'
import { watchFromRow } from './watch.ts'

it('reads a memory that leaves out what is not set', () => {
  const row = (memory: unknown) =>
    ({
      params: '{}',
      tags: '',
      notify: '',
      variant: null,
      facts: null,
      memory: JSON.stringify(memory),
    }) as WatchTable
  const seen = { price: { value: '1.00 EUR', previous: null, times: 1, sinceMs: 5, requestIds: ['r'] } }
  const whole = { ...NO_MEMORY, seen }
  expect(watchFromRow(row({ seen })).knowledge.memory).toEqual(whole)
  expect(watchFromRow(row(whole)).knowledge.memory).toEqual(whole)
  expect(watchFromRow(row({})).knowledge.memory).toEqual(NO_MEMORY)
})
