// Parses a robots.txt as RFC 9309 and the widely used matchers do, and matches paths against its rules.

export interface RobotsRules {
  allows(url: string): boolean
  readonly crawlDelayMs: number | undefined
}

interface Rule {
  readonly allow: boolean
  readonly pattern: string
}

interface Group {
  readonly agents: string[]
  readonly rules: Rule[]
  crawlDelayMs: number | undefined
}

type Field = 'agent' | 'allow' | 'disallow' | 'delay'

/** Longer lines are truncated, as in the widely used matchers: eight times the longest URL. */
const MAX_LINE_LENGTH = 2083 * 8 - 1

/** The minimum that RFC 9309 requires, and the maximum that widely used crawlers read. */
const MAX_BODY_BYTES = 500 * 1024

/** Field names are matched by prefix, including common misspellings. */
const fields: readonly (readonly [RegExp, Field])[] = [
  [/^user[- ]?agent/i, 'agent'],
  [/^allow/i, 'allow'],
  [/^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i, 'disallow'],
  [/^crawl-?delay/i, 'delay'],
]

/** The rules for a product token: its own groups, else those of a name that it extends, else those for `*`. */
export function readRobots(body: Uint8Array, token: string): RobotsRules {
  const groups = groupsFor(groupsOf(body), token)
  const rules = groups.flatMap(group => group.rules)
  const delays = groups.flatMap(group => group.crawlDelayMs ?? [])
  return {
    allows: url => isAllowed(rules, pathAndQueryOf(url)),
    crawlDelayMs: delays.length > 0 ? delays.reduce((a, b) => Math.max(a, b)) : undefined,
  }
}

/** The product token at the start of a User-Agent: letters, hyphen and underscore. */
export function productToken(userAgent: string): string {
  return /^[a-z_-]*/i.exec(userAgent)?.[0] ?? ''
}

/** Path and query of a URL, which may lack its scheme; without the fragment. */
export function pathAndQueryOf(url: string): string {
  const from = url.startsWith('//') ? 2 : 0
  const early = indexOfAny(url, from)
  const scheme = url.indexOf('://', from)
  const hostAt = scheme === -1 || (early !== -1 && early < scheme) ? from : scheme + 3
  const start = indexOfAny(url, hostAt)
  if (start === -1) return '/'
  const hash = url.indexOf('#', from)
  if (hash !== -1 && hash < start) return '/'
  const path = url.slice(start, hash === -1 ? undefined : hash)
  return path.startsWith('/') ? path : `/${path}`
}

/** Normalises a pattern like a URL: non-ASCII bytes percent-encoded, hexadecimal digits in upper case. */
export function escapePattern(bytes: string): string {
  return bytes
    .replace(/%[0-9a-f]{2}/gi, escape => escape.toUpperCase())
    .replace(/[\x80-\xff]/g, byte => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
}

function indexOfAny(url: string, from: number): number {
  const index = url.slice(from).search(/[/?;]/)
  return index === -1 ? -1 : index + from
}

function groupsOf(body: Uint8Array): Group[] {
  const groups: Group[] = []
  let open = false
  for (const [field, value] of linesOf(body)) {
    const last = groups.at(-1)
    if (field === 'agent') {
      const agent = /^\*(?:\s|$)/.test(value) ? '*' : productToken(value).toLowerCase()
      if (open && last) last.agents.push(agent)
      else groups.push({ agents: [agent], rules: [], crawlDelayMs: undefined })
      open = true
      continue
    }
    if (!last) continue
    if (field === 'delay') last.crawlDelayMs = delayOf(value) ?? last.crawlDelayMs
    else {
      open = false
      if (value !== '') last.rules.push(...ruleOf(field === 'allow', escapePattern(value)))
    }
  }
  return groups
}

/** `Allow: /dir/index.html` also allows `/dir/`. */
function ruleOf(allow: boolean, pattern: string): Rule[] {
  const index = allow ? /^(.*\/)index\.htm[^/]*$/.exec(pattern)?.[1] : undefined
  return index === undefined
    ? [{ allow, pattern }]
    : [
        { allow, pattern },
        { allow, pattern: `${index}$` },
      ]
}

function delayOf(value: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : undefined
}

/** Decodes one byte per character, so that any encoding can be matched in percent-encoded form. */
function linesOf(body: Uint8Array): [Field, string][] {
  const whole = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const isCut = whole.length > MAX_BODY_BYTES
  // A truncated rule would disallow more than it should, so it is dropped.
  const end = isCut ? whole.lastIndexOf('\n', MAX_BODY_BYTES) : whole.length
  return whole
    .toString('latin1', 0, Math.max(0, end))
    .replace(/^\xef(?:\xbb\xbf?)?/, '')
    .split(/\r\n|\r|\n/)
    .flatMap(line => lineOf(line.slice(0, MAX_LINE_LENGTH)))
}

function lineOf(line: string): [Field, string][] {
  const hash = line.indexOf('#')
  const text = trimAscii(hash < 0 ? line : line.slice(0, hash))
  const colon = text.indexOf(':')
  // A missing colon is tolerated if there are exactly two words.
  const words = colon < 0 ? text.split(/[ \t]+/) : []
  if (colon < 0 && words.length !== 2) return []
  const [name = '', value = ''] =
    colon < 0 ? words : [trimAscii(text.slice(0, colon)), trimAscii(text.slice(colon + 1))]
  const field = fields.find(([pattern]) => pattern.test(name))?.[1]
  return field ? [[field, value]] : []
}

/** Trims only ASCII white space: here, a no-break space is a byte of another encoding. */
function trimAscii(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && ' \t\v\f'.includes(text[start] as string)) start++
  while (end > start && ' \t\v\f'.includes(text[end - 1] as string)) end--
  return text.slice(start, end)
}

function groupsFor(groups: readonly Group[], token: string): readonly Group[] {
  const own = token.toLowerCase()
  const groupsFor = (agent: string): readonly Group[] => groups.filter(group => group.agents.includes(agent))
  // `shop-news` obeys the group of `shop` if it has no group of its own.
  const longestPrefix = groups
    .flatMap(group => group.agents)
    .filter(agent => agent !== '' && own.startsWith(`${agent}-`))
    .sort((a, b) => b.length - a.length)[0]
  const mine = groupsFor(own)
  if (mine.length > 0) return mine
  return longestPrefix === undefined ? groupsFor('*') : groupsFor(longestPrefix)
}

/** The longest matching pattern decides; Allow wins a tie. */
function isAllowed(rules: readonly Rule[], path: string): boolean {
  let longest: Rule | undefined
  for (const rule of rules) {
    const longer = longest === undefined || rule.pattern.length > longest.pattern.length
    const tie = rule.allow && rule.pattern.length === longest?.pattern.length
    if ((longer || tie) && matches(rule.pattern, path)) longest = rule
  }
  return longest?.allow ?? true
}

/** Finds the parts between stars from left to right, without backtracking: linear even for hostile patterns. */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$')
  const [head = '', ...rest] = (anchored ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(head)) return false
  const tail = rest.at(-1)
  if (tail === undefined) return !anchored || path.length === head.length
  let position = head.length
  for (const piece of anchored ? rest.slice(0, -1) : rest) {
    const index = path.indexOf(piece, position)
    if (index === -1) return false
    position = index + piece.length
  }
  return !anchored || (path.length - tail.length >= position && path.endsWith(tail))
}
