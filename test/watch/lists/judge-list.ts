// Compares the feed of a played history of a list with the oracle, check by check.
import { newsOfChange } from '../../../src/watch/lists/catalog-news.ts'
import type { StoredChange } from '../../../src/watch/store/history-store.ts'
import type { Replica } from '../catalog/replicas.ts'
import { createListOracle, type DueRow } from './list-oracle.ts'
import type { ListHistory } from './list-script.ts'
import { idOf, seenAt } from './list-shop.ts'

export interface ListVerdict {
  due: number
  readonly falseAlerts: string[]
  readonly doubled: string[]
  readonly missed: string[]
  readonly changes: string[]
}

type Stored = Pick<Replica, 'history' | 'catalogs'>

export async function judgeList(stored: Stored, id: string, history: ListHistory): Promise<ListVerdict> {
  const verdict: ListVerdict = { due: 0, falseAlerts: [], doubled: [], missed: [], changes: [] }
  const oracle = createListOracle(history)
  const all = await stored.history.changes({ after: 0, watchId: id, limit: 100_000 })
  const told = new Map<string, string>()
  let judged = 0
  for (const [nth, check] of history.checks.entries()) {
    const place = `${history.kind} ${history.seed} check ${nth}`
    const changes = all.filter(change => change.atMs === check.at)
    judged += changes.length
    const due = oracle.check(check, seenAt(check))
    const reported = await reportedIn(stored, id, changes, verdict)
    for (const { type, after } of changes)
      if (type === 'catalog.added' || type === 'catalog.removed')
        verdict.changes.push(`${place}: ${type} ${JSON.stringify(after)}`)
    const types = changes.map(change => change.type)
    if (new Set(types).size < types.length) verdict.doubled.push(`${place}: ${types.join()}`)
    compareCheck(place, due, reported, told, verdict)
  }
  if (judged < all.length) verdict.changes.push(`${all.length - judged} changes are of no check`)
  return verdict
}

interface Reported {
  readonly type: string
  readonly id: number
  readonly when: readonly string[]
  readonly after: object
}

/** The products in the changes of one check. */
async function reportedIn(
  { catalogs }: Stored,
  id: string,
  changes: readonly StoredChange[],
  verdict: ListVerdict,
): Promise<Reported[]> {
  const reported: Reported[] = []
  for (const change of changes) {
    const news = newsOfChange(change)
    if (!news || !change.type.includes('_changed')) continue
    const rows = (await catalogs.news(id, news.run, change.type)) ?? []
    if (rows.length !== news.count)
      verdict.changes.push(`${change.type}: ${rows.length} rows of ${news.count}`)
    if (change.alert !== rows.some(row => row.when !== undefined))
      verdict.changes.push(`${change.type}: alert is ${change.alert}`)
    for (const row of rows)
      reported.push({ type: change.type, id: idOf(row.url), when: row.when ?? [], after: row.after ?? {} })
  }
  return reported
}

function compareCheck(
  place: string,
  due: readonly DueRow[],
  reported: readonly Reported[],
  told: Map<string, string>,
  verdict: ListVerdict,
): void {
  for (const row of due) {
    const found = reported.find(one => one.type === row.type && one.id === row.id)
    const text = `${place}: ${row.type} of ${row.id}`
    if (!found && !row.may) verdict.changes.push(`${text} is missing`)
    for (const when of row.when) {
      verdict.due++
      if (!found?.when.includes(when)) verdict.missed.push(`${text} ${when}`)
    }
  }
  for (const one of reported) {
    const row = due.find(each => each.type === one.type && each.id === one.id)
    const text = `${place}: ${one.type} of ${one.id} ${JSON.stringify(one.after)}`
    if (!row) verdict.changes.push(`${text} is none`)
    for (const when of one.when) {
      const key = `${one.type} ${one.id} ${when}`
      if (row?.mayWhen.has(when) !== true) {
        const isAgain = told.get(key) === JSON.stringify(one.after)
        ;(isAgain ? verdict.doubled : verdict.falseAlerts).push(`${text} ${when}`)
      }
      told.set(key, JSON.stringify(one.after))
    }
  }
  const twice = reported.filter(
    (one, place) => reported.findIndex(each => each.type === one.type && each.id === one.id) !== place,
  )
  for (const one of twice) verdict.doubled.push(`${place}: ${one.type} of ${one.id} twice`)
}
