// The same histories under the rules of changedetection.io, where they can be stated. The table of docs/alerts.md is this one.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type History, historyOf } from './history-plan.ts'
import { dueAlerts } from './oracle.ts'
import { playInMemory } from './play-in-memory.ts'
import { canState, snapshotAlerts } from './snapshot-rules.ts'
import { THEMES } from './shop-truth.ts'

const HISTORIES = 1_000

/** Without what only Wares has: variants, confirmation, cooldown. */
function plain(history: History): History {
  return { ...history, plan: { ...history.plan, size: null, confirm: 1, cooldownMs: 0 } }
}

function newRow() {
  return { histories: 0, due: 0, theirFalse: 0, theirMissed: 0, ourFalse: 0, ourMissed: 0 }
}

it('counts false and missed alerts of both, and the document has the figures', () => {
  const rows = new Map(THEMES.map(theme => [theme, newRow()]))
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const history = plain(historyOf(seed))
    // A price that is wrong once can be told from a right one only by a confirmation.
    if (!canState(history.plan.when) || history.theme === 'glitches') continue
    const row = rows.get(history.theme) ?? newRow()
    const due = dueAlerts(history.steps, history.plan)
    // A bound that is met from the beginning is a rule of Wares only.
    due.delete(0)
    const theirs = snapshotAlerts(history.steps, history.plan.when)
    const ours = new Set(
      playInMemory(history).flatMap((changes, index) =>
        index > 0 && changes.some(change => change.alert) ? [index] : [],
      ),
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
  const table = [...rows, ['all', all] as const]
    .filter(([, { histories }]) => histories > 0)
    .map(
      ([theme, row]) =>
        `| ${theme} | ${row.histories} | ${row.due} | ${row.theirFalse} | ${row.theirMissed} | ${row.ourFalse} | ${row.ourMissed} |`,
    )
  console.log(table.join('\n'))
  const document = readFileSync(new URL('../../../docs/alerts.md', import.meta.url), 'utf8')
  for (const line of table) expect(document).toContain(line)
}, 120_000)
