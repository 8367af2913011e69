// The explorer for one test file: a Wares, a browser, and before each test a fresh page that is watched to the end.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type FaultCode, faultTable } from '../../src/kit/fault.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { findChromium, openBrowser, openPage, type MonitoredPage } from './browser.ts'

export const chromium = findChromium()

/** One browser for the file, and one Wares for all that want the same settings. */
let browser: Promise<Browser> | undefined
const started = new Map<string, Promise<TestWares>>()

function startOnce(env: Record<string, string>): Promise<TestWares> {
  const key = JSON.stringify(env)
  const wares = started.get(key) ?? startTestWares(env)
  started.set(key, wares)
  return wares
}

afterAll(async () => {
  await (await browser)?.close()
  for (const wares of started.values()) await (await wares).stop()
})

export interface Explorer {
  readonly wares: TestWares
  readonly page: Page
  open(hash: string): Promise<unknown>
  /** Another page in place of the first: another screen, other colours. */
  reopen(options: BrowserContextOptions): Promise<void>
  giveKey(key: string): Promise<void>
}

/** To be called within a `describe`: the hooks are its own. */
export function useExplorer(
  env: Record<string, string> = { WARES_DEADLINE_MS: '8000' },
  options: BrowserContextOptions = {},
): Explorer {
  let wares: TestWares
  let opened: Browser
  let watched: MonitoredPage
  beforeAll(async () => {
    wares = await startOnce(env)
    opened = await (browser ??= openBrowser(chromium ?? ''))
  })
  beforeEach(async () => {
    watched = await openPage(opened, wares.address, options)
  })
  afterEach(async () => {
    expect([...watched.hosts]).toEqual(['127.0.0.1'])
    expect(watched.consoleErrors).toEqual([])
    await watched.close()
  })
  return {
    get wares() {
      return wares
    },
    get page() {
      return watched.page
    },
    open: hash => watched.page.goto(`${wares.address}/#/${hash}`),
    async reopen(other) {
      await watched.close()
      watched = await openPage(opened, wares.address, other)
    },
    async giveKey(key) {
      const { page } = watched
      await page.getByText(/^(?:Sandbox key|No key|Key )/).click()
      await page.getByLabel('Your key').fill(key)
      await button(page, 'Use this key').click()
    },
  }
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const panel = (page: Page) => page.locator('#answer-panel')
export const field = (page: Page, name: string) => page.locator(`#field-${name}`)

/** Runs what the form holds, and gives the status of the answer. */
export async function runOperation(page: Page): Promise<number> {
  await button(page, 'Run').click()
  const said = page.getByText(/Answered with status/)
  await said.waitFor({ state: 'attached' })
  return Number(/\d+/.exec((await said.textContent()) ?? '')?.[0])
}

/** The problem is in view, with its explanation and its next step out of the table. */
export async function expectProblem(page: Page, code: FaultCode): Promise<void> {
  const { title, next } = faultTable[code]
  await panel(page).getByRole('heading', { name: title, exact: true }).waitFor()
  await panel(page).getByText(withoutBackticks(next), { exact: true }).waitFor()
}

/** A text of the table as it is seen, where code is set as code. */
export function withoutBackticks(text: string): string {
  return text.replaceAll('`', '')
}
