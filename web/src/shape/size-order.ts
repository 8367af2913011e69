// The order of sizes as people expect it: 5, 10, 10.5; S, M, XL; UK 8, UK 10.

const LETTERS = ['XXXS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', 'XXXL', '3XL', '4XL', '5XL']
const collator = new Intl.Collator('en', { sensitivity: 'base' })

/** Compares names that begin with a size or contain one; numbers come before words. */
export function compareSizes(a: string, b: string): number {
  const [partsA, partsB] = [partsOf(a), partsOf(b)]
  for (let place = 0; place < Math.max(partsA.length, partsB.length); place++) {
    const order = compareParts(partsA[place], partsB[place])
    if (order !== 0) return order
  }
  return 0
}

type Part = string | number

function partsOf(name: string): Part[] {
  const texts = name.match(/\d?XX*[SL]\b|\d+(?:[.,]\d+)?|[^\d\s/]+/gi) ?? []
  return texts.map(text => (/^\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text))
}

function compareParts(a: Part | undefined, b: Part | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined)
  if (typeof a === 'number' || typeof b === 'number') {
    if (typeof a === typeof b) return Number(a) - Number(b)
    return typeof a === 'number' ? -1 : 1
  }
  const [indexA, indexB] = [LETTERS.indexOf(a.toUpperCase()), LETTERS.indexOf(b.toUpperCase())]
  return indexA >= 0 && indexB >= 0 ? indexA - indexB : collator.compare(a, b)
}
