// The API representation of watches, histories and changes: public names, times in ISO 8601. Pure.
import { newsOfChange, withoutNews } from '../lists/catalog-news.ts'
import type { Explanation } from '../decide/changes.ts'
import { isPriceSeries, moneyOf } from '../facts/facts.ts'
import type { MergedHistory } from '../history/history.ts'
import type { Period } from '../model/series-spans.ts'
import type { StoredChange } from '../store/history-store.ts'
import { createPublicFacts, publicFacts } from '../facts/public-facts.ts'
import type { ReplayedAlert } from '../decide/replay-condition.ts'
import { ruleViews } from '../../settings/watch-rules/kept-rules.ts'
import { OPERATOR, watchState, watchTitle, type Watch } from '../model/watch.ts'
import type {
  AlertReason,
  CatalogNews,
  ChangeView,
  TriedAlerts,
  WatchHistory,
  WatchView,
} from '../model/watch-schemas.ts'
import type { ChangeType } from '../model/change-types.ts'
import type { Static } from '#kit/schema/schema'

export function watchView(watch: Watch): WatchView {
  const { knowledge } = watch
  const { name: _given, ...rules } = ruleViews(watch)
  return {
    id: watch.id,
    name: watchTitle(watch),
    url: watch.url,
    operation: watch.operation,
    params: watch.params,
    ...rules,
    state: watchState(watch),
    paused_by: watch.pausedBy,
    owner: watch.owner === OPERATOR ? null : watch.owner,
    source: watch.source,
    facts: knowledge.facts === null ? null : publicFacts(knowledge.facts),
    last_check:
      watch.checkedAtMs === null
        ? null
        : {
            at: isoTime(watch.checkedAtMs),
            outcome: watch.outcome ?? '',
            request_id: watch.requestId ?? '',
            detail: watch.detail,
            failures: knowledge.failures,
          },
    last_ok_at: watch.okAtMs === null ? null : isoTime(watch.okAtMs),
    next_check_at: watch.isPaused ? null : isoTime(watch.dueAtMs),
    created_at: isoTime(watch.createdAtMs),
  }
}

export function changeView(change: StoredChange): ChangeView {
  return {
    id: String(change.id),
    at: isoTime(change.atMs),
    type: change.type as ChangeType,
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
function catalogView(change: StoredChange): Static<typeof CatalogNews> | null {
  const news = newsOfChange(change)
  if (!news) return null
  return {
    count: news.count,
    matched: news.matched,
    products: news.sample.map(({ url, name, image, before, after }) => ({
      url,
      name,
      image,
      before: before ? publicFacts(before) : null,
      after: after ? publicFacts(after) : null,
    })),
    rows: `/api/v2/watches/${change.watchId}/products?change=${change.id}`,
  }
}

/** Why a change is an alert: the same facts in the feed, in webhooks, in messages and on the page. */
function whyView({ reasons, sinceMs, times, requestIds }: Explanation): Static<typeof AlertReason> {
  return {
    conditions: reasons.map(({ when, baseline, window }) => ({
      when,
      baseline: baseline && {
        is: baseline.is,
        value: moneyOf(baseline.value) ?? baseline.value,
        at: baseline.atMs === null ? null : isoTime(baseline.atMs),
      },
      window: window && { seconds: window.ms / 1000, seen_seconds: Math.round(window.seenMs / 1000) },
    })),
    since: isoTime(sinceMs),
    times_seen: times,
    // A replay makes no requests.
    request_ids: requestIds.filter(id => id !== ''),
  }
}

export function triedView(
  alerts: readonly ReplayedAlert[],
  period: Period,
  isThinned: boolean,
): Static<typeof TriedAlerts> {
  return {
    from: isoTime(period.fromMs),
    to: isoTime(period.toMs),
    alerts: alerts.map(({ atMs, change }) => ({
      at: isoTime(atMs),
      type: change.type,
      before: publicFacts(change.before),
      after: publicFacts(change.after),
      why: change.explanation ? whyView(change.explanation) : null,
    })),
    thinned: isThinned,
  }
}

export function historyView(
  watch: Watch,
  history: MergedHistory,
  period: Period,
): Static<typeof WatchHistory> {
  const factsOf = createPublicFacts()
  return {
    watch: watch.id,
    from: isoTime(period.fromMs),
    to: isoTime(period.toMs),
    spans: history.segments.map(segment => ({
      first_seen: isoTime(segment.firstSeenMs),
      last_seen: isoTime(segment.lastSeenMs),
      facts: factsOf(segment.facts),
    })),
    gaps: history.gaps.map(gap => ({
      from: isoTime(gap.fromMs),
      to: isoTime(gap.toMs),
      outcome: gap.outcome,
    })),
    stats: history.stats,
    thinned: history.isThinned,
  }
}

/** A price takes two columns: amount and currency. */
export function historyCells({ segments }: MergedHistory): {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
} {
  const series = [...new Set(segments.flatMap(segment => Object.keys(segment.facts)))].toSorted()
  const names = series.flatMap(name => (isPriceSeries(name) ? [name, `${name}_currency`] : [name]))
  const rows = segments.map(({ firstSeenMs, lastSeenMs, facts }) => [
    isoTime(firstSeenMs),
    isoTime(lastSeenMs),
    ...series.flatMap(name => {
      if (!isPriceSeries(name)) return [facts[name] ?? '']
      const price = moneyOf(facts[name])
      return [price?.amount ?? '', price?.currency ?? '']
    }),
  ])
  return { columns: ['first_seen', 'last_seen', ...names], rows }
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
