// Renders pages of a site that builds them in the browser. Chromium reaches the network only through our own layers.
import { existsSync } from 'node:fs'
import type { Browser, BrowserContext, Route } from 'playwright-core'
import type { Config } from '../../settings/config.ts'
import type { SiteConfig } from '../../settings/site-config.ts'
import { Fault } from '#kit/fault'
import { createSlots } from '../../runtime/slots.ts'
import { abortFault, deadlineFault, withinDeadline } from '../deadline.ts'
import type { Send, UpstreamRequest, UpstreamResponse } from '../layer.ts'
import { isOnSite } from '../../settings/shop-origins.ts'
import { pageTooLarge, upstreamFailure } from '../upstream-failure.ts'

export interface RenderOptions {
  readonly shop: Pick<SiteConfig, 'origins'>
  readonly maxPageBytes: number
  readonly browsers: BrowserPool
  /** Fetches the page itself, unrendered. */
  readonly fetchPage: Send
  /** Fetches what the page requests while it renders; with guard, redirects and robots.txt like any request. */
  readonly fetchSubresource: Send
}

/** One browser per process, for all sites and listed shops. */
export interface BrowserPool {
  isInstalled(): boolean
  withTab<T>(request: UpstreamRequest, use: (context: BrowserContext) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface BrowserSettings {
  readonly userAgent: string
  /** Path of Chromium; by default the usual paths are searched. */
  readonly chromium?: string | undefined
}

const MAX_TABS = 2
const MAX_SUBRESOURCES = 100
/** How long scripts may keep requesting data after the page has loaded. */
const SETTLE_MS = 2_000
const CLOSE_IDLE_AFTER_MS = 30_000
/** Resource types needed for data to appear; images, fonts and styles are not. */
const NEEDED_RESOURCE_TYPES = new Set(['document', 'script', 'xhr', 'fetch'])

const defaultChromiumPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/opt/homebrew/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export function createRenderer(options: RenderOptions): Send {
  return async request => {
    // Nothing is sent to the site if there is no browser.
    if (!options.browsers.isInstalled()) throw noBrowserFault()
    const page = await options.fetchPage(request)
    const isMarkup = /html/i.test(page.headers['content-type'] ?? '')
    if (page.status !== 200 || !isMarkup || request.accept !== 'html') return page
    return options.browsers.withTab(request, context => renderPage(context, request, page, options))
  }
}

/** Uses a new context for each page and a few tabs at a time; closes the browser when idle. */
export function createBrowserPool(options: BrowserSettings): BrowserPool {
  const tabs = createSlots(MAX_TABS)
  let browser: Promise<Browser> | undefined
  let idle: NodeJS.Timeout | undefined

  const close = async (): Promise<void> => {
    clearTimeout(idle)
    const open = browser
    browser = undefined
    // A browser that failed to launch needs no closing.
    await open?.then(
      one => one.close(),
      () => undefined,
    )
  }

  const openBrowser = async (): Promise<Browser> => {
    browser ??= launch(options.chromium)
    return browser.catch((error: unknown) => {
      browser = undefined
      throw error
    })
  }

  const withTab = async <T>(
    request: UpstreamRequest,
    use: (context: BrowserContext) => Promise<T>,
  ): Promise<T> => {
    clearTimeout(idle)
    try {
      await tabs.acquire(turn => withinDeadline(request, turn))
      try {
        const open = await openBrowser()
        const context = await open.newContext({ userAgent: options.userAgent, serviceWorkers: 'block' })
        try {
          return await withinDeadline(request, use(context))
        } finally {
          // Closing the context stops the page's scripts and requests.
          await context.close()
        }
      } finally {
        tabs.release()
      }
    } finally {
      if (tabs.busy() === 0) {
        clearTimeout(idle)
        idle = setTimeout(() => void close(), CLOSE_IDLE_AFTER_MS).unref()
      }
    }
  }

  return { isInstalled: () => findChromium(options.chromium) !== undefined, withTab, close }
}

export function findChromium(configured: string | undefined): string | undefined {
  return (configured === undefined ? defaultChromiumPaths : [configured]).find(place => existsSync(place))
}

/** All sites and hosts set to `render: browser`, by their names in the settings. */
export function renderedHosts({ sites, reader }: Pick<Config, 'sites' | 'reader'>): string[] {
  const rendered = Object.entries(sites).flatMap(([name, { enabled, render }]) =>
    enabled && render === 'browser' ? [name] : [],
  )
  return [...rendered, ...reader.hosts.flatMap(({ host, render }) => (render === 'browser' ? [host] : []))]
}

/** Why configured pages cannot be rendered, as one sentence; undefined if they can. */
export function whyNoBrowser(config: Pick<Config, 'sites' | 'reader' | 'chromium'>): string | undefined {
  const [first, ...others] = renderedHosts(config)
  if (first === undefined || findChromium(config.chromium) !== undefined) return undefined
  const who = others.length === 0 ? first : `${first} and ${others.length} more`
  const missing =
    config.chromium === undefined ? 'no Chromium was found' : `${config.chromium} does not exist`
  return `${who} is set to render: browser, but ${missing}; install Chromium or set chromium in wares.yaml.`
}

function noBrowserFault(error?: unknown): Fault {
  return upstreamFailure(
    'no_browser',
    'this site needs a browser to render its pages, but no Chromium is installed',
    {
      error,
    },
  )
}

async function launch(configured: string | undefined): Promise<Browser> {
  const executablePath = findChromium(configured)
  if (executablePath === undefined) throw noBrowserFault()
  try {
    const { chromium } = await import('playwright-core')
    return await chromium.launch({
      executablePath,
      // Any traffic that bypasses our routes (sockets, prefetches, WebRTC) goes to a proxy that does not exist.
      proxy: { server: 'http://127.0.0.1:1', bypass: '<-loopback>' },
      args: ['--force-webrtc-ip-handling-policy=disable_non_proxied_udp', '--disable-background-networking'],
      chromiumSandbox: process.getuid?.() !== 0,
    })
  } catch (error) {
    throw noBrowserFault(error)
  }
}

async function renderPage(
  context: BrowserContext,
  request: UpstreamRequest,
  response: UpstreamResponse,
  options: RenderOptions,
): Promise<UpstreamResponse> {
  const budget = { parts: MAX_SUBRESOURCES, bytes: options.maxPageBytes }
  await context.route('**/*', route => handlePageRequest(route, request, response, options, budget))
  const page = await context.newPage()
  const remainingMs = (): number => Math.max(1, request.deadlineMs - performance.now())
  try {
    await page.goto(request.url.href, { waitUntil: 'load', timeout: remainingMs() })
    await page.waitForLoadState('networkidle', { timeout: Math.min(SETTLE_MS, remainingMs()) }).catch(() => {
      // A page that never becomes idle is taken as it is.
    })
    const body = Buffer.from(await page.content())
    if (body.length > options.maxPageBytes) {
      throw pageTooLarge(options.maxPageBytes)
    }
    // What it shows also depends on the data that its scripts load.
    const { etag: _, 'last-modified': __, ...headers } = response.headers
    return { ...response, headers, body, wire: undefined, charset: 'utf-8' }
  } catch (error) {
    if (request.signal.aborted) throw abortFault(request)
    if (performance.now() >= request.deadlineMs) throw deadlineFault()
    if (error instanceof Fault) throw error
    throw upstreamFailure('garbled', 'the page could not be rendered', { error })
  }
}

/** Answers a request of the page: with the fetched document, with a needed resource of the site's own hosts, or not at all. */
async function handlePageRequest(
  route: Route,
  request: UpstreamRequest,
  response: UpstreamResponse,
  options: RenderOptions,
  budget: { parts: number; bytes: number },
): Promise<void> {
  const pageRequest = route.request()
  const url = URL.parse(pageRequest.url())
  if (pageRequest.isNavigationRequest() && url?.href === request.url.href) {
    await route.fulfill({
      status: 200,
      contentType: `text/html; charset=${response.charset}`,
      body: Buffer.from(response.body),
    })
    return
  }
  const method = pageRequest.method()
  const isWanted =
    NEEDED_RESOURCE_TYPES.has(pageRequest.resourceType()) && (method === 'GET' || method === 'POST')
  if (!url || !isWanted || !isOnSite(options.shop.origins, url, 'page') || budget.parts-- <= 0) {
    await route.abort('blockedbyclient')
    return
  }
  const body = pageRequest.postData()
  try {
    const part = await options.fetchSubresource({
      ...request,
      url,
      method,
      headers: {
        accept: '*/*',
        ...(body === null
          ? {}
          : { 'content-type': pageRequest.headers()['content-type'] ?? 'application/json' }),
      },
      ...(body === null ? {} : { body }),
    })
    budget.bytes -= part.body.length
    if (budget.bytes < 0) await route.abort('blockedbyclient')
    else {
      const contentType = part.headers['content-type'] ?? 'application/octet-stream'
      await route.fulfill({ status: part.status, contentType, body: Buffer.from(part.body) })
    }
  } catch {
    // The page continues without a failed resource, as in any browser; missing data is noticed when the page is read.
    await route.abort('failed').catch(() => undefined)
  }
}
