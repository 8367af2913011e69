// Eight figures that must not rot: our CPU time against a peer's for the same work, each in turns within one run.
// Fails if a ratio falls below its bound. A bound leaves room for a noisy machine, but not for twice our CPU time.
// Needs `npm ci` in bench/. node bench/gate.ts [--note]: also adds the figures to docs/internals/performance.md
import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { measureRatio, type Ratio } from './gate-ratio.ts'
import { closeColdContests, coldContest, readContest, readerContest } from './gate-pages.ts'
import { checkContest, feedContest } from './gate-watches.ts'
import { generalHitContest, hitContest } from './gate-hit.ts'

/** About two thirds of what was measured: see docs/internals/performance.md. */
const contests = [
  () => hitContest(0.6),
  () => coldContest(1.3, 'own'),
  () => coldContest(1.15, 'general'),
  () => readContest(3.5),
  () => readerContest(0.3),
  () => checkContest(0.11),
  () => feedContest(0.07),
  () => generalHitContest(0.65),
]

const RUNS = 3

const startedAt = performance.now()
const ratios: Ratio[] = []
for (const open of contests) {
  let ratio = await measureRatio(await open())
  // The best of three runs decides: a slow minute of the machine is no regression.
  for (let again = 1; again < RUNS && isTooLow(ratio); again++)
    ratio = better(ratio, await measureRatio(await open()))
  ratios.push(ratio)
  console.log(describe(ratio))
}
await closeColdContests()
console.log(`${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
if (process.argv.includes('--note')) note()
process.exit(ratios.some(isTooLow) ? 1 : 0)

function isTooLow({ best, bound }: Ratio): boolean {
  return !(best >= bound)
}

function better(one: Ratio, other: Ratio): Ratio {
  return one.best > other.best ? one : other
}

function describe(ratio: Ratio): string {
  const { name, bound, best, least, most, oursUs, peerUs } = ratio
  const spread = `(${least.toFixed(2)} to ${most.toFixed(2)})`
  const verdict = isTooLow(ratio) ? 'TOO LOW' : 'ok'
  return `${name.padEnd(44)} ${best.toFixed(2).padStart(6)} ${spread.padEnd(18)} bound ${String(bound).padEnd(5)} ours ${oursUs.toFixed(0)} us, peer ${peerUs.toFixed(0)} us  ${verdict}`
}

/** Adds a row to the table at the end of the page. */
function note(): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const cells = ratios.map(
    ({ best, least, most }) => `${best.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`,
  )
  const date = new Date().toISOString().slice(0, 10)
  appendFileSync(
    new URL('../docs/internals/performance.md', import.meta.url),
    `| ${[date, commit, ...cells].join(' | ')} |\n`,
  )
}
