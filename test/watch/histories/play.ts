// Plays histories through the real stores: makes the watch, edits it, records its checks, and reads the feed.
import { exportCells, EXPORT_COLUMNS, parseImport } from '../../../src/watch/watch-csv.ts'
import { createCheckStore } from '../../../src/watch/store/check-store.ts'
import type { Change } from '../../../src/watch/decide/changes.ts'
import { readFields } from '../../../src/settings/fields.ts'
import { mergeRules, watchFields } from '../../../src/settings/watch-rules/rule-fields.ts'
import { type NewWatch, watchFromRow } from '../../../src/watch/model/watch.ts'
import { createWatchStore, type WatchEdit } from '../../../src/watch/store/watch-store.ts'
import { newRow } from '../../../src/watch/store/add-watches.ts'
import { watchView } from '../../../src/watch/view/view.ts'
import type { Database } from '../../../src/store/database.ts'
import { writeCells } from '../../../src/answer/table/csv.ts'
import { resultOf } from './answer.ts'
import type { Edit, History } from './truth.ts'

export type Played = readonly Change[]

/** A PATCH, as its body is read. */
function editOf(set: Edit): WatchEdit {
  const body = {
    ...(set.when && { when: set.when.map(each => each.text) }),
    ...(set.confirm !== undefined && { confirm: set.confirm }),
    ...(set.cooldownMs !== undefined && { cooldown: set.cooldownMs / 1000 }),
  }
  return mergeRules(readFields(watchFields, body).values)
}

function newWatchOf(history: History): NewWatch {
  const { settings } = history
  return {
    name: '',
    source: 'api',
    site: 'shop.example',
    url: 'https://shop.example/boots',
    operation: history.operation === 'native' ? 'some.list' : history.operation,
    params: { url: 'https://shop.example/boots' },
    target: `history ${history.seed}`,
    everyS: 3_600,
    when: null,
    keepDays: null,
    variant: settings.variant,
    ...editOf(settings),
  }
}

/** The same watch as it is after a line of CSV. */
async function throughCsv(watch: NewWatch): Promise<NewWatch> {
  const cells = exportCells({ ...watchView(watchFromRow(newRow(watch, 0, ''))), name: watch.name })
  const lines = [writeCells(EXPORT_COLUMNS), writeCells(cells)]
  for await (const line of parseImport(lines)) {
    if ('error' in line) throw new Error(line.error)
    const { input } = line
    const { values } = readFields(watchFields, input)
    return { ...watch, ...mergeRules(values), variant: values.variant ?? null }
  }
  throw new Error('no line')
}

/** Makes the watch of a history; returns its id. */
export async function addWatch(database: Database<unknown>, history: History, name = ''): Promise<string> {
  const watches = createWatchStore(database)
  const start = history.steps[0]?.at ?? 0
  const wanted = { ...newWatchOf(history), name }
  const id =
    history.madeBy === 'csv'
      ? (await watches.addAll([await throughCsv(wanted)], start))[0]?.id
      : (await watches.add(wanted, start))?.id
  if (id === undefined) throw new Error('no watch')
  return id
}

/** The changes of each check. `other`: a second replica that records every check at the same time. */
export async function play(
  database: Database<unknown>,
  history: History,
  other?: Database<unknown>,
): Promise<Played[]> {
  const watches = createWatchStore(database)
  const replicas = [database, ...(other ? [other] : [])].map(one => createCheckStore(one))
  const id = await addWatch(database, history)
  const played: Played[] = []
  for (const step of history.steps) {
    if (step.do === 'edit') await watches.edit(id, editOf(step.set), step.at)
    else if (step.do !== 'check') await watches.edit(id, { isPaused: step.do === 'pause' }, step.at)
    else {
      const watch = await watches.find(id)
      if (!watch) throw new Error('the watch is gone')
      const check = {
        ...resultOf(step.page, history),
        requestId: `check-${played.length}`,
        atMs: step.at,
      }
      if ('during' in step) await watches.edit(id, editOf(step.during), step.at)
      const recorded = await Promise.all(replicas.map(checks => checks.record(watch, check)))
      const [once, ...more] = recorded.filter(changes => changes !== undefined)
      if (!once || more.length > 0) throw new Error(`the check was recorded ${recorded.length} times`)
      played.push(once)
    }
  }
  return played
}
