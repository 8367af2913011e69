// Finds the recorded request for a request: the same, or the only one without a relevant difference.
import { scrubUrl } from '../../runtime/scrub-exchange.ts'

/** Secrets are scrubbed on both sides, so a scrubbed recording matches a request with secrets. */
export function requestKey(method: string, address: string): string {
  const url = new URL(scrubUrl(address))
  url.searchParams.sort()
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
  return `${method.toUpperCase()} ${url.origin}${normalisePath(path)}${url.search}`
}

/** Normalises characters that may be escaped or not. */
function normalisePath(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, escape => escape.toUpperCase())
    .replace(/%(?:2[1467-9A-E]|3[ABD]|40|5[BDF]|7E)/g, escape => decodeURIComponent(escape))
}

/** The key of the best matching recorded request; the key itself when there is none. */
export function matchRequestKey(
  requestedKey: string,
  recorded: readonly string[],
  paramValues: readonly string[] | undefined,
): string {
  if (recorded.includes(requestedKey)) return requestedKey
  const like =
    findOnlyMatch(requestedKey, recorded, () => true) ??
    (paramValues &&
      findOnlyMatch(requestedKey, recorded, (name, ours, theirs) =>
        isSignificantParam(name, ours, theirs, paramValues),
      ))
  return like ?? requestedKey
}

/**
 * The only recorded request to the same path whose query does not contradict this one: a browser's recording may have
 * fewer or more parameters than we send. Another page or another search term is a contradiction.
 */
function findOnlyMatch(
  requestedKey: string,
  recorded: readonly string[],
  counts: (name: string, ours: string, theirs: string) => boolean,
): string | undefined {
  const [place, requestedQuery] = splitKey(requestedKey)
  const like = recorded.filter(key => {
    const [other, query] = splitKey(key)
    if (other !== place) return false
    return [...query].every(([name, value]) => {
      const ours = requestedQuery.getAll(name)
      return ours.length === 0 || ours.includes(value) || !ours.some(one => counts(name, one, value))
    })
  })
  return like.length === 1 ? like[0] : undefined
}

const PAGE_PARAM = /^(?:(?!.*per_?page).*page|page_?(?:number|no|index)|cp|offset|start|from)$/i
const MARKET_PARAM = /country|market|store|region|lang|locale|filter/i

/** Page size, sort order and currency depend on the client and do not matter; what the caller requested does. */
function isSignificantParam(
  name: string,
  ours: string,
  theirs: string,
  paramValues: readonly string[],
): boolean {
  // The caller's value, which we spell differently.
  if (paramValues.some(one => equalsIgnoreCase(one, theirs))) return false
  if (PAGE_PARAM.test(name) || MARKET_PARAM.test(name)) return true
  return paramValues.some(
    one => equalsIgnoreCase(one, ours) || (one.length > 2 && ours.toLowerCase().includes(one.toLowerCase())),
  )
}

function equalsIgnoreCase(text: string, other: string): boolean {
  return text.toLowerCase() === other.toLowerCase()
}

function splitKey(key: string): [string, URLSearchParams] {
  const [place = '', query = ''] = key.split('?', 2)
  return [place, new URLSearchParams(query)]
}
