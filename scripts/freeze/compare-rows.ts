// Compares two frozen sets of answers, and prints what differs, grouped by the place in the answer.

export type Rows = Record<string, unknown>

const EXAMPLES_MAX = 6

/** The number of rows that differ. */
export function compareRows(before: Rows, after: Rows): number {
  const byPlace = new Map<string, string[]>()
  const differing = new Set<string>()
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    for (const [place, one, other] of differences(before[name], after[name], '')) {
      differing.add(name)
      const short = place.replace(/\/\d+(?=\/|$)/g, '/*')
      const text = `${name}: ${shortened(one)} → ${shortened(other)}`
      byPlace.set(short, [...(byPlace.get(short) ?? []), text])
    }
  }
  for (const [place, texts] of [...byPlace].toSorted(([, a], [, b]) => b.length - a.length)) {
    console.log(`\n${place || '(row)'}: ${texts.length}`)
    for (const text of texts.slice(0, EXAMPLES_MAX)) console.log(`  ${text}`)
  }
  console.log(`\n${differing.size} of ${Object.keys(after).length} rows differ`)
  return differing.size
}

function* differences(one: unknown, other: unknown, place: string): Generator<[string, unknown, unknown]> {
  if (JSON.stringify(one) === JSON.stringify(other)) return
  const isBoth = isObject(one) && isObject(other) && Array.isArray(one) === Array.isArray(other)
  if (!isBoth) {
    yield [place, one, other]
    return
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
    yield* differences(one[key], other[key], `${place}/${key}`)
  if (JSON.stringify(Object.keys(one)) !== JSON.stringify(Object.keys(other)))
    yield [`${place} (order)`, Object.keys(one).join(), Object.keys(other).join()]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
