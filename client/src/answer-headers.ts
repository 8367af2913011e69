// Parses the headers of an answer: timings, cache status, absent fields, source and remaining limits. The explorer
// uses it too.

export interface Stage {
  readonly name: string
  readonly ms: number
}

export interface CacheState {
  readonly hit: boolean
  /** Seconds that a hit stays fresh. */
  readonly ttlS: number | undefined
  /** The answer was shared with another caller's request in flight. */
  readonly collapsed: boolean
}

export interface LimitState {
  readonly name: string
  readonly limit: number | undefined
  readonly windowS: number | undefined
  readonly remaining: number
  readonly resetS: number | undefined
}

/** `a;dur=1.5, b;dur=2` */
export function readServerTiming(header: string | null): Stage[] {
  return splitList(header).flatMap(part => {
    const [name = '', ...options] = part.split(';').map(one => one.trim())
    const ms = Number(options.find(one => one.startsWith('dur='))?.slice(4))
    return Number.isFinite(ms) ? [{ name, ms }] : []
  })
}

/** RFC 9211: `wares; hit; ttl=200`. */
export function readCacheStatus(header: string | null): CacheState | undefined {
  if (!header) return undefined
  const words = header.split(';').map(one => one.trim())
  const ttl = words.find(one => one.startsWith('ttl='))?.slice(4)
  return {
    hit: words.includes('hit'),
    ttlS: ttl === undefined ? undefined : Number(ttl),
    collapsed: words.includes('collapsed'),
  }
}

export interface AbsentFields {
  /** JSON Pointers of fields, with `*` for array positions. */
  readonly pointers: readonly string[]
  /** Like `pointers`, and the pointers of lists whose rows were left out. */
  readonly all: readonly string[]
  /** How many rows were left out. */
  readonly dropped: number
  /** How many pointers did not fit into the header. */
  readonly more: number
}

/** `/color, /*;dropped=2, /variants/0/price;more=3` */
export function readAbsent(header: string | null): AbsentFields {
  const items = splitList(header).map(item => item.split(';').map(one => one.trim()))
  const option = (name: string) =>
    items
      .flat()
      .filter(one => one.startsWith(`${name}=`))
      .reduce((total, one) => total + Number(one.slice(name.length + 1)), 0)
  return {
    // A left-out row says nothing about the fields of the remaining rows.
    pointers: items
      .filter(item => !item.some(one => one.startsWith('dropped=')))
      .map(([pointer = '']) => pointer),
    all: items.map(([pointer = '']) => pointer),
    dropped: option('dropped'),
    more: option('more'),
  }
}

/** RFC 8288: `<https://shop.example/p>; rel="via"`. Only http and https URLs. */
export function readSource(header: string | null): string | undefined {
  return /<(https?:[^<>]*)>; *rel="via"/.exec(header ?? '')?.[1]
}

/** The two fields of the IETF draft: `"rate";q=40;w=2` and `"rate";r=39;t=1`. */
export function readLimits(policy: string | null, state: string | null): LimitState[] {
  const policies = splitList(policy).map(parseItem)
  return splitList(state)
    .map(parseItem)
    .flatMap(({ name, numbers }) => {
      const remaining = numbers.r
      if (remaining === undefined) return []
      const own = policies.find(one => one.name === name)?.numbers
      return [{ name, remaining, resetS: numbers.t, limit: own?.q, windowS: own?.w }]
    })
}

function parseItem(item: string): { name: string; numbers: Record<string, number> } {
  const [name = '', ...options] = item.split(';').map(one => one.trim())
  const numbers = options.map(one => one.split('=')).map(([key = '', value]) => [key, Number(value)] as const)
  return { name: name.replaceAll('"', ''), numbers: Object.fromEntries(numbers) }
}

function splitList(header: string | null): string[] {
  return (header ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
}
