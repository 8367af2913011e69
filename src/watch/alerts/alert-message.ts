// The readable message of an alert: what, from, to, where, why, and links. Pure.
import { type CatalogNews, newsOfChange } from '../lists/catalog-news.ts'
import { faultTable } from '#kit/fault'
import { durationText } from '../../settings/watch-rules/duration.ts'
import { moneyOf } from '../facts/facts.ts'
import type { StoredChange } from '../store/history-store.ts'

export interface AlertMessage {
  readonly title: string
  /** Plain text, without the title and the links. */
  readonly text: string
  /** The product page; null if there is none. */
  readonly url: string | null
  readonly imageUrl: string | null
  /** Pauses the watch with one click; null for a message without a watch. */
  readonly pauseUrl: string | null
}

const LINES_MAX = 8

export function alertMessage(change: StoredChange, pauseUrl: string | null): AlertMessage {
  const { watchName, watchUrl } = change
  const name = watchName ?? 'Wares'
  const host = watchUrl === null ? undefined : URL.parse(watchUrl)?.host
  const news = newsOfChange(change)
  const about = news ? productLines(news) : (healthLines(change) ?? differences(change))
  const lines = [...about, ...reasons(change), ...(host === undefined ? [] : [`Shop: ${host}`])]
  return {
    title: `${name}: ${headline(change)}`,
    text: lines.join('\n'),
    url: watchUrl,
    imageUrl: change.watchImage ?? null,
    pauseUrl,
  }
}

function headline(change: StoredChange): string {
  const { type, before, after } = change
  const news = newsOfChange(change)
  const price = move(before.price, after.price)
  const stock = move(before.availability, after.availability)
  switch (type) {
    case 'price.changed':
      return price === undefined ? 'a price changed' : `price ${price}`
    case 'availability.changed':
      return stock === undefined ? 'availability changed' : stockText(after.availability)
    case 'product.gone':
      return 'no longer listed'
    case 'product.back':
      return 'listed again'
    case 'product.replaced':
      return 'another product is at this address'
    case 'catalog.added':
    case 'catalog.removed':
    case 'catalog.price_changed':
    case 'catalog.availability_changed':
      return news ? catalogHeadline(type, news) : 'changed'
    case 'watch.failing':
      return `checks fail${faultText(after.outcome)}`
    case 'watch.recovered':
      return 'checks work again'
    default:
      return 'changed'
  }
}

function faultText(outcome: string | null | undefined): string {
  const title = Object.entries(faultTable).find(([code]) => code === outcome)?.[1].title
  return `${title === undefined ? '' : `: ${title}`} (${outcome ?? 'unknown'})`
}

/** That a watch sees nothing, or sees again; undefined for any other change. */
function healthLines({ type, after, watchId, watchUrl }: StoredChange): string[] | undefined {
  if (type === 'watch.recovered') return ['Alerts are sent again']
  if (type !== 'watch.failing') return undefined
  const { field, last_ok_at: lastOkAt } = after
  return [
    ...(field ? [`Missing on the page: ${field}`] : []),
    lastOkAt ? `Last successful check: ${dayOf(Date.parse(lastOkAt))}` : 'No check has succeeded yet',
    `Until it recovers, nothing is reported. Details: wares watch show ${watchId}`,
    ...(field && watchUrl ? [`If the page still shows it: wares teach ${watchUrl} ${field}=VALUE`] : []),
  ]
}

/** All that the check found in one line: `3 prices changed, 1 product new`. Only what was asked for is counted; all, if nothing of it was. */
function catalogHeadline(type: string, { count, matched, also = [] }: CatalogNews): string {
  return [{ type, matched: matched || count }, ...also]
    .map(one => countText(one.type, one.matched))
    .join(', ')
}

function countText(type: string, count: number): string {
  const things = (one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
  if (type === 'catalog.added') return `${things('product')} new`
  if (type === 'catalog.removed') return `${things('product')} removed`
  return type === 'catalog.price_changed'
    ? `${things('price')} changed`
    : `stock of ${things('product')} changed`
}

/** A line for each of a few; the feed has all. */
function productLines({ count, matched, sample }: CatalogNews): string[] {
  const reported = matched || count
  const lines = sample.slice(0, Math.min(reported, LINES_MAX)).map(productLine)
  const more = reported - lines.length
  return more > 0 ? [...lines, `and ${more} more`] : lines
}

function productLine({ name, url, before = {}, after = {} }: CatalogNews['sample'][number]): string {
  const moves = ['price', 'availability'].flatMap(series => move(before[series], after[series]) ?? [])
  const what = name === null ? url : `${name} (${url})`
  return moves.length === 0 ? what : `${moves.join(', ').replaceAll('_', ' ')}: ${what}`
}

/** `128.80 → 96.60 GBP`. */
function move(before: string | null | undefined, after: string | null | undefined): string | undefined {
  if (after === null || after === undefined) return undefined
  const [from, to] = [moneyOf(before ?? undefined), moneyOf(after)]
  if (from && to && from.currency === to.currency) return `${from.amount} → ${to.amount} ${to.currency}`
  return before ? `${before} → ${after}` : after
}

function stockText(availability: string | null | undefined): string {
  return (availability ?? 'unknown').replaceAll('_', ' ')
}

function differences({ before, after }: StoredChange): string[] {
  const lines = Object.keys({ ...before, ...after }).flatMap(series => {
    const text = move(before[series], after[series])
    return text === undefined
      ? []
      : [`${series.replaceAll('/', ' ').replaceAll('_', ' ')}: ${text.replaceAll('_', ' ')}`]
  })
  const more = lines.length - LINES_MAX
  return more > 0 ? [...lines.slice(0, LINES_MAX), `and ${more} more`] : lines
}

/** What `why` in the feed has, as text. */
function reasons({ explanation }: StoredChange): string[] {
  if (!explanation) return []
  const { reasons: all, sinceMs, times, requestIds } = explanation
  const conditions = all.map(({ when, baseline, window }) => {
    if (!baseline) return `Condition: ${when}`
    const since = baseline.atMs === null ? '' : ` since ${dayOf(baseline.atMs)}`
    const value = baseline.value.replaceAll('_', ' ')
    const coverage = window
      ? `; seen ${durationText(Math.round(window.seenMs / 1000))} of ${durationText(window.ms / 1000)}`
      : ''
    return `Condition: ${when} (${baseline.is.replaceAll('_', ' ')} ${value}${since}${coverage})`
  })
  const ids = requestIds.filter(id => id !== '').join(', ')
  return [
    ...conditions,
    `Seen ${times === 1 ? 'once' : `${times} times`}, first ${dayOf(sinceMs)}`,
    ...(ids === '' ? [] : [`Checks: ${ids}`]),
  ]
}

function dayOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
