// Resolves a reference against a base URL by RFC 3986 without encoding or normalising it.

const parts = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/s

/** The URL of `reference` on the page at `base`; the reference itself when there is no base. */
export function joinUrl(base: string | undefined, reference: string): string {
  const to = parts.exec(reference)
  const from = parts.exec(base ?? '')
  if (base === undefined || base === '' || to === null || from === null || to[1] !== undefined)
    return reference
  const [, , host, path = '', query, fragment = ''] = to
  const start = from[1] === undefined ? '' : `${from[1]}:`
  if (host !== undefined) return `${start}//${host}${path}${query ?? ''}${fragment}`
  const origin = from[2] === undefined ? start : `${start}//${from[2]}`
  const fromPath = from[3] ?? ''
  if (path === '') return `${origin}${fromPath}${query ?? from[4] ?? ''}${fragment}`
  const merged = path.startsWith('/') ? path : mergePaths(fromPath, path, from[2] !== undefined)
  return `${origin}${removeDots(merged)}${query ?? ''}${fragment}`
}

function mergePaths(base: string, path: string, hasHost: boolean): string {
  if (base === '' && hasHost) return `/${path}`
  return base.slice(0, base.lastIndexOf('/') + 1) + path
}

function removeDots(path: string): string {
  const resolved: string[] = []
  const segments = path.split('/')
  for (const [i, segment] of segments.entries()) {
    const isLast = i === segments.length - 1
    if (segment === '..') {
      if (resolved.length > 1) resolved.pop()
    } else if (segment !== '.') resolved.push(segment)
    if (isLast && (segment === '.' || segment === '..')) resolved.push('')
  }
  return resolved.join('/')
}
