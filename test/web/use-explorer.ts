// The explorer for a group of tests: a Wares and a tab, which is cleared before each test and monitored to the end.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { type FaultCode, faultTable } from '#kit/fault'
import { callWares, startTestWares, type TestWares } from '../start-wares.ts'
import { type MonitoredPage, openPage } from './browser.ts'
import { findChromium } from './launch-browser.ts'

export const chromium = findChromium()

/** The Wares of all test files: for tests that neither change its state nor simulate a failing shop. */
export type SharedWares = Pick<TestWares, 'address' | 'key' | 'call'>

export function sharedWares(): SharedWares {
  const { address, key } = inject('sharedWares')
  return { address, key, call: (path, options = {}) => callWares(address, key, path, options) }
}

export interface Explorer<Wares> {
  readonly wares: Wares
  readonly page: Page
  /** Without a hash, the start page. */
  open(hash?: string): Promise<unknown>
  giveKey(key: string): Promise<void>
}

/** Call it inside a `describe`, to which its hooks belong. */
export function useExplorer(options: BrowserContextOptions = {}): Explorer<SharedWares> {
  const wares = sharedWares()
  return withTabs(() => wares, options)
}

/** The same with a separate Wares. */
export function useOwnExplorer(
  env: Record<string, string> = {},
  options: BrowserContextOptions = {},
): Explorer<TestWares> {
  let wares: TestWares
  beforeAll(async () => {
    wares = await startTestWares(env)
  })
  afterAll(() => wares.stop())
  return withTabs(() => wares, options)
}

function withTabs<Wares extends SharedWares>(
  wares: () => Wares,
  options: BrowserContextOptions,
): Explorer<Wares> {
  let tab: MonitoredPage
  beforeAll(async () => {
    tab = await openPage(undefined, options)
  })
  afterAll(() => tab.close())
  beforeEach(() => tab.clear(wares().address))
  afterEach(() => tab.expectNothingElse())
  return {
    get wares() {
      return wares()
    },
    get page() {
      return tab.page
    },
    open: hash => tab.page.goto(`${wares().address}/${hash === undefined ? '' : `#/${hash}`}`),
    async giveKey(key) {
      const { page } = tab
      await page.getByText(/^(?:Guest key|No key|Key )/).click()
      await page.getByLabel('Your key').fill(key)
      await button(page, 'Use this key').click()
      await page.getByText(`Key …${key.slice(-4)}`).waitFor()
    },
  }
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const panel = (page: Page) => page.locator('#answer-panel')
export const field = (page: Page, name: string) => page.locator(`#field-${name}`)

/** Runs the form, and returns the status of the answer once it is visible. */
export async function runOperation(page: Page): Promise<number> {
  const answered = page.waitForResponse(
    response => /\/api\/v\d\//.test(response.url()) && response.request().method() === 'GET',
  )
  await button(page, 'Run').click()
  const status = (await answered).status()
  await answeredWith(page, status)
  await panel(page)
    .getByText(/^Reading the same/)
    .waitFor({ state: 'detached' })
  return status
}

export async function answeredWith(page: Page, status: number): Promise<void> {
  await page.getByText(`Answered with status ${status}`).waitFor({ state: 'attached' })
}

/** Expects the problem to be visible, with its explanation and its next step from the table. */
export async function expectProblem(page: Page, code: FaultCode): Promise<void> {
  const { title, next } = faultTable[code]
  await panel(page).getByRole('heading', { name: title, exact: true }).waitFor()
  await panel(page).getByText(withoutBackticks(next), { exact: true }).waitFor()
}

/** A text of the table as it is displayed, with code formatted as code. */
export function withoutBackticks(text: string): string {
  return text.replaceAll('`', '')
}
