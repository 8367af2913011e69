// Takes screenshots of every page and of each kind of answer, for visual review: `node scripts/screenshots.ts FOLDER`.
// Writes each at three widths, light and dark; `--readme` updates docs/explorer.png instead. Build the pages first.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { withExampleServer } from './examples/example-server.ts'
import { makeHistory } from './screenshots/make-history.ts'
import { type View, views } from './screenshots/views.ts'

/** One browser page each: the wide sizes differ only in width, a phone has a different layout. */
const LAYOUTS = [
  [
    { width: 1440, height: 900 },
    { width: 1920, height: 1080 },
  ],
  [{ width: 390, height: 844 }],
]
const SCHEMES = ['light', 'dark'] as const
const CHROMIUM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
/** The sandbox's clock while a watch collects its history: ten hours per second. */
const FAST = { WARES_SANDBOX_SPEED: '36000' }
/** Of the cheapest offer of each shop, which the page shows first. */
const README_ROWS = 4
/** No timeouts on a busy machine, and a recording of every answer for the evidence tab. */
const SETTINGS = { WARES_DEADLINE_MS: '120000', WARES_RECORD: 'all' }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    readme: { type: 'boolean' },
    only: { type: 'string' },
    width: { type: 'string' },
    scheme: { type: 'string' },
  },
})
const [folder] = positionals
if (folder === undefined && !values.readme)
  throw new Error('usage: node scripts/screenshots.ts FOLDER [--only NAME] | --readme')

const executablePath = CHROMIUM_PATHS.find(path => existsSync(path))
if (executablePath === undefined) throw new Error('No Chromium found. Install the package "chromium".')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  if (values.readme) await withExampleServer(({ address }) => takeReadmePicture(browser, address), SETTINGS)
  else await takeAll(browser, folder ?? '', values.only)
} finally {
  await browser.close()
}

async function takeAll(opened: Browser, into: string, only: string | undefined): Promise<void> {
  mkdirSync(into, { recursive: true })
  const wanted = views.filter(({ name }) => only === undefined || name.includes(only))
  await withExampleServer(async ({ address, key }) => {
    for (const view of wanted.filter(one => !one.needsHistory))
      await takeView(opened, view, address, key, into)
  }, SETTINGS)
  const withHistory = wanted.filter(one => one.needsHistory)
  if (withHistory.length === 0) return
  await withExampleServer(
    async ({ address, key, registry }) => {
      const id = await makeHistory(address, key, registry)
      for (const view of withHistory)
        await takeView(opened, { ...view, path: view.path.replace('ID', id) }, address, key, into)
    },
    { ...SETTINGS, ...FAST },
  )
}

async function takeView(
  opened: Browser,
  view: View,
  address: string,
  key: string,
  into: string,
): Promise<void> {
  for (const sizes of LAYOUTS) {
    const wanted = sizes.filter(({ width }) => isWanted(width, values.width))
    const [first] = wanted
    if (!first) continue
    const page = await opened.newPage({ viewport: first, reducedMotion: 'reduce' })
    await page.addInitScript(given => sessionStorage.setItem('wares-key', given), key)
    await page.goto(`${address}${view.path}`)
    await view.prepare?.(page)
    for (const viewport of wanted) {
      await page.setViewportSize(viewport)
      for (const colorScheme of SCHEMES.filter(one => isWanted(one, values.scheme))) {
        await page.emulateMedia({ colorScheme })
        await settle(page)
        await page.screenshot({ path: join(into, `${view.name}-${viewport.width}-${colorScheme}.png`) })
      }
    }
    await page.close()
  }
}

async function takeReadmePicture(opened: Browser, address: string): Promise<void> {
  const first = views.find(view => view.name === 'find-code')
  const page = await opened.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' })
  await page.goto(`${address}${first?.path ?? '/'}`)
  await first?.prepare?.(page)
  await settle(page)
  // Ends below a whole row of the table.
  const row = await page
    .locator('.offers tbody tr')
    .nth(README_ROWS - 1)
    .boundingBox()
  if (!row) throw new Error('The picture has no table of offers.')
  const clip = { x: 0, y: 0, width: 1440, height: Math.floor(row.y + row.height) }
  await page.screenshot({ path: 'docs/explorer.png', clip })
}

/** Waits until images are loaded and fonts and charts are drawn. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => {})
  await page.waitForTimeout(300)
}

function isWanted(one: string | number, wanted: string | undefined): boolean {
  return wanted === undefined || String(one) === wanted
}
