// Measures an answer for the drift statistics: empty fields, median price, longest list, length of the description. Pure.

export interface AnswerMeasures {
  /** Number of fields, including those left out as absent. */
  readonly fields: number
  /** Number of fields that are null or empty (`""`, `[]`) but not reported as absent. */
  readonly silent: number
  /** Median price in the shop's unit; undefined without prices. */
  readonly price: number | undefined
  /** Length of the longest list. */
  readonly rows: number | undefined
  /** Length of the description in characters. */
  readonly description: number | undefined
}

/** Fields and prices beyond these counts are ignored. */
const LEAVES_MAX = 5_000
const PRICES_MAX = 500

const PRICE_KEY = /price|amount/i
const DESCRIPTION_KEY = /^(?:description|story|body_html)$/i

interface Count {
  leaves: number
  empty: number
  rows: number | undefined
  description: number | undefined
  readonly prices: number[]
}

const emptyCount = (): Count => ({ leaves: 0, empty: 0, rows: undefined, description: undefined, prices: [] })

export function measureAnswer(value: unknown, absentAt: readonly string[]): AnswerMeasures {
  const all = emptyCount()
  count(value, '', false, all)
  const named = emptyCount()
  let leftOut = 0
  for (const pointer of absentAt) {
    const neutral = resolve(value, pointer)
    if (neutral === undefined) leftOut++
    else count(neutral, '', false, named)
  }
  const { prices, rows, description } = all
  return {
    fields: all.leaves + leftOut,
    silent: Math.max(0, all.empty - named.empty),
    price: medianOf(prices),
    rows,
    description,
  }
}

function count(value: unknown, key: string, inPrice: boolean, to: Count): void {
  if (to.leaves >= LEAVES_MAX) return
  if (typeof value === 'object' && value !== null) {
    const isList = Array.isArray(value)
    const inner = Object.entries(value)
    if (isList) to.rows = Math.max(to.rows ?? 0, inner.length)
    if (inner.length === 0) {
      to.leaves++
      if (isList) to.empty++
      return
    }
    for (const [name, one] of inner) {
      const innerKey = isList ? key : name
      count(one, innerKey, inPrice || (!isList && PRICE_KEY.test(innerKey)), to)
    }
    return
  }
  to.leaves++
  if (value === null || value === '') to.empty++
  else if (typeof value === 'string' && DESCRIPTION_KEY.test(key)) to.description ??= value.length
  if (inPrice && to.prices.length < PRICES_MAX) {
    const price = typeof value === 'string' ? numberIn(value) : value
    if (typeof price === 'number' && price > 0) to.prices.push(price)
  }
}

function numberIn(text: string): number | undefined {
  return /^\d{1,12}(?:\.\d{1,6})?$/.test(text) ? Number(text) : undefined
}

function resolve(value: unknown, pointer: string): unknown {
  let here = value
  for (const token of pointer.split('/').slice(1)) {
    if (typeof here !== 'object' || here === null) return undefined
    here = (here as Record<string, unknown>)[token.includes('~') ? unescaped(token) : token]
  }
  return here
}

function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

function medianOf(numbers: number[]): number | undefined {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
