// The browser of the tests: monitored windows and tabs, and checks for any page.
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

/** A separate window, which shares storage with no other. */
export interface BrowserWindow {
  /** Opens a new tab with separate session storage. */
  readonly open: (url: string) => Promise<MonitoredPage>
  readonly close: () => Promise<void>
}

export interface MonitoredPage {
  readonly page: Page
  /** Hosts that received any request. */
  readonly hosts: Set<string>
  /** Errors on the console, from scripts or the content security policy. */
  readonly consoleErrors: string[]
  readonly close: () => Promise<void>
}

export async function openWindow(options: BrowserContextOptions = {}): Promise<BrowserWindow> {
  const browser = await connectToBrowser()
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    // A colour in mid-transition is neither the old nor the new one.
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
    // Many of these tests expect a status of 400 or above.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      consoleErrors.push(message.text())
  })
  await page.goto(url)
  return { page, hosts, consoleErrors, close: () => page.close() }
}

/** Opens a page in a separate window. */
export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<MonitoredPage> {
  const window = await openWindow(options)
  return { ...(await window.open(url)), close: window.close }
}

/** With SCREENSHOTS=1, saves the page in test-artifacts for review. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS === undefined) return
  await loadAllImages(page)
  mkdirSync(ARTIFACTS, { recursive: true })
  await page.screenshot({ path: `${ARTIFACTS}/${name}.png`, fullPage: true })
}

/** Loads lazy images, and scrolls to the top, where the page header is in its initial position. */
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

/** The rules that depend on colour; all others give the same result in light and dark mode. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** Serious and critical violations that the accessibility checker finds, as text. */
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

/** Switches the colour scheme and waits until the page has it. */
export async function switchColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect.poll(() => isLight(page)).toBe(colorScheme === 'light')
}

export async function isLight(page: Page): Promise<boolean> {
  const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  return Number(/\d+/.exec(colour)?.[0]) > 128
}

/** Nothing extends beyond the edge of a phone. */
export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE.viewport)
  await expect
    .poll(() => page.evaluate(() => [innerWidth, document.documentElement.scrollWidth <= innerWidth]))
    .toEqual([PHONE.viewport.width, true])
}

/** The text of a download; the browser stores it where this process may have no access. */
export async function downloadedText(download: Download): Promise<string> {
  return text(await download.createReadStream())
}
