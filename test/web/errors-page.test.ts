// The errors page: the whole table with explanation and next step, each simulated by the call of its button.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultCode, faultTable } from '../../src/kit/fault.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import {
  accessibilityViolations,
  expectFitsPhone,
  type MonitoredPage,
  openPage,
  saveScreenshot,
  switchColours,
} from './browser.ts'
import { button, chromium, withoutBackticks } from './use-explorer.ts'

const run = promisify(execFile)
const codes = Object.keys(faultTable) as FaultCode[]

/** Not simulated in a sandbox. Two of them are covered by explorer-problems.test.ts, with a differently configured server. */
const NOT_SIMULATED: Partial<Record<FaultCode, string>> = {
  site_disabled: 'this page offers only sites that are enabled',
  headers_too_large: 'it needs more than 16 KB of headers, which a web page cannot send',
  overloaded: 'it needs more concurrent requests than this page sends',
  contract_broken: 'it needs a bug in Wares',
  internal: 'it needs a bug in Wares',
}

let wares: TestWares
let watched: MonitoredPage

async function openErrors(env: Record<string, string>): Promise<void> {
  wares = await startTestWares(env)
  watched = await openPage(`${wares.address}/errors`)
  await watched.page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor()
}

async function closeErrors(): Promise<void> {
  await watched.close()
  await wares.stop()
}

const rowOf = (code: FaultCode) => watched.page.locator(`#${code}`)

/** The problem document that the row shows, if any. */
const documentIn = async (row: Locator): Promise<string | undefined> =>
  (await row.locator('.came details', { hasText: 'problem document' }).locator('.json').allTextContents())[0]

/** What is deep in the document is folded, so it cannot be parsed as a whole. */
function memberOf(document: string, name: string): unknown {
  const [, value = 'null'] = new RegExp(`"${name}": ("[^"]*"|\\d+)`).exec(document) ?? []
  return JSON.parse(value)
}

/** What appears when a button of the row is pressed. No two calls have the same document, because each has a request id. */
async function tryIn(row: Locator, press: () => Promise<void>) {
  const before = await documentIn(row)
  await press()
  await expect.poll(() => documentIn(row), PATIENTLY).not.toBeOneOf([undefined, before])
  const document = (await documentIn(row)) ?? ''
  return {
    code: memberOf(document, 'code'),
    status: memberOf(document, 'status'),
    title: memberOf(document, 'title'),
    instance: memberOf(document, 'instance'),
  }
}

/** A busy shop is retried first. */
const PATIENTLY = { timeout: 60_000 }

/** Each button of the row causes its error, and so does the shell command that the row shows. */
async function meetInEveryWay(code: FaultCode): Promise<void> {
  const row = rowOf(code)
  const { status, title } = faultTable[code]
  const buttons = await row.locator('.ways').getByRole('button').all()
  expect(buttons.length).toBeGreaterThan(0)
  for (const one of buttons) {
    expect(await tryIn(row, () => one.click())).toMatchObject({ code, status, title })
    expect(await row.locator('.came .tag').first().textContent()).toBe(String(status))
  }
  await meetByCurl(row, code)
}

/** The same from a shell, but with a key that only the page has. */
async function meetByCurl(row: Locator, code: FaultCode): Promise<void> {
  const details = row.locator('.came details', { hasText: 'curl command' })
  if ((await details.locator('.hint').count()) > 0) return
  const shown = (await details.locator('pre').textContent()) ?? ''
  const { stdout } = await run('bash', ['-c', `${shown} -s`], {
    env: { ...process.env, WARES_KEY: wares.key },
  })
  expect(JSON.parse(stdout)).toMatchObject({ code })
}

describe.runIf(chromium)('errors page', () => {
  beforeAll(() => openErrors({}))
  afterAll(closeErrors)

  it('has a row for every code of the table, and no other', async () => {
    const ids = await watched.page.locator('.error-row').evaluateAll(rows => rows.map(row => row.id))
    expect(ids.toSorted()).toEqual(codes.toSorted())
    await saveScreenshot(watched.page, 'errors')
  })

  it.each(codes)('explains %s, says the next step, and simulates it or says why not', async code => {
    const row = rowOf(code)
    const { title, status, when, next } = faultTable[code]
    await row.getByRole('heading', { name: title, exact: true }).waitFor()
    const text = (await row.textContent()) ?? ''
    expect(text).toContain(String(status))
    expect(text).toContain(withoutBackticks(when))
    expect(text).toContain(`What to do: ${withoutBackticks(next)}`)
    if (NOT_SIMULATED[code]) {
      expect(await row.locator('.ways').getByRole('button').count()).toBe(0)
      expect(text).toContain(`Cannot be simulated here: ${NOT_SIMULATED[code]}.`)
    } else if (code !== 'upstream_timeout') await meetInEveryWay(code)
  })

  it('can be tried on another operation', async () => {
    await watched.page.getByLabel(/^Operation/).selectOption('sneakerhub.prices')
    const row = rowOf('not_found')
    await row.getByText('calls sneakerhub.prices with').waitFor()
    expect(await tryIn(row, () => row.getByRole('button').click())).toMatchObject({
      code: 'not_found',
      instance: '/api/v1/scraper/sneakerhub/prices',
    })
    await rowOf('url_not_allowed').getByText('this operation takes no URL').waitFor()
  })

  it('shows that a call is running, and cancels it', async () => {
    const row = rowOf('upstream_timeout')
    await row.getByRole('button').click()
    await row.getByRole('progressbar').waitFor()
    await row.getByRole('button', { name: 'Cancel' }).click()
    await row.getByText('Cancelled.').waitFor()
  })

  it('works with the keyboard, and has no serious violation, in light and dark mode and on a phone', async () => {
    const { page } = watched
    const row = rowOf('method_not_allowed')
    await row.getByRole('button').focus()
    await tryIn(row, () => page.keyboard.press('Enter'))
    expect(await accessibilityViolations(page)).toEqual([])
    await switchColours(page, 'dark')
    expect(await accessibilityViolations(page, 'colours')).toEqual([])
    await saveScreenshot(page, 'errors-dark')
    await switchColours(page, 'light')
    await expectFitsPhone(page)
    await saveScreenshot(page, 'errors-phone')
  })
})

describe.runIf(chromium)('errors page of a server with a short deadline', () => {
  beforeAll(() => openErrors({ WARES_DEADLINE_MS: '1000' }))
  afterAll(closeErrors)

  it('simulates upstream_timeout', () => meetInEveryWay('upstream_timeout'))
})

describe.runIf(chromium)('errors page of a server with real and disabled sites', () => {
  // Nothing here requests the site that has an origin.
  beforeAll(() => openErrors({ WARES_SITE_SNEAKERHUB_ORIGIN: 'https://shop.example' }))
  afterAll(closeErrors)

  it('says what needs the sandbox or a special key', async () => {
    const { page } = watched
    await page.getByText('No key').click()
    await page.getByLabel('Your key').fill(wares.key)
    await button(page, 'Use this key').click()
    await page.getByText(`Key …${wares.key.slice(-4)}`).waitFor()
    expect(await rowOf('upstream_blocked').textContent()).toContain('only sandbox shops')
    expect(await rowOf('quota_exceeded').textContent()).toContain(
      'it needs a key created with npx wares keys create --name refused --quota 1.',
    )
  })
})
