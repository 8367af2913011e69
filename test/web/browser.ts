// The browser of the tests: windows and tabs that are watched, and what is checked of any page.
import { mkdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Download,
  type Page,
} from 'playwright-core'
import { expect, inject } from 'vitest'

const ARTIFACTS = fileURLToPath(new URL('../../test-artifacts', import.meta.url))

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

let connected: Promise<Browser> | undefined

/** The browser of the run; the connection ends with the process. */
function connectToBrowser(): Promise<Browser> {
  return (connected ??= chromium.connect(inject('browserEndpoint')))
}

/** A window of its own: what its pages keep is shared by none but them. */
export interface BrowserWindow {
  /** A new tab, with a session of its own. */
  readonly open: (url: string) => Promise<MonitoredPage>
  readonly close: () => Promise<void>
}

export interface MonitoredPage {
  readonly page: Page
  /** Hosts that were asked for anything. */
  readonly hosts: Set<string>
  /** What the console complained of: scripts that broke, anything the policy forbade. */
  readonly consoleErrors: string[]
  readonly close: () => Promise<void>
}

export async function openWindow(options: BrowserContextOptions = {}): Promise<BrowserWindow> {
  const browser = await connectToBrowser()
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    // A colour in mid-transition is neither the one before nor the one after.
    reducedMotion: 'reduce',
    ...options,
  })
  // A window that loses its last tab is closed, and a tab is cheaper than a window.
  await context.newPage()
  return { open: url => openTab(context, url), close: () => context.close() }
}

async function openTab(context: BrowserContext, url: string): Promise<MonitoredPage> {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const hosts = new Set<string>()
  const consoleErrors: string[] = []
  page.on('request', request => hosts.add(new URL(request.url()).hostname))
  page.on('pageerror', error => consoleErrors.push(error.message))
  page.on('console', message => {
    // A status of 400 or above is what many of these tests are about.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      consoleErrors.push(message.text())
  })
  await page.goto(url)
  return { page, hosts, consoleErrors, close: () => page.close() }
}

/** A page in a window of its own. */
export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<MonitoredPage> {
  const window = await openWindow(options)
  return { ...(await window.open(url)), close: window.close }
}

/** With SCREENSHOTS=1, the page is kept in test-artifacts for a person to look at. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS === undefined) return
  await loadAllImages(page)
  mkdirSync(ARTIFACTS, { recursive: true })
  await page.screenshot({ path: `${ARTIFACTS}/${name}.png`, fullPage: true })
}

/** Pictures further down would come when they are scrolled to; the head stands where it stands at first. */
export async function loadAllImages(page: Page): Promise<void> {
  await page.evaluate(() => {
    scrollTo({ top: 0 })
    for (const image of document.images) image.loading = 'eager'
  })
  await page.waitForFunction(() => [...document.images].every(image => image.complete))
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
  }[]
}

/** What is seen: all else is the same in the light and in the dark. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** What the accessibility checker finds serious or critical, in words. */
export async function accessibilityViolations(
  page: Page,
  rules: 'all' | 'colours' = 'all',
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const options = {
    resultTypes: ['violations'],
    preload: false,
    ...(rules === 'colours' ? { runOnly: RULES_OF_COLOUR } : {}),
  }
  const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResult
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`))
}

/** Other colours, once the page has them. */
export async function switchColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect.poll(() => isLight(page)).toBe(colorScheme === 'light')
}

export async function isLight(page: Page): Promise<boolean> {
  const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  return Number(/\d+/.exec(colour)?.[0]) > 128
}

/** Nothing stands beyond the edge of a phone. */
export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE.viewport)
  await expect
    .poll(() => page.evaluate(() => [innerWidth, document.documentElement.scrollWidth <= innerWidth]))
    .toEqual([PHONE.viewport.width, true])
}

/** What was saved; the browser keeps it where this process need not see it. */
export async function downloadedText(download: Download): Promise<string> {
  return text(await download.createReadStream())
}
