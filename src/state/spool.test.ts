// The spool over a store that the test plays: batches in order, each once, whatever fails in between. And the lock of a file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { holdFileLock } from './sqlite/file-lock.ts'
import { openSpool } from './spool.ts'
import type { BatchId, UsageRow, UsageStore } from './usage-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'wares-spool-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})
const row = (calls: number): UsageRow => ({
  day: '2025-01-01',
  keyId: 'k',
  operation: 'shop.product',
  outcome: 'ok',
  cache: 'miss',
  calls,
  counted: 1,
})

it('sends every batch once and in order, and what is left at the next start', async () => {
  const sent: { rows: readonly UsageRow[]; batch: BatchId | undefined }[] = []
  let fails = true
  const store: UsageStore = {
    async add(rows, batch) {
      if (fails) throw new Error('no store')
      sent.push({ rows, batch })
    },
    countedIn: async () => sent.length,
    read: async () => sent.flatMap(({ rows }) => rows),
  }
  const spool = await openSpool(store, folder)
  expect(spool.unavailableReason()).toBeUndefined()
  await spool.add([row(1)])
  await spool.add([row(2)])
  expect(await spool.countedIn('k', '2025-01')).toBe(0)
  await spool.close()
  expect(sent).toEqual([])
  fails = false
  const next = await openSpool(store, folder)
  await next.add([row(3)])
  expect((await next.read({})).map(({ calls }) => calls)).toEqual([1, 2, 3])
  await next.add([row(4)])
  await next.close()
  await expect(next.add([row(5)])).rejects.toThrow('closed')
  expect(sent.map(({ rows }) => rows[0]?.calls)).toEqual([1, 2, 3, 4])
  expect(sent.map(({ batch }) => batch?.sequence)).toEqual([1, 2, 1, 2])
  const writers = sent.map(({ batch }) => batch?.writer)
  expect(writers[0]).toBe(writers[1])
  expect(writers[2]).toBe(writers[3])
  expect(writers[0]).not.toBe(writers[2])
})

it('a lock is held by one, until it is let go; a file that is no lock is an error', () => {
  const file = join(folder, 'below', 'lock')
  const release = holdFileLock(file)
  expect(release).toBeTypeOf('function')
  expect(holdFileLock(file)).toBeUndefined()
  release?.()
  const again = holdFileLock(file)
  expect(again).toBeTypeOf('function')
  again?.()
  const other = join(folder, 'text')
  writeFileSync(other, 'this is no database, and long enough to be seen as none'.repeat(20))
  expect(() => holdFileLock(other)).toThrow(/not a database/)
})
