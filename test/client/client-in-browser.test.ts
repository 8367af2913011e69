// The client in a real browser, on a page of a different origin than Wares.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT, run } from '../e2e/process.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { findChromium } from '../web/launch-browser.ts'
import { filters } from '../../adapters/sites/watchmarket/filter-groups.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer, type TestServer } from '../support/servers.ts'

/** More codes than a URL should contain. */
const everyFilter = Object.fromEntries(
  filters.map(({ snake, codes }) => [snake, codes.slice(0, 50).map(({ code }) => code)]),
)

const executablePath = findChromium() ?? ''

describe.runIf(executablePath)('client in a browser', () => {
  let running: TestWares
  let built: string
  let server: TestServer
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    running = await startTestWares()
    built = temporaryFolder('browser')
    await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', 'client', '--outDir', built])
    server = await startHttpServer((request, response) => {
      const file = join(built, request.url ?? '')
      if (request.url === '/')
        response.writeHead(200, { 'content-type': 'text/html' }).end('<title>shop</title>')
      else if (existsSync(file))
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(file))
      else response.writeHead(404).end()
    })
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    page = await browser.newPage()
    await page.goto(`${server.origin}/`)
  })

  afterAll(async () => {
    await browser.close()
    await running.stop()
  })

  /** Runs a program in the page, which has `wares` and `WaresProblem`. */
  function inPage<T>(program: string): Promise<T> {
    const { address, key } = running
    return page.evaluate<T>(`(async () => {
      const { createWares, WaresProblem } = await import('/index.js')
      const wares = createWares(${JSON.stringify({ url: address, key })})
      ${program}
    })()`)
  }

  it('receives data and metadata across origins', async () => {
    const meta = await inPage<Record<string, unknown>>(`
      const { data, meta } = await wares.sneakerhub.trends.withMeta()
      return { ...meta, count: data.length }`)
    expect(meta).toMatchObject({ cache: 'miss', count: 12 })
    // On a crowded machine a second passes.
    expect(meta.ageS).toBeLessThan(10)
    expect(meta.requestId).toBeTruthy()
    expect(meta.absent).toContain('/*/retail_price_cents')
    expect(meta.limits).toHaveProperty('rate.remaining')
  })

  it('sends freshness options to Wares, past the browser cache', async () => {
    const states = await inPage<string[]>(`
      const ask = async options => (await wares.sneakerhub.trends.withMeta({ page: 3 }, options)).meta.cache
      return [await ask(), await ask({ maxAgeS: 60 }), await ask({ noCache: true })]`)
    expect(states).toEqual(['miss', 'hit', 'miss'])
  })

  it('sends a QUERY, throws typed problems and reads Retry-After', async () => {
    const report = await inPage<Record<string, unknown>>(`
      const { url } = await wares.watchmarket.search({ query: 'diver', ...${JSON.stringify(everyFilter)} })
      const problem = await wares.sneakerhub.prices({ id: '1~busy' }, { retries: 0 }).catch(error => error)
      return { url, is: problem instanceof WaresProblem, code: problem.code, wait: problem.retryAfterMs }`)
    expect(report).toMatchObject({ is: true, code: 'upstream_busy' })
    expect(report.url).toMatch(/^http/)
    expect(report.wait).toBeGreaterThanOrEqual(1000)
  })
})
