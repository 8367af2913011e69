// The explorer for everybody: by the keyboard alone, on a phone, in the light and in the dark, with the accessibility checker.
import { describe, expect, it } from 'vitest'
import { createRegistry } from '../../src/engine/registry.ts'
import { sites } from '../../sites/index.ts'
import { saveScreenshot, accessibilityViolations } from './browser.ts'
import { chromium, panel, runOperation, useExplorer } from './use-explorer.ts'

const ALL = createRegistry(sites).entries.map(({ operation }) => operation.id)

describe.runIf(chromium)('the explorer', () => {
  const explorer = useExplorer()

  it('works by the keyboard alone', async () => {
    const { page } = explorer
    await explorer.open('sneakerhub.search')
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await page.bringToFront()
    // A window that has just been opened may not have the focus yet; then the first key goes nowhere.
    await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true)
    await page.keyboard.press('Tab')
    await expect.poll(focused).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    const tabTo = async (wanted: string | RegExp) => {
      for (let step = 0; step < 40; step++) {
        await page.keyboard.press('Tab')
        const text = (await focused()).trim()
        if (typeof wanted === 'string' ? text === wanted : wanted.test(text)) return
      }
      expect.fail(`Tab did not come to ${String(wanted)}`)
    }
    await tabTo('Run')
    await page.keyboard.press('Enter')
    await page.getByText(/Answered with status 200/).waitFor({ state: 'attached' })
    await tabTo('Answer')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe('JSON')
    await page.keyboard.press('ArrowLeft')
    const name = (await panel(page).locator('.item h3').first().textContent()) ?? ''
    await tabTo(name)
    await page.keyboard.press('Enter')
    await panel(page).locator('.product h2').waitFor()
    expect(await focused()).toBe('sneakerhub.product')
  })

  it('paints within a second', async () => {
    const { page } = explorer
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    )
    expect(paint).toBeLessThan(1_000)
  })
})

describe.runIf(chromium)('on a phone', () => {
  const explorer = useExplorer(undefined, { viewport: { width: 390, height: 844 }, hasTouch: true })

  it.each(ALL)('%s fits, chosen from the one field', async id => {
    const { page } = explorer
    await page.getByLabel('Operation', { exact: true }).selectOption(id)
    await runOperation(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await saveScreenshot(page, `phone-${id}`)
  })
})

describe.runIf(chromium).each(['light', 'dark'] as const)('in the %s', colorScheme => {
  const explorer = useExplorer(undefined, { colorScheme })

  it('has the colours of its name', async () => {
    const colour = await explorer.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = Number(/\d+/.exec(colour)?.[0]) > 128
    expect(light).toBe(colorScheme === 'light')
  })

  it.each([
    'sneakerhub.search',
    'sneakerhub.prices',
    'sneakerhub.trends',
    'watchmarket.search',
    'watchmarket.filters',
    'departmentstore.product',
    'sneakerhub.product',
    'luxurymarket.product',
  ])('has no serious finding of the accessibility checker: %s', async id => {
    const { page } = explorer
    await explorer.open(id)
    await runOperation(page)
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, `${colorScheme}-${id}`)
  })

  it('has none with a problem, the JSON and the timing in view', async () => {
    const { page } = explorer
    await explorer.open('sneakerhub.product?slug=nothing~gone')
    await runOperation(page)
    await page.getByText('Simulate an error').click()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('tab', { name: 'JSON' }).click()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('tab', { name: 'Timing' }).click()
    expect(await accessibilityViolations(page)).toEqual([])
  })
})
