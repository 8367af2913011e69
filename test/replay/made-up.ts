// Finds values of an answer that no document states: words of a programming language, and amounts out of nowhere.
import { jsonLeaves } from '#kit/schema/json-leaves'
import { parsePrice } from '#reader/values/price'

/** What a slip in a program writes instead of a value. */
const SLIP = /\bundefined\b|\bNaN\b|\[object \w+\]|^null$|^(?:true|false)$/

/** `whole`: the answer to the unchanged documents, in the same shape. */
export function findMadeUp(answer: unknown, whole: unknown, documents: readonly string[]): string[] {
  const known = new Set(leavesOf(whole).map(({ value }) => value))
  // Reading all numbers of a page takes longer than reading its product, and most answers need none.
  let numbers: Set<number> | undefined
  const isNumber = (value: number) => (numbers ??= new Set(documents.flatMap(numbersIn))).has(value)
  return leavesOf(answer).flatMap(({ pointer, value }) => {
    if (known.has(value)) return []
    if (SLIP.test(value)) return [`${pointer} is "${value.slice(0, 60)}"`]
    if (!pointer.endsWith('/amount')) return []
    const amount = Number(value)
    if (amount === 0) return [`${pointer} is ${value}`]
    const isStated = [amount, amount * 100].some(one => isNumber(Math.round(one * 1000)))
    return isStated ? [] : [`${pointer} is ${value}, which no document states`]
  })
}

interface Leaf {
  readonly pointer: string
  readonly value: string
}

function leavesOf(root: unknown): Leaf[] {
  return Array.from(jsonLeaves(root)).flatMap(({ pointer, value }) =>
    typeof value === 'string' ? [{ pointer, value }] : [],
  )
}

/** In thousandths. */
function numbersIn(document: string): number[] {
  return [...document.matchAll(/\d[\d.,  ]*/g)].flatMap(([text]) => {
    const amounts = [text.replace(/[., ]+$/, ''), ...text.split(/[, ]/)].map(one => parsePrice(one)?.amount)
    return amounts.flatMap(amount => (amount == null ? [] : Math.round(Number(amount) * 1000)))
  })
}
