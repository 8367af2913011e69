// Reading a whole product page: readProduct against cheerio.load alone, on parse5 (its default) and on htmlparser2,
// and against extruct in Python, which only extracts structured data. CPU time, interleaved, in one run.
// Run: (cd bench && npm ci) && node bench/read-product.ts [folder of labelled pages]
import { readLabelledPages } from '../scripts/train/labelled-pages.ts'
import { readProduct } from '../src/reader/index.ts'
import { startExtruct } from './extruct.ts'
import { jsonLdPage, searchPage, statePage } from './read-pages.ts'

type Load = (html: string) => unknown
const [parse5, htmlparser2] = ['cheerio', 'cheerio/slim']
const { load } = (await import(parse5)) as { load: Load }
const { load: loadSlim } = (await import(htmlparser2)) as { load: Load }

interface Sample {
  readonly url: string
  readonly html: Buffer
}

const folder = process.argv[2]
const url = 'https://shop.example/p/1'
const pages: readonly Sample[] =
  folder === undefined
    ? [jsonLdPage(), statePage(), searchPage()].map(html => ({ url, html }))
    : readLabelledPages([folder])
const ROUNDS = 5

function cpuMs(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

/** Returns CPU milliseconds. */
type Way = readonly [name: string, measure: (page: Sample) => number | Promise<number>]
const extruct = await startExtruct()
const ways: readonly Way[] = [
  ['readProduct', ({ html, url: address }) => cpuMs(() => readProduct(html, address))],
  ['cheerio on parse5', ({ html }) => cpuMs(() => load(html.toString('utf8')))],
  ['cheerio on htmlparser2', ({ html }) => cpuMs(() => loadSlim(html.toString('utf8')))],
  ...(extruct === undefined
    ? []
    : [['extruct', ({ html, url: address }) => extruct.measure(html, address)] satisfies Way]),
]
const times = ways.map(() => pages.map((): number[] => []))
for (let round = 0; round <= ROUNDS; round++) {
  for (const [index, page] of pages.entries()) {
    for (const [way, [, measure]] of ways.entries()) {
      const spent = await measure(page)
      // The first round is warm-up.
      if (round > 0) times[way]?.[index]?.push(spent)
    }
  }
}
extruct?.stop()

function describe(name: string, perRound: readonly number[][]): void {
  const perPage = perRound.map(median).toSorted((a, b) => a - b)
  const at = (share: number) => (perPage[Math.floor((perPage.length - 1) * share)] ?? Number.NaN).toFixed(1)
  const rounds = Array.from({ length: ROUNDS }, (_, round) =>
    median(perRound.map(one => one[round] as number)),
  )
  const spread = `${Math.min(...rounds).toFixed(1)} to ${Math.max(...rounds).toFixed(1)}`
  console.log(
    `${name.padEnd(24)} median ${at(0.5)} ms (rounds ${spread}), 90 % ${at(0.9)} ms, most ${at(1)} ms`,
  )
}

const kilobytes = pages.reduce((sum, { html }) => sum + html.length, 0) / pages.length / 1000
console.log(`${pages.length} pages of ${kilobytes.toFixed(0)} KB on average`)
for (const [way, [name]] of ways.entries()) describe(name, times[way] ?? [])
for (const [way, [name]] of ways.entries()) {
  if (way === 0) continue
  const ratios = pages.map(
    (_page, index) => median(times[way]?.[index] ?? []) / median(times[0]?.[index] ?? []),
  )
  console.log(`${name} takes ${median(ratios).toFixed(2)} times as long as readProduct (median of the pages)`)
}
