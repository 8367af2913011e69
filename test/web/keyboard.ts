// Keyboard navigation for tests: Tab, and the element that has the focus.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** More than the tab stops of any page. */
const STOPS_MAX = 80

export function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => (document.activeElement?.textContent ?? '').trim())
}

/** The first tab stop of a page that was just opened. Brings the window to the front first, or the key would be lost. */
export async function firstTabStop(page: Page): Promise<string> {
  await page.bringToFront()
  if (await page.evaluate(() => document.activeElement === document.body)) await page.keyboard.press('Tab')
  return focusedText(page)
}

export async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    const before = await page.evaluateHandle(() => document.activeElement)
    await page.keyboard.press('Tab')
    await page.waitForFunction(element => document.activeElement !== element, before)
    if ((await focusedText(page)) === wanted) return
  }
  expect.fail(`Tab did not come to ${wanted}`)
}

/** Presses a shortcut that focuses a field. A new page may not listen yet; pressing again changes nothing. */
export async function pressUntilFocused(page: Page, shortcut: string, target: Locator): Promise<void> {
  const isFocused = () => target.evaluateAll(([one]) => one !== undefined && one === document.activeElement)
  await expect
    .poll(async () => {
      if (!(await isFocused())) await page.keyboard.press(shortcut)
      return isFocused()
    })
    .toBe(true)
}
