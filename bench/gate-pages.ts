// The gate's contests about pages: a cold request, the readers of the kit, and the general reader, against cheerio.
import { gunzipSync } from 'node:zlib'
import { makePage } from '../adapters/kit/page/page.ts'
import { readProduct } from '../reader/src/index.ts'
import { type BenchEnvironment, openBenchEnvironment, runConcurrently } from './cold-environment.ts'
import { makePages } from './cold-pages.ts'
import { type Contest, cpuUs } from './gate-ratio.ts'
import { jsonLdPage, statePage } from './read-pages.ts'

interface Selection extends Iterable<unknown> {
  text(): string
}
type Cheerio = (target: unknown) => Selection
type Load = (html: string) => Cheerio

/** cheerio as crawlers use it, which is several times faster than on parse5. */
const ON_HTMLPARSER2 = 'cheerio/slim'

/** cheerio is installed in bench/ only. */
async function importLoad(module: string): Promise<Load> {
  const { load } = (await import(module)) as { load: Load }
  return load
}

const URL_OF_PAGE = 'https://shop.example/p/1'
const WARM_UP_PAGES = 250
const COLD_PAGES = 60

/** Started once for both shapes. */
let environment: Promise<BenchEnvironment> | undefined

/** A whole cold request, from the connection to the answer, against unpacking the page and asking cheerio for it. */
export async function coldContest(bound: number, shape: 'own' | 'general'): Promise<Contest> {
  const load = await importLoad(ON_HTMLPARSER2)
  environment ??= openBenchEnvironment()
  const opened = await environment
  const ask = shape === 'own' ? opened.ask : opened.askGeneral
  const pages = makePages()
  await runConcurrently(WARM_UP_PAGES, 40, ask)
  return {
    name: `cold request, 600 KB, ${shape} shape: cheerio`,
    bound,
    ours: async () => {
      await opened.usage()
      await runConcurrently(COLD_PAGES, 40, ask)
      return ((await opened.usage()).cpuMs * 1_000) / COLD_PAGES
    },
    peer: () =>
      cpuUs(10, run => {
        const $ = load(gunzipSync(pages[run % pages.length] as Buffer).toString('utf8'))
        const product = JSON.parse($('script[type="application/ld+json"]').text()) as { name: string }
        const cells = [...$('td')].map(cell => $(cell).text())
        if (product.name === '' || cells.length === 0 || $('h1').text() === '') throw new Error('not read')
      }),
  }
}

export async function closeColdContests(): Promise<void> {
  await (await environment)?.close()
  environment = undefined
}

/** JSON-LD and some elements of a page. */
export async function readContest(bound: number): Promise<Contest> {
  const load = await importLoad(ON_HTMLPARSER2)
  const body = jsonLdPage()
  const source = { url: new URL(URL_OF_PAGE), status: 200, headers: {}, body, charset: 'utf-8' }
  return {
    name: 'read JSON-LD and links: cheerio',
    bound,
    ours: () =>
      cpuUs(40, () => {
        const page = makePage(source)
        if (page.select('a.teaser__link').length === 0 || !page.jsonLdOf('Product'))
          throw new Error('not read')
      }),
    peer: () =>
      cpuUs(20, () => {
        const $ = load(body.toString('utf8'))
        const blocks = [...$('script[type="application/ld+json"]')]
        const found = blocks.map(block => JSON.parse($(block).text()) as unknown)
        if (found.length === 0 || [...$('a.teaser__link')].length === 0) throw new Error('not read')
      }),
  }
}

/** A whole product of an unknown shop, against parsing the page alone. */
export async function readerContest(bound: number): Promise<Contest> {
  const load = await importLoad(ON_HTMLPARSER2)
  const pages = [jsonLdPage(), statePage()].map(withHeading)
  const pageOf = (run: number) => pages[run % pages.length] as Buffer
  return {
    name: 'general reader: cheerio, parsing alone',
    bound,
    ours: () =>
      cpuUs(10, run => {
        if (readProduct(pageOf(run), URL_OF_PAGE).name === null) throw new Error('not read')
      }),
    peer: () => cpuUs(10, run => load(pageOf(run).toString('utf8'))),
  }
}

/** A heading and a title, as product pages have them: without, the reader rejects the page and does less work. */
function withHeading(page: Buffer): Buffer {
  const html = page
    .toString('utf8')
    .replace('<title>', '<title>Cotton shirt | ')
    .replace('<body class="page">', '<body class="page"><h1>Cotton shirt</h1>')
  return Buffer.from(html)
}
