// Calls from the explorer: progress and cancelling, the key, links to further calls, metadata from headers, the JSON.
import { describe, expect, it } from 'vitest'
import { saveScreenshot } from './browser.ts'
import { button, chromium, panel, runOperation, useExplorer } from './use-explorer.ts'

const SLUG = 'halvik-arc-runner-chestnut-pv4272-210'

describe.runIf(chromium)('explorer', () => {
  const explorer = useExplorer()

  it('shows that a call is running, and cancels it', async () => {
    const { page } = explorer
    await explorer.open(`sneakerhub.product?slug=${SLUG}~timeout`)
    await button(page, 'Run').click()
    await page.getByRole('progressbar').waitFor()
    await button(page, 'Cancel').click()
    await page.getByText(/^Cancelled after/).waitFor()
    await button(page, 'Run').waitFor()
  })

  it.each([
    ['sneakerhub.product', `slug=${SLUG}`, '.found h2'],
    ['sneakerhub.search', 'query=court', '.item'],
  ])('shows that a slow call continues, and then its answer: %s', async (id, query, view) => {
    const { page } = explorer
    await explorer.open(`${id}?${query}`)
    await page.getByText('Simulate an error').click()
    await button(page, '~slow').click()
    await page.getByRole('progressbar').waitFor()
    await page.getByText(/^Reading the shop, [1-9]\d*\.\d s so far/).waitFor()
    await saveScreenshot(page, `running-${id}`)
    await panel(page).locator(view).first().waitFor()
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    const said = await page.getByText(/^Answered with status 200/).textContent()
    expect(Number(/in (\d+) milliseconds/.exec(said ?? '')?.[1])).toBeGreaterThanOrEqual(3_000)
  })

  it('keeps the key in the session of the tab and nowhere else', async () => {
    const { page, wares } = explorer
    await explorer.open()
    await explorer.giveKey(wares.key)
    await explorer.open('sneakerhub.search')
    await runOperation(page)
    const places = await page.evaluate(() => ({
      session: Object.values(sessionStorage),
      local: Object.keys(localStorage),
      cookie: document.cookie,
      text: document.documentElement.outerHTML + location.href,
    }))
    expect(places).toMatchObject({ local: [], cookie: '' })
    expect(places.session.filter(value => value.includes(wares.key))).toEqual([wares.key])
    expect(places.text).not.toContain(wares.key)
  })

  it('links from a search to the product, from there to its prices, and back', async () => {
    const { page } = explorer
    await explorer.open('sneakerhub.search')
    await runOperation(page)
    const name = await panel(page).locator('.item h3').first().textContent()
    await panel(page).locator('.item h3 a').first().click()
    await expect.poll(() => panel(page).locator('.found h2').textContent()).toBe(name)
    await panel(page).locator('.chart canvas').waitFor()
    await panel(page).getByRole('link', { name: 'Prices of this product' }).click()
    await panel(page).locator('.rows tbody tr').first().waitFor()
    await page.goBack()
    await panel(page).locator('.found h2').waitFor()
  })

  it('shows the cache status, absent fields and timings', async () => {
    const { page } = explorer
    await explorer.open('sneakerhub.trends')
    await runOperation(page)
    await runOperation(page)
    await page.getByText(/from cache, \d+ s old, fresh for \d+ (?:s|min)/).waitFor()
    await page.getByText('2 fields absent').click()
    await page.getByText('/*/retail_price_cents').waitFor()
    await page.locator('label', { hasText: 'Cache' }).locator('select').selectOption('bypass')
    await button(page, 'Run').click()
    await page.getByText('read from the shop').waitFor()
    await page.getByRole('tab', { name: 'Timing' }).click()
    await panel(page).getByRole('rowheader', { name: 'Reading the page' }).waitFor()
    await saveScreenshot(page, 'timing')
  })

  it('marks an absent field instead of its neutral value', async () => {
    const { page } = explorer
    await explorer.open('departmentstore.product')
    await runOperation(page)
    await page.getByText('All fields').click()
    await panel(page).getByText('not given').first().waitFor({ state: 'attached' })
  })
})
