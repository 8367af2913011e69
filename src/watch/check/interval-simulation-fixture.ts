// Simulates the checks of one site's watches: how many changes fixed and learned intervals find with equal requests.
import { AUTO_FIRST_S, nextAutoIntervalS, stretchFor } from '../decide/schedule.ts'

export interface Simulation {
  readonly products: number
  readonly days: number
  /** The fixed interval, which also sets the budget of the learned ones. */
  readonly everyS: number
  /** Changes a day of the median product. */
  readonly changesPerDay: number
  /** Standard deviation of the logarithm of that rate: 0 if all products change equally often. */
  readonly spread: number
  /** Every week, this share of the products is reduced for two days. */
  readonly onSale: number
  readonly seed: number
}

export interface SimulatedChecks {
  readonly requests: number
  readonly changes: number
}

interface Product {
  readonly perS: number
  readonly isOnSale: boolean
  intervalS: number
  checkedS: number
  dueS: number
}

const DAY_S = 24 * 3_600
const SALE = { everyS: 7 * DAY_S, startS: 3 * DAY_S, endS: 5 * DAY_S }
/** How often the scheduler compares the site's requests with its budget. */
const STEP_S = 3_600

export function simulateIntervals(simulation: Simulation, kind: 'fixed' | 'auto'): SimulatedChecks {
  const { days, everyS, seed } = simulation
  const random = seededRandom(seed)
  const products = makeProducts(simulation, random, kind)
  const budgetPerS = products.length / everyS
  const result = { requests: 0, changes: 0 }
  for (let nowS = 0; nowS < days * DAY_S; nowS += STEP_S) {
    const wantedPerS = products.reduce((sum, one) => sum + 1 / one.intervalS, 0)
    const pressure = wantedPerS / budgetPerS
    const stretch = kind === 'auto' ? stretchFor(pressure) : 1
    for (const product of products) {
      for (; product.dueS < nowS + STEP_S; product.dueS += product.intervalS * stretch) {
        const isChanged = hasChanged(product, random())
        result.requests++
        if (isChanged) result.changes++
        if (kind === 'auto') product.intervalS = nextAutoIntervalS(product.intervalS, isChanged, pressure)
        product.checkedS = product.dueS
      }
    }
  }
  return result
}

function makeProducts(
  { products, everyS, changesPerDay, spread, onSale }: Simulation,
  random: () => number,
  kind: 'fixed' | 'auto',
): Product[] {
  return Array.from({ length: products }, () => {
    const intervalS = kind === 'auto' ? AUTO_FIRST_S : everyS
    return {
      perS: (changesPerDay * Math.exp(spread * normal(random))) / DAY_S,
      isOnSale: random() < onSale,
      intervalS,
      checkedS: 0,
      dueS: random() * intervalS,
    }
  })
}

/** Changes without memory, and the sale's beginnings and ends. Several since the last check are found as one. */
function hasChanged({ perS, isOnSale, checkedS, dueS }: Product, chance: number): boolean {
  if (isOnSale && saleEdges(dueS) !== saleEdges(checkedS)) return true
  return chance > Math.exp(-perS * (dueS - checkedS))
}

function saleEdges(timeS: number): number {
  const inWeekS = timeS % SALE.everyS
  return 2 * Math.floor(timeS / SALE.everyS) + Number(inWeekS >= SALE.startS) + Number(inWeekS >= SALE.endS)
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** mulberry32: the same numbers in every run. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
