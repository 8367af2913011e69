// What the headers of an answer say about it.
import type { Meta } from './operation.ts'

export function parseMeta(headers: Headers, attempts: number): Meta {
  const text = (name: string) => headers.get(name) ?? ''
  return {
    requestId: text('x-request-id'),
    cache: parseCacheStatus(text('cache-status')),
    ageS: matchNumber(/^(\d+)$/, text('age')),
    freshForS: matchNumber(/max-age=(\d+)/, text('cache-control')),
    etag: text('etag'),
    source: /<([^<>]*)>; *rel="via"/.exec(text('link'))?.[1],
    ...parseAbsent(text('wares-absent')),
    timingsMs: parseServerTiming(text('server-timing')),
    limits: parseRateLimit(text('ratelimit')),
    attempts,
  }
}

/** `/color, /*;dropped=2, /variants/0/price;more=3`: pointers, with counts of what they cannot name. */
function parseAbsent(header: string): Pick<Meta, 'absent' | 'absentMore' | 'dropped'> {
  const pointers = header.split(',').map(item => item.split(';')[0]?.trim() ?? '')
  return {
    absent: pointers.filter(pointer => pointer !== ''),
    absentMore: matchNumber(/;more=(\d+)/, header) ?? 0,
    dropped: matchNumber(/;dropped=(\d+)/, header) ?? 0,
  }
}

function matchNumber(pattern: RegExp, text: string): number | undefined {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

function parseCacheStatus(status: string): Meta['cache'] {
  if (/; *hit\b/.test(status)) return 'hit'
  return /; *collapsed\b/.test(status) ? 'shared' : 'miss'
}

/** A stage may occur more than once: two pages, two waits. */
function parseServerTiming(header: string): Record<string, number> {
  const timings: Record<string, number> = {}
  for (const [, stage = '', ms] of header.matchAll(/(?<![\w-])([\w-]+);dur=([\d.]+)/g)) {
    timings[stage] = (timings[stage] ?? 0) + Number(ms)
  }
  return timings
}

function parseRateLimit(header: string): Meta['limits'] {
  const found = header.matchAll(/"(rate|quota)";r=(\d+);t=(\d+)/g)
  return Object.fromEntries(
    Array.from(found, ([, name, remaining, resetS]) => [
      name,
      { remaining: Number(remaining), resetS: Number(resetS) },
    ]),
  )
}
