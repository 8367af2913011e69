// What is visible without scrolling: the answer after Run, its headers, prices of one condition.
import { describe, expect, it } from 'vitest'
import { pressUntilFocused } from './keyboard.ts'
import { button, chromium, panel, runOperation, useExplorer } from './use-explorer.ts'

/** At least this much of the answer is visible. */
const SEEN_PX = 200

describe.runIf(chromium).each([
  ['on a screen', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const)('explorer %s', (_, viewport) => {
  const explorer = useExplorer({ viewport })

  it.each(['sneakerhub.prices', 'watchmarket.search', 'departmentstore.product'])(
    'shows the answer of %s after Run without scrolling',
    async id => {
      const { page } = explorer
      await explorer.open(id)
      expect(await runOperation(page)).toBe(200)
      await expect
        .poll(
          async () => viewport.height - ((await panel(page).boundingBox())?.y ?? Number.POSITIVE_INFINITY),
        )
        .toBeGreaterThan(SEEN_PX)
      await expect.poll(async () => (await panel(page).boundingBox())?.y).toBeGreaterThan(0)
    },
  )

  it('shows the whole list of absent fields', async () => {
    const { page } = explorer
    await explorer.open('sneakerhub.product')
    await runOperation(page)
    await page.getByText(/fields absent/).click()
    const box = await page.locator('.absent-list .card').boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width)
  })
})

describe.runIf(chromium)('answer in the explorer', () => {
  const explorer = useExplorer()

  it('shows its headers, and code without the key', async () => {
    const { page, wares } = explorer
    await explorer.open('sneakerhub.search')
    await explorer.giveKey(wares.key)
    await runOperation(page)
    await page.getByRole('tab', { name: 'Headers' }).click()
    await panel(page).getByRole('rowheader', { name: 'x-request-id' }).waitFor()
    const code = page.locator('#sample-code')
    expect(await code.textContent()).not.toContain(wares.key)
  })

  it('has a finder that leads to guides too', async () => {
    const { page } = explorer
    await explorer.open()
    await page.getByRole('button', { name: /^Go to/ }).waitFor()
    const finder = page.getByRole('combobox', { name: 'Operation, page, shop or watch' })
    await pressUntilFocused(page, 'Control+K', finder)
    await finder.fill('typescript client')
    await page.getByRole('option', { name: /^TypeScript client/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/guides/typescript-client')
  })

  it('shows one condition at a time in the chart of prices', async () => {
    const { page } = explorer
    await explorer.open('sneakerhub.product')
    await runOperation(page)
    const conditions = panel(page).getByLabel('Condition')
    await conditions.waitFor()
    expect((await conditions.locator('option').allTextContents()).slice(0, 2)).toEqual(['New', 'Used'])
    const drawn = () =>
      panel(page)
        .getByRole('slider', { name: /^Price by size/ })
        .getAttribute('aria-label')
    const before = await drawn()
    await conditions.selectOption('Used')
    await expect.poll(drawn).not.toBe(before)
  })

  it('has a table that can be sorted and filtered', async () => {
    const { page } = explorer
    await explorer.open('sneakerhub.prices')
    await runOperation(page)
    const place = (await panel(page).getByRole('columnheader').allTextContents()).indexOf(
      'Lowest price cents amount',
    )
    const cells = () =>
      panel(page)
        .locator(`tbody tr td:nth-child(${place + 1})`)
        .allTextContents()
    const amounts = async () => (await cells()).flatMap(text => (text === '–' ? [] : [Number(text)]))
    const sorted = (await amounts()).toSorted((a, b) => a - b)
    expect(await amounts()).not.toEqual(sorted)
    await button(page, 'Lowest price cents amount').click()
    await expect.poll(amounts).toEqual(sorted)
    const before = (await cells()).length
    await panel(page).getByLabel('Filter rows').fill('used')
    await expect.poll(async () => (await cells()).length).toBeLessThan(before)
  })
})
