// A real browser for the pages for people, and the pages built as they stand in the working tree.
import { existsSync, globSync, mkdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { findOrInstall } from '../services.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ARTIFACTS = `${ROOT}test-artifacts`
const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Undefined when there is none and none can be installed; the suite then says so and is counted as skipped. */
export function findChromium(): string | undefined {
  const found = findOrInstall(() => CHROMIUM_PATHS.find(place => existsSync(place)), 'chromium')
  if (!found)
    console.warn(
      'NO CHROMIUM ON THIS MACHINE: the pages for people are not tested in a browser. Install the package "chromium".',
    )
  return found
}

/** Builds the pages unless what is built is newer than all they are made of. */
export async function buildWeb(): Promise<void> {
  const made = `${ROOT}web/dist/index.html`
  const sources = globSync(
    [
      'web/{src,guides}/**/*',
      'web/*.html',
      'web/*.ts',
      'web/public/*',
      'docs/**/*.md',
      'client*/**/README.md',
      '{client/src,src/kit}/*.ts',
    ],
    { cwd: ROOT },
  )
  const newest = Math.max(...sources.map(file => statSync(`${ROOT}${file}`).mtimeMs))
  if (existsSync(made) && statSync(made).mtimeMs > newest) return
  await build({ root: `${ROOT}web`, configFile: `${ROOT}web/vite.config.ts`, logLevel: 'error' })
}

export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export interface MonitoredPage {
  readonly page: Page
  /** Hosts that were asked for anything. */
  readonly hosts: Set<string>
  /** What the console complained of: scripts that broke, anything the policy forbade. */
  readonly consoleErrors: string[]
  readonly close: () => Promise<void>
}

export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<MonitoredPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const hosts = new Set<string>()
  const complaints: string[] = []
  page.on('request', request => hosts.add(new URL(request.url()).hostname))
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    // A status of 400 or above is what many of these tests are about.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  await page.goto(url)
  return { page, hosts, consoleErrors: complaints, close: () => context.close() }
}

/** Loads every picture; with SCREENSHOTS=1, the page is kept in test-artifacts for a person to look at. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  await loadAllImages(page)
  if (process.env.SCREENSHOTS === undefined) return
  mkdirSync(ARTIFACTS, { recursive: true })
  await page.screenshot({ path: `${ARTIFACTS}/${name}.png`, fullPage: true })
}

/** Pictures further down would come when they are scrolled to; the head stands where it stands at first. */
async function loadAllImages(page: Page): Promise<void> {
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

/** What the accessibility checker finds serious or critical, in words. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await finishTransitions(page)
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] })',
  )) as AxeResult
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`))
}

/** A colour in mid-transition is neither the one before nor the one after. */
function finishTransitions(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish()
  })
}
