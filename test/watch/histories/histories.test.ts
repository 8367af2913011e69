// A thousand scripted histories: no false alert, none twice, none missed, as the oracle of docs/alerts.md has it.
import { expect, it } from 'vitest'
import { historyOf } from './history-plan.ts'
import { dueAlerts } from './oracle.ts'
import { playInMemory } from './play-in-memory.ts'
import { THEMES } from './shop-truth.ts'

const HISTORIES = 1_000

it(`judges ${HISTORIES} histories as the oracle does`, () => {
  const table = new Map(
    THEMES.map(theme => [theme, { histories: 0, due: 0, sent: 0, false: 0, doubled: 0, missed: 0 }]),
  )
  const wrong: string[] = []
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const history = historyOf(seed)
    const due = dueAlerts(history.steps, history.plan)
    const row = table.get(history.theme)
    if (!row) throw new Error(history.theme)
    row.histories++
    for (const [index, changes] of playInMemory(history).entries()) {
      const alerts = changes.filter(change => change.alert)
      const types = new Set(alerts.map(change => change.type))
      row.due += due.has(index) ? 1 : 0
      row.sent += alerts.length > 0 ? 1 : 0
      if (alerts.length > types.size) row.doubled++
      const isFalse = alerts.length > 0 && !due.has(index)
      const isMissed = alerts.length === 0 && due.has(index)
      if (isFalse) row.false++
      if (isMissed) row.missed++
      if (isFalse || isMissed)
        wrong.push(
          `${isFalse ? 'false' : 'missed'}: seed ${seed} (${history.theme}, ${history.when}, ${JSON.stringify(history.plan)}) at step ${index}`,
        )
    }
  }
  console.table(Object.fromEntries(table))
  const dueInAll = [...table.values()].reduce((sum, row) => sum + row.due, 0)
  expect(dueInAll).toBeGreaterThan(1_500)
  expect(wrong).toEqual([])
}, 300_000)
