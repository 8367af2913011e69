// Accessibility of the explorer: keyboard only, on a phone, in light and dark mode, with the accessibility checker.
import { describe, expect, it } from 'vitest'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { sites } from '../../adapters/sites/index.ts'
import { accessibilityViolations, isLight, PHONE, saveScreenshot, switchColours } from './browser.ts'
import { TRIES_ALL } from '../sample.ts'
import { firstTabStop, focusedText, pressUntilFocused, tabTo } from './keyboard.ts'
import { answeredWith, button, chromium, panel, runOperation, useExplorer } from './use-explorer.ts'

const ALL = createRegistry(sites).entries.map(({ operation }) => operation.id)

describe.runIf(chromium)('explorer', () => {
  const explorer = useExplorer()

  it('works with the keyboard alone', async () => {
    const { page } = explorer
    await explorer.open('sneakerhub.search')
    await button(page, 'Run').waitFor()
    await expect.poll(() => firstTabStop(page)).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await tabTo(page, 'Run')
    await page.keyboard.press('Enter')
    await answeredWith(page, 200)
    await tabTo(page, 'Answer')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => focusedText(page)).toBe('JSON')
    await page.getByRole('region', { name: 'JSON' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => focusedText(page)).toBe('Answer')
    const first = panel(page).locator('.item h3').first()
    await first.waitFor()
    await tabTo(page, (await first.textContent()) ?? '')
    await page.keyboard.press('Enter')
    await panel(page).locator('.found h2').waitFor()
    await expect.poll(() => focusedText(page)).toBe('sneakerhub.product')
  })

  it('paints within a second', async () => {
    const { page } = explorer
    await explorer.open()
    const firstPaintMs = async () => {
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
    }
    // A busy machine may be late once or twice.
    await expect.poll(firstPaintMs).toBeLessThan(1_000)
  })
})

describe.runIf(chromium)('explorer on a phone', () => {
  const explorer = useExplorer(PHONE)

  it('lets every operation be chosen from one field', async () => {
    const { page } = explorer
    await explorer.open(ALL[0])
    for (const id of ALL) {
      await page.getByLabel('Operation', { exact: true }).selectOption(id)
      await page.getByRole('heading', { level: 1, name: id, exact: true }).waitFor()
      await button(page, 'Run').waitFor()
    }
  })
})

describe.runIf(chromium)('explorer in light and dark mode', () => {
  const explorer = useExplorer()

  it('follows the preferred colour scheme, unless a theme is chosen, which is remembered', async () => {
    const { page } = explorer
    await explorer.open()
    expect(await isLight(page)).toBe(true)
    await switchColours(page, 'dark')
    await button(page, 'Theme: system. Change to light').click()
    await expect.poll(() => isLight(page)).toBe(true)
    await page.reload()
    await button(page, 'Theme: light. Change to dark').click()
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => isLight(page)).toBe(false)
    // The pages without a script of their own follow it too.
    await page.goto(new URL('/problems/not_found', page.url()).href)
    expect(await isLight(page)).toBe(false)
    await page.goBack()
    await button(page, 'Theme: dark. Change to system').click()
    await expect.poll(() => isLight(page)).toBe(true)
  })

  /** One answer for each component that shows answers. The others are made of the same. */
  const shown = ['sneakerhub.search', 'sneakerhub.prices', 'watchmarket.filters', 'departmentstore.product']

  it.each(TRIES_ALL ? ALL : shown)('has no serious accessibility violation: %s', async id => {
    const { page } = explorer
    await explorer.open(id)
    await runOperation(page)
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, `light-${id}`)
    await switchColours(page, 'dark')
    expect(await accessibilityViolations(page, 'colours')).toEqual([])
    await saveScreenshot(page, `dark-${id}`)
  })

  it('has none with a problem, the JSON and the timing in view', async () => {
    const { page } = explorer
    await explorer.open('sneakerhub.product?slug=nothing~gone')
    await runOperation(page)
    await page.getByText('Simulate an error').click()
    await button(page, '~gone').waitFor()
    for (const view of ['Answer', 'JSON', 'Timing']) {
      await switchColours(page, 'light')
      await page.getByRole('tab', { name: view }).click()
      await page.getByRole('tabpanel', { name: view }).waitFor()
      expect(await accessibilityViolations(page)).toEqual([])
      await switchColours(page, 'dark')
      expect(await accessibilityViolations(page, 'colours')).toEqual([])
    }
  })
})

describe.runIf(chromium).each([
  ['wide', {}],
  ['on a phone', PHONE],
] as const)('%s, in the light and in the dark', (_, options) => {
  const explorer = useExplorer(options)
  const expectNoViolations = async (rules: 'all' | 'layout' = 'all') => {
    const { page } = explorer
    await switchColours(page, 'light')
    expect(await accessibilityViolations(page, rules)).toEqual([])
    await switchColours(page, 'dark')
    expect(await accessibilityViolations(page, 'colours')).toEqual([])
  }

  it('the finder has no serious finding', async () => {
    const { page } = explorer
    await explorer.open()
    await page.getByLabel(/^Product URL/).waitFor()
    const finder = page.getByRole('combobox', { name: 'Operation, page, shop or watch' })
    await pressUntilFocused(page, 'Control+K', finder)
    await finder.fill('prices')
    await page.getByRole('option').first().waitFor()
    await expectNoViolations()
  })

  it('the headers and the evidence of an answer have none', async () => {
    const { page } = explorer
    await explorer.open('sneakerhub.product?slug=nothing~changed')
    await runOperation(page)
    for (const view of ['Headers', 'Evidence']) {
      await page.getByRole('tab', { name: view }).click()
      await page.getByRole('tabpanel', { name: view }).locator('tbody, .exchanges').first().waitFor()
      // The page around the view is checked with the finder.
      await expectNoViolations(options === PHONE ? 'layout' : 'all')
    }
  })

  // With everything expanded, in light mode and on a dark phone: reference-page.test.ts.
  it.runIf(TRIES_ALL).each(['', '/sneakerhub.prices', '/guides/watches'])(
    'the reference has none: /docs%s',
    async path => {
      const { page, wares } = explorer
      await page.goto(`${wares.address}/docs${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectNoViolations()
    },
  )
})
