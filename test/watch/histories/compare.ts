// Compares what Wares reports with what is due: false, doubled and missed alerts, and changes that are wrong.
import type { Change } from '../../../src/watch/decide/changes.ts'
import { createOracle } from './oracle.ts'
import type { Due } from './report.ts'
import type { History } from './truth.ts'

/** A change, as a check returns it and as the feed has it. */
export type Reported = Omit<Change, 'type'> & { readonly type: string }

export interface Verdict {
  due: number
  falseAlerts: string[]
  doubled: string[]
  missed: string[]
  /** Changes in the feed that are none, or that lack. */
  changes: string[]
}

export function dueOf(history: History): Due[] {
  const oracle = createOracle(history.settings)
  return history.steps.flatMap(step => {
    if (step.do === 'edit') oracle.edit(step.set)
    if (step.do !== 'check') return []
    if ('during' in step) oracle.edit(step.during)
    return [oracle.check(step.at, step.page)]
  })
}

export function compare(history: History, played: readonly (readonly Reported[])[]): Verdict {
  const verdict: Verdict = { due: 0, falseAlerts: [], doubled: [], missed: [], changes: [] }
  const told = new Map<string, string>()
  for (const [nth, due] of dueOf(history).entries()) {
    const changes = played[nth] ?? []
    const place = `${history.kind} ${history.seed} check ${nth}`
    const alerts = changes.flatMap(change =>
      change.alert
        ? (change.explanation?.reasons ?? []).map(({ when }) => ({ type: change.type, when, change }))
        : [],
    )
    for (const { types, when, may } of due.alerts) {
      if (!may) verdict.due++
      const at = alerts.findIndex(each => each.when === when && types.includes(each.type))
      const [found] = at < 0 ? [] : alerts.splice(at, 1)
      if (found) told.set(`${found.type} ${when}`, JSON.stringify(found.change.after))
      else if (!may) verdict.missed.push(`${place}: ${types.join('|')} ${when}`)
    }
    for (const { type, when, change } of alerts) {
      const text = `${place}: ${type} ${when} ${JSON.stringify(change.before)} ${JSON.stringify(change.after)}`
      const isAgain = told.get(`${type} ${when}`) === JSON.stringify(change.after)
      ;(isAgain ? verdict.doubled : verdict.falseAlerts).push(text)
    }
    compareChanges(history, due, changes, place, verdict)
  }
  return verdict
}

function compareChanges(
  history: History,
  due: Due,
  changes: readonly Reported[],
  place: string,
  verdict: Verdict,
): void {
  const types: string[] = changes.map(each => each.type)
  for (const type of due.changes)
    if (!types.includes(type) && !history.open.includes(type) && !due.mayChange.has(type))
      verdict.changes.push(`${place}: no ${type}`)
  for (const [nth, type] of types.entries()) {
    if (types.indexOf(type) !== nth) verdict.changes.push(`${place}: ${type} twice`)
    if (!due.changes.has(type) && !due.mayChange.has(type) && !history.open.includes(type))
      verdict.changes.push(
        `${place}: ${type} ${JSON.stringify(changes[nth]?.before)} ${JSON.stringify(changes[nth]?.after)}`,
      )
  }
}
