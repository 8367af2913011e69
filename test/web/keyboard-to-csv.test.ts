// With the keyboard alone: from the start page, through the finder, to an answer and its CSV.
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { downloadedText } from './browser.ts'
import { pressUntilFocused, tabTo } from './keyboard.ts'
import { answeredWith, chromium, useExplorer } from './use-explorer.ts'

const finder = (page: Page) => page.getByRole('combobox', { name: 'Operation, page, shop or watch' })
const openFinder = (page: Page) => pressUntilFocused(page, 'Control+K', finder(page))

describe.runIf(chromium)('explorer with the keyboard', () => {
  const explorer = useExplorer()
  beforeEach(() => explorer.open())

  it('goes from the start page to a CSV', async () => {
    const { page } = explorer
    await page.bringToFront()
    await page.getByRole('heading', { name: 'Find a product' }).waitFor()
    await openFinder(page)
    await page.keyboard.type('sneakerhub pri')
    await page.getByRole('option', { name: /^sneakerhub\.prices/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'sneakerhub.prices' }).waitFor()
    await tabTo(page, 'Run')
    await page.keyboard.press('Enter')
    await answeredWith(page, 200)
    await tabTo(page, 'Save as CSV')
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const saved = await download
    expect(saved.suggestedFilename()).toBe('sneakerhub-prices.csv')
    const [head = '', first = ''] = (await downloadedText(saved)).split('\n')
    expect(head).toContain('lowestPriceCents')
    expect(first.split(',').length).toBe(head.split(',').length)
  })

  it('opens a page, chosen with the arrow keys, and closes with Escape', async () => {
    const { page } = explorer
    await page.bringToFront()
    await page.getByRole('heading', { name: 'Find a product' }).waitFor()
    await openFinder(page)
    await page.keyboard.press('Escape')
    await finder(page).waitFor({ state: 'detached' })
    await openFinder(page)
    await page.keyboard.type('us')
    const status = page.getByRole('option', { name: /^Status/ })
    await status.waitFor()
    await expect
      .poll(async () => {
        const isChosen = (await status.getAttribute('aria-selected')) === 'true'
        if (!isChosen) await page.keyboard.press('ArrowDown')
        return isChosen
      })
      .toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/status')
  })
})
