// 2,000 scripted histories through the real store: no false alert, none twice, none missed, as the oracle by the text has it.
// `npm test` plays a sample; the table of docs/internals/alert-tests.md is that of all (TEST_ALL=1).
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openEmbeddedStore } from '../../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { sample, TRIES_ALL } from '../../sample.ts'
import { compare } from './compare.ts'
import { allHistories, HISTORIES } from './make-history.ts'
import { play } from './play.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const folder = temporaryFolder('histories')
let store: Store
beforeAll(async () => {
  store = await openEmbeddedStore(folder)
})
afterAll(async () => {
  await store.close()
})

const newRow = () => ({ histories: 0, checks: 0, due: 0, false: 0, doubled: 0, missed: 0 })

it(`reports and alerts in ${HISTORIES} histories as the oracle does`, async () => {
  const table = new Map<string, ReturnType<typeof newRow>>()
  const wrong: string[] = []
  // A number that is prime to the hundred turns of the kinds, so that a sample has all of them.
  for (const history of sample(allHistories(), 17)) {
    const played = await play(store.database, history)
    const verdict = compare(history, played)
    for (const kind of [history.kind, 'all']) {
      const row = table.get(kind) ?? newRow()
      table.set(kind, row)
      row.histories++
      row.checks += played.length
      row.due += verdict.due
      row.false += verdict.falseAlerts.length
      row.doubled += verdict.doubled.length
      row.missed += verdict.missed.length
    }
    wrong.push(...verdict.falseAlerts, ...verdict.doubled, ...verdict.missed, ...verdict.changes)
  }
  const all = table.get('all') ?? newRow()
  table.delete('all')
  const lines = [...table, ['all', all] as const].map(
    ([kind, row]) => `| ${kind} | ${Object.values(row).join(' | ')} |`,
  )
  console.log(lines.join('\n'))
  expect(wrong).toEqual([])
  expect(all.due).toBeGreaterThan(3 * all.histories)
  if (!TRIES_ALL) return
  const document = readFileSync(new URL('../../../docs/internals/alert-tests.md', import.meta.url), 'utf8')
  for (const [kind, row] of [...table, ['all', all] as const])
    expect(document).toContain(`| ${kind} | ${row.histories} | ${row.due} |`)
}, 900_000)
