// What the tests in a browser need before the first of them: the pages built from the working tree, and Chromium.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BrowserServer, chromium } from 'playwright-core'
import { findOrInstall } from '../services.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
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
export function buildWeb(): void {
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
  // As `npm ci` builds them: what tests say of their environment would make larger pages.
  const env = { ...process.env, NODE_ENV: 'production', npm_command: '' }
  execFileSync(process.execPath, ['scripts/build-web.ts'], { cwd: ROOT, env })
}

/** The address bar's pop-ups are pages of their own in every window: they take more time than the pages tested. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup']
/** What Playwright switches off too: Chromium takes only the last list that it is given. */
const NOT_ASKED_FOR = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'Translate',
]

/** The one browser of a run. */
export function launchBrowser(executablePath: string): Promise<BrowserServer> {
  return chromium.launchServer({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...ADDRESS_BAR, ...NOT_ASKED_FOR].join(',')}`,
    ],
  })
}
