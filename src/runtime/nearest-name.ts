// "Did you mean": the nearest name by edit distance, if it is near enough to help.

export function findNearestName(
  word: string,
  names: Iterable<string>,
  maxDistance: number = Math.max(2, Math.floor(word.length / 3)),
): string | undefined {
  const lowerWord = word.toLowerCase()
  let best: string | undefined
  let bestDistance = maxDistance + 1
  for (const name of names) {
    const distance = editDistance(lowerWord, name.toLowerCase(), bestDistance)
    if (distance < bestDistance) {
      best = name
      bestDistance = distance
    }
  }
  return best
}

function editDistance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) >= bound) return bound
  let row = Array.from({ length: b.length + 1 }, (_, place) => place)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next[j] = Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[b.length] ?? bound
}
