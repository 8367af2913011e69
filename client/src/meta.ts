// What the headers of an answer say about it.
import type { Meta } from './operation.ts'

export function metaIn(headers: Headers, attempts: number): Meta {
  const text = (name: string) => headers.get(name) ?? ''
  const [pointers = '', more = ''] = text('wares-absent').split(';more=')
  return {
    requestId: text('x-request-id'),
    cache: cacheIn(text('cache-status')),
    ageS: numberIn(/^(\d+)$/, text('age')),
    freshForS: numberIn(/max-age=(\d+)/, text('cache-control')),
    etag: text('etag'),
    source: /<([^>]*)>; *rel="via"/.exec(text('link'))?.[1],
    absent: pointers ? pointers.split(', ') : [],
    absentMore: more ? Number(more) : 0,
    timingsMs: timingsIn(text('server-timing')),
    limits: limitsIn(text('ratelimit')),
    attempts,
  }
}

function numberIn(pattern: RegExp, text: string): number | undefined {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

function cacheIn(status: string): Meta['cache'] {
  if (/; *hit\b/.test(status)) return 'hit'
  return /; *collapsed\b/.test(status) ? 'shared' : 'miss'
}

/** A stage may occur more than once: two pages, two waits. */
function timingsIn(header: string): Record<string, number> {
  const timings: Record<string, number> = {}
  for (const [, stage = '', ms] of header.matchAll(/([\w-]+);dur=([\d.]+)/g)) {
    timings[stage] = (timings[stage] ?? 0) + Number(ms)
  }
  return timings
}

function limitsIn(header: string): Meta['limits'] {
  const found = header.matchAll(/"(rate|quota)";r=(\d+);t=(\d+)/g)
  return Object.fromEntries(
    Array.from(found, ([, name, remaining, resetS]) => [
      name,
      { remaining: Number(remaining), resetS: Number(resetS) },
    ]),
  )
}
