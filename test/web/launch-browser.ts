// Prerequisites of the browser tests: the pages built from the working tree, and Chromium.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BrowserServer, chromium } from 'playwright-core'
import { findOrInstall } from '../services.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The headless shell is the same browser without its own windows, and takes a quarter less of the processor. */
const CHROMIUM_PATHS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  name => `/usr/bin/${name}`,
)

/** Undefined when it is not installed and cannot be; the suite then says so and is counted as skipped. */
export function findChromium(): string | undefined {
  const found = findOrInstall(
    () => CHROMIUM_PATHS.find(place => existsSync(place)),
    'chromium-headless-shell',
  )
  if (!found)
    console.warn(
      'NO CHROMIUM ON THIS MACHINE: the pages for people are not tested in a browser. Install the package "chromium-headless-shell" or "chromium".',
    )
  return found
}

/** Builds the pages unless the build is newer than all its sources. */
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
      '{client/src,adapters/kit}/**/*.ts',
    ],
    { cwd: ROOT },
  )
  const newest = Math.max(...sources.map(file => statSync(`${ROOT}${file}`).mtimeMs))
  if (existsSync(made) && statSync(made).mtimeMs > newest) return
  // As built by `npm ci`, because the environment of tests would make larger pages.
  const env = { ...process.env, NODE_ENV: 'production', npm_command: '' }
  execFileSync(process.execPath, ['scripts/build-web.ts'], { cwd: ROOT, env })
}

/** The pop-ups of the address bar are separate pages in every window and take more time than the tested pages. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup']
/** Playwright's own list is repeated here, because Chromium uses only the last list it is given. */
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

/** A public name of this machine, for pages behind a proxy: a browser gives it none of the rights of loopback. */
export const ELSEWHERE = 'wares.example'

/** The one browser of a test run. */
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
      `--host-resolver-rules=MAP ${ELSEWHERE} 127.0.0.2`,
      `--disable-features=${[...ADDRESS_BAR, ...NOT_ASKED_FOR].join(',')}`,
    ],
  })
}
