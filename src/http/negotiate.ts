// Content negotiation: content types, encodings and entity tags of the request.
import type { IncomingMessage } from 'node:http'
import type { Encoding } from '../engine/answer.ts'

/** The best encoding that the client accepts; br is preferred to gzip at equal weight. */
export function negotiateEncoding(accept: string | undefined): Encoding {
  if (!accept || accept === 'identity') return 'identity'
  // Fast path for what nearly every client sends.
  if (accept === 'gzip, deflate, br' || accept === 'gzip, deflate, br, zstd') return 'br'
  const weights = new Map<string, number>()
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...options] = part.split(';').map(one => one.trim())
    const q = options.find(option => option.startsWith('q='))
    weights.set(name, q ? Number.parseFloat(q.slice(2)) : 1)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const br = weightOf('br')
  const gzip = weightOf('gzip')
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : 'identity'
}

/** True for browsers. */
export function prefersHtml({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes('text/html') ?? false
}

/** Whether If-None-Match contains the tag of the answer in any encoding. `*` matches any. */
export function matchesEtag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some(one => {
    const opaque = one.trim().replace(/^W\//, '').replace(/^"|"$/g, '')
    return opaque === tag || opaque === `${tag}-gzip` || opaque === `${tag}-br`
  })
}

export function etagFor(tag: string, encoding: Encoding): string {
  return encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`
}
