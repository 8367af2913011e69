// The same histories under the rules of changedetection.io, where they can be stated. The table of docs/internals/alert-tests.md is this one.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openEmbeddedStore } from '../../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { TRIES_ALL } from '../../sample.ts'
import { dueOf } from './compare.ts'
import { allHistories } from './make-history.ts'
import { play } from './play.ts'
import { canState, snapshotAlerts } from './snapshot-rules.ts'
import type { History } from './truth.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Of one product, without what only Wares has: edits, variants, confirmation, cooldown. */
const KINDS: ReadonlySet<string> = new Set(['walk', 'unread', 'codes', 'windows', 'clock'])

const folder = temporaryFolder('compared')
let store: Store
beforeAll(async () => {
  store = await openEmbeddedStore(folder)
})
afterAll(async () => {
  await store.close()
})

const newRow = () => ({ histories: 0, due: 0, theirFalse: 0, theirMissed: 0, ourFalse: 0, ourMissed: 0 })

// Half a minute: `npm run test:all`.
it.runIf(TRIES_ALL)(
  'counts false and missed alerts of both, and the document has the figures',
  async () => {
    const rows = new Map([...KINDS].map(kind => [kind, newRow()]))
    for (const made of allHistories()) {
      const condition = made.settings.when.find(canState)
      const row = rows.get(made.kind)
      if (!row || !condition) continue
      const history: History = { ...made, settings: { ...made.settings, when: [condition] } }
      const pages = history.steps.flatMap(step => (step.do === 'check' ? [step.page] : []))
      const due = new Set(
        dueOf(history).flatMap(({ alerts }, nth) => (alerts.some(one => !one.may) ? [nth] : [])),
      )
      // A bound that is met from the beginning is a rule of Wares only.
      due.delete(0)
      const theirs = snapshotAlerts(pages, condition)
      const played = await play(store.database, history)
      const ours = new Set(
        played.flatMap((changes, nth) => (nth > 0 && changes.some(one => one.alert) ? [nth] : [])),
      )
      row.histories++
      row.due += due.size
      row.theirFalse += theirs.difference(due).size
      row.theirMissed += due.difference(theirs).size
      row.ourFalse += ours.difference(due).size
      row.ourMissed += due.difference(ours).size
    }
    const all = newRow()
    for (const row of rows.values())
      for (const name of Object.keys(all) as (keyof typeof all)[]) all[name] += row[name]
    const table = [...rows, ['all', all] as const].map(
      ([kind, row]) => `| ${kind} | ${Object.values(row).join(' | ')} |`,
    )
    console.log(table.join('\n'))
    const document = readFileSync(new URL('../../../docs/internals/alert-tests.md', import.meta.url), 'utf8')
    for (const line of table) expect(document).toContain(line)
  },
  240_000,
)
