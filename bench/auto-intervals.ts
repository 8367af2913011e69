// What learned intervals find beside fixed ones with the same budget of requests, in a simulated site: from products
// that all change equally often to a mix in which a few change all the time.
// node bench/auto-intervals.ts [products] [days]
import { simulateIntervals } from '../src/watch/check/interval-simulation-fixture.ts'

const products = Number(process.argv[2] ?? 2_000)
const days = Number(process.argv[3] ?? 56)
const everyS = 12 * 3_600
const site = { products, days, everyS, changesPerDay: 0.1, onSale: 0.3, seed: 7 }

console.log('spread of rates  requests: fixed, auto     changes found: fixed, auto    per request')
for (const spread of [0, 1, 2, 2.5, 3]) {
  const fixed = simulateIntervals({ ...site, spread }, 'fixed')
  const auto = simulateIntervals({ ...site, spread }, 'auto')
  const perRequest = auto.changes / auto.requests / (fixed.changes / fixed.requests)
  const cells = [fixed.requests, auto.requests, fixed.changes, auto.changes].map(one =>
    String(one).padStart(13),
  )
  console.log(
    `${spread.toFixed(1).padStart(6)}      ${cells.join('')}${perRequest.toFixed(2).padStart(13)} times`,
  )
}
