// The API representation of watches, histories and changes: public names, times in ISO 8601. Pure.
import { cellText } from '../table/cell.ts'
import { writeCells } from '../table/csv.ts'
import { newsOfChange, withoutNews } from './catalog/catalog-news.ts'
import type { Explanation } from './changes.ts'
import { isPriceSeries, moneyOf } from './facts.ts'
import type { MergedHistory } from './history.ts'
import type { Period } from './series-spans.ts'
import type { StoredChange } from './history-store.ts'
import { createPublicFacts, publicFacts } from './public-facts.ts'
import type { ReplayedAlert } from './replay-condition.ts'
import { OPERATOR, stateOf, titleOf, type Watch } from './watch.ts'

export function watchView(watch: Watch): Record<string, unknown> {
  const { knowledge } = watch
  return {
    id: watch.id,
    name: titleOf(watch),
    url: watch.url,
    operation: watch.operation,
    params: watch.params,
    every_s: watch.everyS,
    auto: watch.isAuto,
    when: watch.when,
    keep_days: watch.keepDays,
    variant: watch.variant,
    confirm: watch.confirm,
    cooldown_s: watch.cooldownS,
    active: watch.active,
    tags: watch.tags,
    state: stateOf(watch),
    paused_by: watch.pausedBy,
    owner: watch.owner === OPERATOR ? null : watch.owner,
    facts: knowledge.facts === null ? null : publicFacts(knowledge.facts),
    last_check:
      watch.checkedAtMs === null
        ? null
        : {
            at: iso(watch.checkedAtMs),
            outcome: watch.outcome,
            request_id: watch.requestId,
            detail: watch.detail,
            failures: knowledge.failures,
          },
    last_ok_at: watch.okAtMs === null ? null : iso(watch.okAtMs),
    next_check_at: watch.isPaused ? null : iso(watch.dueAtMs),
    created_at: iso(watch.createdAtMs),
  }
}

export function changeView(change: StoredChange): Record<string, unknown> {
  return {
    id: String(change.id),
    at: iso(change.atMs),
    type: change.type,
    watch: change.watchId,
    name: change.watchName,
    url: change.watchUrl,
    before: publicFacts(change.before),
    after: publicFacts(withoutNews(change.after)),
    catalog: catalogView(change),
    alert: change.alert,
    request_id: change.requestId,
    why: change.explanation ? whyView(change.explanation) : null,
  }
}

/** How many products, a few of them, and where all are; null for a change of anything else. */
function catalogView(change: StoredChange): Record<string, unknown> | null {
  const news = newsOfChange(change)
  if (!news) return null
  return {
    count: news.count,
    products: news.sample,
    rows: `/api/v2/watches/${change.watchId}/products?change=${change.id}`,
  }
}

/** Why a change is an alert: the same facts in the feed, in webhooks, in messages and on the page. */
function whyView({ reasons, sinceMs, times, requestIds }: Explanation): Record<string, unknown> {
  return {
    conditions: reasons.map(({ when, baseline, window }) => ({
      when,
      baseline: baseline && {
        is: baseline.is,
        value: moneyOf(baseline.value) ?? baseline.value,
        at: baseline.atMs === null ? null : iso(baseline.atMs),
      },
      window: window && { seconds: window.ms / 1000, seen_seconds: Math.round(window.seenMs / 1000) },
    })),
    since: iso(sinceMs),
    times_seen: times,
    // A replay makes no requests.
    request_ids: requestIds.filter(id => id !== ''),
  }
}

export function triedView(
  alerts: readonly ReplayedAlert[],
  period: Period,
  isThinned: boolean,
): Record<string, unknown> {
  return {
    from: iso(period.fromMs),
    to: iso(period.toMs),
    alerts: alerts.map(({ atMs, change }) => ({
      at: iso(atMs),
      type: change.type,
      before: publicFacts(change.before),
      after: publicFacts(change.after),
      why: change.explanation ? whyView(change.explanation) : null,
    })),
    thinned: isThinned,
  }
}

export function historyView(watch: Watch, history: MergedHistory, period: Period): Record<string, unknown> {
  const factsOf = createPublicFacts()
  return {
    watch: watch.id,
    from: iso(period.fromMs),
    to: iso(period.toMs),
    spans: history.segments.map(segment => ({
      first_seen: iso(segment.firstSeenMs),
      last_seen: iso(segment.lastSeenMs),
      facts: factsOf(segment.facts),
    })),
    gaps: history.gaps.map(gap => ({ from: iso(gap.fromMs), to: iso(gap.toMs), outcome: gap.outcome })),
    stats: history.stats,
    thinned: history.isThinned,
  }
}

/** A price takes two columns: amount and currency. */
export function historyCsv({ segments }: MergedHistory): string {
  const series = [...new Set(segments.flatMap(segment => Object.keys(segment.facts)))].toSorted()
  const head = series.flatMap(name => (isPriceSeries(name) ? [name, `${name}_currency`] : [name]))
  const rows = segments.map(({ firstSeenMs, lastSeenMs, facts }) => [
    iso(firstSeenMs),
    iso(lastSeenMs),
    ...series.flatMap(name => {
      if (!isPriceSeries(name)) return [facts[name] ?? '']
      const price = moneyOf(facts[name])
      return [price?.amount ?? '', price?.currency ?? '']
    }),
  ])
  const table = [['first_seen', 'last_seen', ...head], ...rows]
  return table.map(cells => `${writeCells(cells.map(cell => cellText([cell])))}\r\n`).join('')
}

export function iso(ms: number): string {
  return new Date(ms).toISOString()
}
