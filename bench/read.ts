// Reading pages: our readers against cheerio on htmlparser2 and against lxml with json. CPU time, interleaved, in one
// run.
// Run: (cd bench && npm ci) && node bench/read.ts
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual } from 'node:util'
import { getHeapStatistics } from 'node:v8'
import { readScriptJson } from '../reader/src/data/embedded.ts'
import { type HtmlNode, parseHtml } from '../reader/src/html/parse-html.ts'
import { readJsonLd } from '../reader/src/data/json-ld.ts'
import { readJsonPath } from '../reader/src/data/json-check.ts'
import { findScripts } from '../reader/src/data/script/script-scanner.ts'
import { compareCpu, type Measurement, inProcess, type Implementation } from './compare-cpu.ts'
import { jsonLdPage, productPath, searchPage, statePage } from './read-pages.ts'

/** The part of cheerio's API that is used here; cheerio is installed in this folder only. */
interface Selection extends Iterable<unknown> {
  text(): string
  attr(name: string): string | undefined
  find(css: string): Selection
  first(): Selection
}
type Cheerio = ((target: unknown) => Selection) & ((css: string) => Selection)

interface Target {
  readonly what: string
  readonly ratio: number
  readonly goal: number
  /** Whether the ratio must reach the goal or stay below it. */
  readonly kind: 'at least' | 'at most'
}

const peer = 'cheerio/slim'
const { load } = (await import(peer)) as { load: (html: string) => Cheerio }

function assertSameOutputs(what: string, values: readonly unknown[]): void {
  for (const value of values) {
    if (value === undefined || !isDeepStrictEqual(value, values[0]))
      throw new Error(`${what}: the outputs differ`)
  }
}

function printMeasurements(title: string, figures: readonly Measurement[]): void {
  console.log(`\n${title}`)
  for (const { name, median, least, most } of figures) {
    console.log(
      `  ${name.padEnd(34)} ${formatMicros(median)}   (${formatMicros(least).trim()} to ${formatMicros(most).trim()})`,
    )
  }
}

function formatMicros(value: number): string {
  return `${value.toFixed(0).padStart(7)} µs`
}

function ratio(figures: readonly Measurement[], over: string, under: string): number {
  const find = (name: string) => figures.find(figure => figure.name === name)?.median ?? Number.NaN
  return find(over) / find(under)
}

/** Bytes allocated by one run, on the heap and outside it. */
function allocated(work: () => unknown): number {
  const times = 50
  work()
  const before = process.memoryUsage()
  const heapBefore = getHeapStatistics().total_allocated_bytes
  for (let i = 0; i < times; i++) work()
  const heap = getHeapStatistics().total_allocated_bytes - heapBefore
  const outside = process.memoryUsage().external - before.external
  return (heap + Math.max(0, outside)) / times
}

async function benchJsonLd(): Promise<Target[]> {
  const page = jsonLdPage()
  const ours = () => readJsonLd(page)
  const cheerio = () => {
    const $ = load(page.toString('utf8'))
    return [...$('script[type="application/ld+json"]')].map(
      element => JSON.parse($(element).text()) as unknown,
    )
  }
  assertSameOutputs('JSON-LD', [ours(), cheerio()])
  const figures = await compareCpu([inProcess('ours', ours), inProcess('cheerio', cheerio)])
  printMeasurements(`JSON-LD, page of ${kilobytes(page)}`, figures)
  return [
    {
      what: 'JSON-LD page against cheerio',
      ratio: ratio(figures, 'cheerio', 'ours'),
      goal: 15,
      kind: 'at least',
    },
  ]
}

async function benchState(): Promise<Target[]> {
  const page = statePage()
  const wanted = { id: '__STATE__' }
  const [state] = findScripts(page, wanted)
  if (state === undefined) throw new Error('the page has no state')
  const [first, second, third] = productPath
  const byPath = () => readScriptJson(page, wanted, productPath)
  const inFull = () => pick(readScriptJson(page, wanted))
  const cheerio = () => pick(JSON.parse(load(page.toString('utf8'))('#__STATE__').text()))
  const body = page.subarray(state.start, state.end)
  const bodyByPath = () => readJsonPath(body, productPath)
  const payload = () => pick(JSON.parse(page.toString('utf8', state.start, state.end)))
  const pick = (value: unknown) =>
    (value as Record<string, Record<string, Record<string, unknown>>>)[first]?.[second]?.[third]
  const lxml = await startLxml(page)
  assertSameOutputs('state', [
    byPath(),
    inFull(),
    bodyByPath(),
    cheerio(),
    payload(),
    ...(lxml === undefined ? [] : [JSON.parse(await lxml.ask('value'))]),
  ])
  const ways = [
    inProcess('ours, path', byPath),
    inProcess('ours, full', inFull),
    inProcess('ours, path, payload alone', bodyByPath),
    inProcess('decode + JSON.parse of payload', payload),
    inProcess('cheerio', cheerio),
  ]
  const figures = await compareCpu(lxml === undefined ? ways : [...ways, lxml.way])
  lxml?.stop()
  printMeasurements(
    `state of ${((state.end - state.start) / 1000).toFixed(0)} KB in a page of ${kilobytes(page)}, product late`,
    figures,
  )
  const bytes = allocated(byPath)
  console.log(`  ours, path, allocated              ${(bytes / 1e6).toFixed(3).padStart(7)} MB`)
  return stateTargets(figures, bytes)
}

function stateTargets(figures: readonly Measurement[], bytes: number): Target[] {
  return [
    {
      what: 'state by path against cheerio',
      ratio: ratio(figures, 'cheerio', 'ours, path'),
      goal: 10,
      kind: 'at least',
    },
    {
      what: 'state by path against lxml',
      ratio: ratio(figures, 'lxml + json', 'ours, path'),
      goal: 8,
      kind: 'at least',
    },
    {
      what: 'state by path over parse of payload',
      ratio: ratio(figures, 'ours, path', 'decode + JSON.parse of payload'),
      goal: 0.4,
      kind: 'at most',
    },
    {
      what: 'the same, payload alone',
      ratio: ratio(figures, 'ours, path, payload alone', 'decode + JSON.parse of payload'),
      goal: 0.4,
      kind: 'at most',
    },
    { what: 'state by path, MB allocated', ratio: bytes / 1e6, goal: 0.3, kind: 'at most' },
    {
      what: 'state in full against cheerio',
      ratio: ratio(figures, 'cheerio', 'ours, full'),
      goal: 3,
      kind: 'at least',
    },
  ]
}

async function benchSearch(): Promise<Target[]> {
  const page = searchPage()
  const card = (node: HtmlNode) => ({
    id: node.attr('data-id'),
    url: node.first('a.card__link')?.attr('href'),
    name: node.first('.card__title')?.text(),
    images: node.select('.card__media img').map(image => image.attr('src')),
    price: node.first('.price--now')?.text(),
    was: node.first('del.price')?.text() ?? '',
    sizes: node.select('.card__sizes > li:not(.size--out)').map(size => size.text()),
  })
  const ours = () => parseHtml(page).first('#results')?.select('li.product-card').map(card)
  const cheerio = () => {
    const $ = load(page.toString('utf8'))
    return [...$('#results > li.product-card')].map(element => {
      const node = $(element)
      return {
        id: node.attr('data-id'),
        url: node.find('a.card__link').first().attr('href'),
        name: node.find('.card__title').first().text(),
        images: [...node.find('.card__media img')].map(image => $(image).attr('src')),
        price: node.find('.price--now').first().text(),
        was: node.find('del.price').first().text(),
        sizes: [...node.find('.card__sizes > li:not(.size--out)')].map(size => $(size).text()),
      }
    })
  }
  assertSameOutputs('search', [ours(), cheerio()])
  const figures = await compareCpu([inProcess('ours', ours), inProcess('cheerio', cheerio)])
  printMeasurements(`search page of 48 cards, ${kilobytes(page)}`, figures)
  return [
    {
      what: 'search page against cheerio',
      ratio: ratio(figures, 'cheerio', 'ours'),
      goal: 8,
      kind: 'at least',
    },
  ]
}

function kilobytes(page: Uint8Array): string {
  return `${(page.length / 1000).toFixed(0)} KB`
}

interface Lxml {
  readonly way: Implementation
  ask(line: string): Promise<string>
  stop(): void
}

/** A Python process that reads the page on request; undefined, with a message, when lxml is not installed. */
async function startLxml(page: Uint8Array): Promise<Lxml | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'wares-bench-'))
  const file = join(folder, 'page.html')
  writeFileSync(file, page)
  const child = spawn('/usr/bin/python3', [join(import.meta.dirname, 'read_lxml.py'), file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`)
    return (await lines.next()).value ?? ''
  }
  const stop = () => {
    child.stdin.end()
    rmSync(folder, { recursive: true, force: true })
  }
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  if ((await ask('value')) === '') {
    console.error(
      '\nNO LXML HERE: /usr/bin/python3 cannot import lxml (Debian: python3-lxml). Its figures are left out.\n',
    )
    stop()
    return undefined
  }
  return {
    ask,
    stop,
    way: { name: 'lxml + json', measure: async times => Number(await ask(`run ${times}`)) },
  }
}

const targets = [...(await benchJsonLd()), ...(await benchState()), ...(await benchSearch())]
console.log('\ngoals')
for (const { what, ratio, goal, kind } of targets) {
  const met = Number.isNaN(ratio)
    ? 'not measured'
    : (kind === 'at least' ? ratio >= goal : ratio <= goal)
      ? 'met'
      : 'MISSED'
  console.log(`  ${what.padEnd(40)} ${ratio.toFixed(2).padStart(7)}   ${kind} ${goal}: ${met}`)
}
