// Truncates an answer for an agent: first texts, then lists, then whole fields; reports what was cut.

export interface TruncatedAnswer {
  /** The text is always valid JSON. */
  readonly text: string
  /** Descriptions of what was cut; empty if nothing was. */
  readonly cuts: readonly string[]
}

interface SizeLimits {
  readonly text: number
  readonly list: number
}

const UNLIMITED = Number.POSITIVE_INFINITY

/** Steps of increasing severity; the first that makes the answer fit is used. */
const STEPS: readonly SizeLimits[] = [
  { text: UNLIMITED, list: UNLIMITED },
  { text: 2_000, list: UNLIMITED },
  { text: 500, list: UNLIMITED },
  ...[200, 100, 60, 40, 30, 20, 15, 10, 7, 5].map(list => ({ text: 500, list })),
  ...[10, 5, 3, 2, 1].map(list => ({ text: 150, list })),
  { text: 40, list: 1 },
]

export function truncateToFit(value: unknown, maxChars: number): TruncatedAnswer {
  const lost = new Map<string, Truncation>()
  let text = ''
  let shortened: unknown
  for (const caps of STEPS) {
    lost.clear()
    shortened = truncateValue(value, caps, '', lost)
    text = JSON.stringify(shortened)
    if (text.length <= maxChars) return { text, cuts: describeTruncations(lost) }
  }
  return dropLargestFields(shortened, maxChars, lost)
}

interface Truncation {
  readonly kept: number
  /** The largest original size at this pointer. */
  readonly of: number
  readonly what: 'characters' | 'items'
}

function truncateValue(
  value: unknown,
  caps: SizeLimits,
  pointer: string,
  lost: Map<string, Truncation>,
): unknown {
  if (typeof value === 'string') {
    if (value.length <= caps.text) return value
    recordTruncation(lost, pointer, { kept: caps.text, of: value.length, what: 'characters' })
    return `${value.slice(0, caps.text).toWellFormed()}…`
  }
  if (Array.isArray(value)) {
    if (value.length > caps.list)
      recordTruncation(lost, pointer, { kept: caps.list, of: value.length, what: 'items' })
    return value.slice(0, caps.list).map(one => truncateValue(one, caps, `${pointer}/*`, lost))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, truncateValue(one, caps, `${pointer}/${name}`, lost)]),
  )
}

function recordTruncation(lost: Map<string, Truncation>, pointer: string, loss: Truncation): void {
  const before = lost.get(pointer)
  if (!before || before.of < loss.of) lost.set(pointer, loss)
}

/** Last resort: drops the largest fields until the answer fits. */
function dropLargestFields(
  value: unknown,
  maxChars: number,
  lost: ReadonlyMap<string, Truncation>,
): TruncatedAnswer {
  const entries = Object.entries(value as object).map(([name, member]) => ({
    name,
    one: member as unknown,
    size: JSON.stringify(member).length + name.length + 4,
  }))
  const bySize = entries.toSorted((a, b) => b.size - a.size)
  const gone = new Set<string>()
  let size = entries.reduce((sum, entry) => sum + entry.size, 2)
  for (const entry of bySize) {
    if (size <= maxChars) break
    gone.add(entry.name)
    size -= entry.size
  }
  const remaining = entries.filter(({ name }) => !gone.has(name))
  return {
    text: JSON.stringify(
      Array.isArray(value)
        ? remaining.map(({ one }) => one)
        : Object.fromEntries(remaining.map(({ name, one }) => [name, one])),
    ),
    cuts: [`left out: ${[...gone].map(name => `/${name}`).join(', ')}`, ...describeTruncations(lost)],
  }
}

const DESCRIPTIONS_MAX = 12

function describeTruncations(lost: ReadonlyMap<string, Truncation>): string[] {
  const words = Array.from(lost, ([pointer, { kept, of, what }]) =>
    pointer.includes('*')
      ? `${pointer}: at most ${kept} of up to ${of} ${what}`
      : `${pointer || 'the list'}: ${kept} of ${of} ${what}`,
  )
  return words.length > DESCRIPTIONS_MAX
    ? [...words.slice(0, DESCRIPTIONS_MAX), `and ${words.length - DESCRIPTIONS_MAX} more places`]
    : words
}
