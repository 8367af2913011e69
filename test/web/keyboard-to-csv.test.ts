// By the keyboard alone: from the first page, through the finder, to an answer and its CSV.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromium, useExplorer } from './use-explorer.ts'

describe.runIf(chromium)('the explorer by keyboard', () => {
  // A crowded machine may be slow to read a page.
  const explorer = useExplorer({ WARES_DEADLINE_MS: '60000' })

  const focusedText = (page: Page) => page.evaluate(() => (document.activeElement?.textContent ?? '').trim())

  const tabTo = async (page: Page, wanted: string) => {
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab')
      if ((await focusedText(page)) === wanted) return
    }
    expect.fail(`Tab did not reach ${wanted}`)
  }

  it('leads from the start to a CSV', async () => {
    const { page } = explorer
    await page.bringToFront()
    await page.getByRole('heading', { name: 'Find a product' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true)
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox', { name: 'Operation or page' }).waitFor()
    await page.keyboard.type('sneakerhub pri')
    await page.getByRole('option', { name: /^sneakerhub\.prices/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'sneakerhub.prices' }).waitFor()
    await tabTo(page, 'Run')
    await page.keyboard.press('Enter')
    await page.getByText(/Answered with status 200/).waitFor({ state: 'attached' })
    await tabTo(page, 'Save as CSV')
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const saved = await download
    expect(saved.suggestedFilename()).toBe('sneakerhub-prices.csv')
    const [head = '', first = ''] = readFileSync(await saved.path(), 'utf8').split('\n')
    expect(head).toContain('lowestPriceCents')
    expect(first.split(',').length).toBe(head.split(',').length)
  })

  it('leads to a page, chosen with the arrow keys, and closes with Escape', async () => {
    const { page } = explorer
    await page.bringToFront()
    await page.getByRole('heading', { name: 'Find a product' }).waitFor()
    await page.keyboard.press('Control+K')
    const field = page.getByRole('combobox', { name: 'Operation or page' })
    await field.waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+K')
    await field.waitFor()
    await page.keyboard.type('us')
    const status = page.getByRole('option', { name: /^Status/ })
    await status.waitFor()
    while ((await status.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/status')
  })
})
