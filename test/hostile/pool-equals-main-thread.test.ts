// A recorded case has the same outcome on a worker thread as on the main thread, byte for byte.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createInlineReader,
  createPooledReader,
  type TaskReader,
} from '../../src/extract/thread/task-reader.ts'
import { findCases } from '../replay/find-cases.ts'
import { runCase } from '../replay/run-case.ts'
import { sample } from '../sample.ts'

const inline = createInlineReader()
const pooled = createPooledReader({
  workers: 2,
  sitesModule: new URL('../../adapters/sites/index.ts', import.meta.url),
  inlineMaxBytes: 0,
})
// On a busy machine a thread may take longer to start than the deadline of a case.
beforeAll(() => {
  pooled.pool.warm()
  return vi.waitUntil(() => pooled.pool.status().idle === 1, { timeout: 30_000 })
})
afterAll(() => pooled.pool.close())

describe('worker thread and main thread agree on', () => {
  it.each([...sample(findCases(), 3)])('$name', async one => {
    const outcome = async (reader: TaskReader) =>
      JSON.stringify(await runCase(one, undefined, undefined, reader))
    expect(await outcome(pooled)).toBe(await outcome(inline))
  })
})
