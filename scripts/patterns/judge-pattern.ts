// Decides whether a regular expression can take more than linear time, with the checker `recheck` and by measurement.
import type { VulnerableDiagnostics } from 'recheck'
import type { Pattern } from './find-patterns.ts'

export interface Verdict {
  /** `measured`: the checker found no answer in its time limit, and no tested text is slow. */
  readonly status: 'safe' | 'measured' | 'vulnerable'
  /** Its complexity in the length of the text, and a text that shows it. */
  readonly reason?: string
}

const TIMEOUT_MS = 5_000

export async function judgePattern({ source, flags }: Pick<Pattern, 'source' | 'flags'>): Promise<Verdict> {
  // The other backends are a Java archive and native programs.
  process.env.RECHECK_BACKEND = 'pure'
  const { checkSync } = await import('recheck')
  const result = checkSync(source, flags, { timeout: TIMEOUT_MS, randomSeed: 1 })
  if (result.status === 'safe') return { status: 'safe' }
  const pattern = new RegExp(source, flags)
  if (result.status === 'vulnerable' && isConfirmed(pattern, result)) {
    const { summary } = result.complexity
    return { status: 'vulnerable', reason: `${summary}: ${result.attack.pattern.slice(0, 200)}` }
  }
  const slow = pumpsFor(source).find(pump =>
    ['', '0', 'a '].some(start => isSlow(pattern, length => `${start}${repeatTo(pump, length)}\0`)),
  )
  if (slow !== undefined)
    return { status: 'vulnerable', reason: `slow when ${JSON.stringify(slow)} is repeated` }
  return { status: result.status === 'vulnerable' ? 'safe' : 'measured' }
}

/**
 * Whether the attack that the checker found is real. Its model has no engine optimisations and approximates
 * lookarounds, so some patterns that it reports as quadratic are not.
 */
function isConfirmed(pattern: RegExp, { complexity, attack }: VulnerableDiagnostics): boolean {
  if (complexity.type === 'exponential') return true
  return isSlow(pattern, length => {
    const each = length / attack.pumps.length
    return attack.pumps.map(({ prefix, pump }) => prefix + repeatTo(pump, each)).join('') + attack.suffix
  })
}

/** The characters and words of a pattern, and members of common classes: the building blocks of an attack text. */
function pumpsFor(source: string): string[] {
  const plain = source.replace(/\\[pP]\{[^}]*\}|\\[a-zA-Z]|\{\d*,?\d*\}/g, ' ').replaceAll('\\', '')
  const words = plain.split(/[^\p{L}\d.,-]+/u).filter(word => word.length > 1)
  return [
    ...new Set([...' \t0a-', ...plain, '0 ', 'a ', '0.', '0,', ...words, ...words.map(word => `${word} `)]),
  ].slice(0, 400)
}

function repeatTo(pump: string, length: number): string {
  return pump.repeat(Math.ceil(length / Math.max(1, pump.length)))
}

/** Several times what a linear search of the longest text takes; a quadratic one takes seconds. */
const SLOW_MS = 40
const LONGEST = 65_536

/** Lengthens the text until the search is slow or the text is long enough. */
function isSlow(pattern: RegExp, textOf: (length: number) => string): boolean {
  for (let length = 1024; length <= LONGEST; length *= 8) {
    const text = textOf(length)
    // The minimum of three, because other load on the machine can only add time.
    const times = [0, 1, 2].map(() => searchMs(pattern, text))
    if (Math.min(...times) > SLOW_MS) return true
  }
  return false
}

function searchMs(pattern: RegExp, text: string): number {
  const started = process.cpuUsage()
  pattern.lastIndex = 0
  if (pattern.global) text.replace(pattern, '')
  else pattern.test(text)
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}
