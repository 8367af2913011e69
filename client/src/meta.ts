// Builds the metadata of an answer from its headers.
import { readAbsent, readCacheStatus, readLimits, readServerTiming, readSource } from './answer-headers.ts'
import type { Meta } from './operation.ts'

export function parseMeta(headers: Headers, attempts: number): Meta {
  const text = (name: string) => headers.get(name) ?? ''
  const { all, more, dropped } = readAbsent(headers.get('wares-absent'))
  return {
    requestId: text('x-request-id'),
    cache: cacheOf(headers.get('cache-status')),
    ageS: matchNumber(/^(\d+)$/, text('age')),
    freshForS: matchNumber(/max-age=(\d+)/, text('cache-control')),
    etag: text('etag'),
    source: readSource(headers.get('link')),
    absent: all,
    absentMore: more,
    dropped,
    timingsMs: timingsOf(headers.get('server-timing')),
    limits: limitsOf(headers.get('ratelimit')),
    attempts,
  }
}

function matchNumber(pattern: RegExp, text: string): number | undefined {
  const digits = pattern.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function cacheOf(header: string | null): Meta['cache'] {
  const state = readCacheStatus(header)
  if (state?.hit) return 'hit'
  return state?.collapsed ? 'shared' : 'miss'
}

/** A stage may occur more than once: two pages, two waits. */
function timingsOf(header: string | null): Record<string, number> {
  const timings: Record<string, number> = {}
  for (const { name, ms } of readServerTiming(header)) timings[name] = (timings[name] ?? 0) + ms
  return timings
}

function limitsOf(header: string | null): Meta['limits'] {
  const limits = readLimits(null, header).flatMap(({ name, remaining, resetS }) =>
    resetS === undefined ? [] : [[name, { remaining, resetS }] as const],
  )
  return Object.fromEntries(limits.filter(([name]) => name === 'rate' || name === 'quota'))
}
