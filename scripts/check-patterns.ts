// Checks every regular expression of the code for super-linear time and updates the list of verdicts.
// npm run patterns
// --check writes nothing, checks only patterns that are missing in the list, and fails if one can be slow.
import { readFileSync, writeFileSync } from 'node:fs'
import { findPatterns, patternKey } from './patterns/find-patterns.ts'
import { judgePattern, type Verdict } from './patterns/judge-pattern.ts'

const isCheck = process.argv.includes('--check')
const file = new URL('../test/hostile/pattern-verdicts.json', import.meta.url)
const known = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Verdict['status']>

const verdicts: Record<string, Verdict['status']> = {}
const counts = { safe: 0, measured: 0, vulnerable: 0 }
for (const pattern of await findPatterns()) {
  const key = patternKey(pattern)
  const verdict: Verdict = known[key] ? { status: known[key] } : await judgePattern(pattern)
  counts[verdict.status]++
  if (verdict.status === 'vulnerable')
    console.log(
      `${pattern.places.join(' ')} can be slow: /${pattern.source.slice(0, 200)}/${pattern.flags}\n  ${verdict.reason}`,
    )
  else verdicts[key] = verdict.status
}
if (!isCheck) {
  const sorted = Object.entries(verdicts).toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
console.log(`${counts.safe} safe, ${counts.measured} safe by trial, ${counts.vulnerable} vulnerable`)
process.exitCode = counts.vulnerable > 0 ? 1 : 0
