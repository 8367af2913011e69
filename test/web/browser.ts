// The browser of the tests: monitored windows and tabs, and checks for any page.
import { mkdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Download, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { TRIES_ALL } from '../sample.ts'

const ARTIFACTS = fileURLToPath(new URL('../../test-artifacts', import.meta.url))

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

let connected: Promise<Browser> | undefined

/** The browser of the run; the connection ends with the process. */
function connectToBrowser(): Promise<Browser> {
  return (connected ??= chromium.connect(inject('browserEndpoint')))
}

/** A tab in a window of its own, which shares storage with no other. */
export interface MonitoredPage {
  readonly page: Page
  /** Makes the tab as good as one of a new window, in half the time: empty storage for the server, the first size and colours. */
  readonly clear: (address: string) => Promise<void>
  /** Expects that since the last call of it no other host received a request, and no error was on the console. */
  readonly expectNothingElse: (host?: string) => void
  /** Closes the window; what happened until then counts too. */
  readonly close: () => Promise<void>
}

const SCREEN = { width: 1280, height: 900 }

/** Opens a tab in a separate window, and a page in it, if one is given. */
export async function openPage(url?: string, options: BrowserContextOptions = {}): Promise<MonitoredPage> {
  const browser = await connectToBrowser()
  const viewport = options.viewport ?? SCREEN
  // A colour in mid-transition is neither the old nor the new one.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options, viewport })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const { expectNothingElse } = monitor(page)
  if (url !== undefined) await page.goto(url)
  return {
    page,
    async clear(address) {
      // A page of the same origin without a script, which could still write something.
      await page.goto(`${address}/healthz`)
      await page.evaluate(() => {
        sessionStorage.clear()
        localStorage.clear()
      })
      await page.emulateMedia({ media: null, colorScheme: 'light' })
      await page.setViewportSize(viewport)
    },
    expectNothingElse,
    async close() {
      await context.close()
      expectNothingElse()
    },
  }
}

function monitor(page: Page): Pick<MonitoredPage, 'expectNothingElse'> {
  const hosts = new Set<string>()
  let own = '127.0.0.1'
  const consoleErrors: string[] = []
  page.on('request', request => hosts.add(new URL(request.url()).hostname))
  page.on('pageerror', error => consoleErrors.push(error.message))
  page.on('console', message => {
    // Many of these tests expect a status of 400 or above.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      consoleErrors.push(message.text())
  })
  return {
    expectNothingElse(host) {
      // A page asks again after a while, also between this and its end.
      own = host ?? own
      const others = [...hosts].filter(one => one !== own)
      hosts.clear()
      expect([others, consoleErrors.splice(0)]).toEqual([[], []])
    },
  }
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

const RULES = {
  colours: RULES_OF_COLOUR,
  /** What may also change with the width of the window, if the page shows the same elements. */
  layout: [...RULES_OF_COLOUR, 'scrollable-region-focusable'],
}

/** Serious and critical violations that the accessibility checker finds, as text; by all rules in `npm run test:all`. */
export async function accessibilityViolations(
  page: Page,
  rules: 'all' | keyof typeof RULES = 'all',
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const options = {
    resultTypes: ['violations'],
    preload: false,
    ...(rules === 'all' || TRIES_ALL ? {} : { runOnly: RULES[rules] }),
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
