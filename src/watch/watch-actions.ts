// Actions on watches, shared by HTTP and the command line: add, check now, read the history.
import type { Clock } from '../clock.ts'
import { invalidParameterFault } from '../engine/read-params.ts'
import { Fault } from '../kit/fault.ts'
import type { CheckStore } from './check-store.ts'
import type { Checker } from './checker.ts'
import { mergeHistory, type MergedHistory, type Period } from './history.ts'
import type { RecordedChange } from './feed.ts'
import type { HistoryStore, StoredChange } from './history-store.ts'
import { type NewWatch, titleOf, type Watch } from './watch.ts'
import type { WatchStore } from './watch-store.ts'

export interface WatchActions {
  /** Throws if the same watch already exists. */
  add(newWatch: NewWatch): Promise<Watch>
  /** Throws if there is no such watch. */
  find(id: string): Promise<Watch>
  /** Checks now, within the site's limits, and returns the updated watch. */
  checkNow(id: string, caller: string, signal: AbortSignal): Promise<CheckNow>
  history(watch: Watch, period: Period, series?: readonly string[]): Promise<MergedHistory>
}

interface CheckNow {
  readonly watch: Watch
  readonly changes: readonly StoredChange[]
}

export interface ActionParts {
  readonly watches: WatchStore
  readonly checks: CheckStore
  readonly history: HistoryStore
  readonly check: Checker
  readonly clock: Clock
}

export function createWatchActions(parts: ActionParts): WatchActions {
  const { watches, checks, clock } = parts
  async function find(id: string): Promise<Watch> {
    const watch = await watches.find(id)
    if (!watch) throw new Fault('not_found', `there is no watch ${id.slice(0, 40)}`)
    return watch
  }
  return {
    find,
    async add(newWatch) {
      const watch = await watches.add(newWatch, clock.wallMs())
      if (watch) return watch
      const same = await watches.findByTarget(newWatch.target)
      const message = `${newWatch.url === null ? 'this operation with these params' : 'this URL'} is already watched${same ? ` by ${same.id}` : ''}`
      throw invalidParameterFault([{ name: newWatch.url === null ? 'params' : 'url', in: 'body', message }])
    },
    async checkNow(id, caller, signal) {
      const before = await find(id)
      const made = await parts.check(before, { signal, caller, maxAgeMs: -1 })
      if ('postponedMs' in made) {
        throw new Fault('upstream_busy', 'the rate limit of the site allows no check now', {
          retryAfterMs: made.postponedMs,
        })
      }
      // Undefined if another check was recorded meanwhile; that one is as recent.
      const recorded = (await checks.record(before, made)) ?? []
      const watch = await find(id)
      return { watch, changes: recorded.map(change => changeOfWatch(change, watch)) }
    },
    async history(watch, period, series) {
      return mergeHistory(await parts.history.spans(watch, period, series), period)
    },
  }
}

function changeOfWatch(change: RecordedChange, watch: Watch): StoredChange {
  return { ...change, watchName: titleOf(watch), watchUrl: watch.url }
}
