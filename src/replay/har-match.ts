// Which recorded request answers the one that is asked: the same, or the only one that differs in nothing of consequence.
import { scrubUrl } from './scrub.ts'

/** Secrets are scrubbed on both sides, so a recording of ours answers a request that carries them. */
export function requestKey(method: string, address: string): string {
  const url = new URL(scrubUrl(address))
  url.searchParams.sort()
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
  return `${method.toUpperCase()} ${url.origin}${normalisePath(path)}${url.search}`
}

/** One spelling for characters that may be escaped or not. */
function normalisePath(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, escape => escape.toUpperCase())
    .replace(/%(?:2[1467-9A-E]|3[ABD]|40|5[BDF]|7E)/g, escape => decodeURIComponent(escape))
}

/** The key of the recorded request that will do; the asked one itself where there is none. */
export function matchRequestKey(
  asked: string,
  recorded: readonly string[],
  given: readonly string[] | undefined,
): string {
  if (recorded.includes(asked)) return asked
  const like =
    findOnlyMatch(asked, recorded, () => true) ??
    (given &&
      findOnlyMatch(asked, recorded, (name, ours, theirs) => isSignificantParam(name, ours, theirs, given)))
  return like ?? asked
}

/**
 * The only recorded request to the same path whose query contradicts the asked one nowhere: a browser's recording may
 * carry fewer or more parameters than we send. Another page, or another word searched for, is a contradiction.
 */
function findOnlyMatch(
  asked: string,
  recorded: readonly string[],
  counts: (name: string, ours: string, theirs: string) => boolean,
): string | undefined {
  const [place, wanted] = splitKey(asked)
  const like = recorded.filter(key => {
    const [other, query] = splitKey(key)
    if (other !== place) return false
    return [...query].every(([name, value]) => {
      const ours = wanted.getAll(name)
      return ours.length === 0 || ours.includes(value) || !ours.some(one => counts(name, one, value))
    })
  })
  return like.length === 1 ? like[0] : undefined
}

const PAGE_PARAM = /^(?:(?!.*per_?page).*page|page_?(?:number|no|index)|cp|offset|start|from)$/i
const MARKET_PARAM = /country|market|store|region|lang|locale|filter/i

/** How many, in which order and in which currency a list comes is the client's habit; what the caller has asked for is not. */
function isSignificantParam(name: string, ours: string, theirs: string, given: readonly string[]): boolean {
  // The caller's own word, which we have written in another way.
  if (given.some(one => equalsIgnoreCase(one, theirs))) return false
  if (PAGE_PARAM.test(name) || MARKET_PARAM.test(name)) return true
  return given.some(
    one => equalsIgnoreCase(one, ours) || (one.length > 2 && ours.toLowerCase().includes(one.toLowerCase())),
  )
}

function equalsIgnoreCase(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function splitKey(key: string): [string, URLSearchParams] {
  const [place = '', query = ''] = key.split('?', 2)
  return [place, new URLSearchParams(query)]
}
