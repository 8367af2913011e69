// The watches page in a browser: a first watch, its history, the live feed, and what a key may not do.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import type { CheckResult } from '../../src/watch/model/knowledge.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { accessibilityViolations, expectFitsPhone, saveScreenshot, switchColours } from './browser.ts'
import { pressUntilFocused } from './keyboard.ts'
import { button, chromium, useOwnExplorer } from './use-explorer.ts'

const MINUTE = 60_000

describe.runIf(chromium)('watches page', () => {
  const explorer = useOwnExplorer()
  const open = (hash = '') => explorer.page.goto(`${explorer.wares.address}/watches${hash}`)

  /** A watch with a history that ends now: one check per minute, the newest last. */
  async function watchWithHistory(name: string, results: readonly CheckResult[]): Promise<string> {
    const { database } = explorer.wares.store
    const watches = createWatchStore(database)
    const url = `${String(explorer.wares.registry.byId.get('general.product')?.example.url)}?${name}`
    const given = {
      name,
      url,
      params: { url },
      target: url,
      operation: 'general.product',
      site: 'storefront',
    }
    // Due so late, and then paused, that the server runs no check in between.
    const watch = await watches.add(
      { ...given, source: 'api', everyS: 60, when: null, keepDays: null },
      Date.now() + 60 * MINUTE,
    )
    const { id } = watch ?? expect.fail('the watch was not added')
    const startMs = Date.now() - results.length * MINUTE
    await watches.edit(id, { isPaused: true }, startMs)
    await database.query
      .withTables<{ watches: { id: string; created_at: number } }>()
      .updateTable('watches')
      .set({ created_at: startMs })
      .where('id', '=', id)
      .execute()
    for (const [place, result] of results.entries()) await record(id, result, startMs + place * MINUTE)
    return id
  }

  async function record(id: string, result: CheckResult, atMs: number): Promise<void> {
    const { database } = explorer.wares.store
    const watch = await createWatchStore(database).find(id)
    if (!watch) throw new Error('the watch is not there')
    await createCheckStore(database).record(watch, { ...result, requestId: `request-${atMs}`, atMs })
  }

  const facts = (price: string, small = price): CheckResult => ({
    kind: 'facts',
    facts: {
      name: 'Linen shirt',
      price: `${price} GBP`,
      availability: 'in_stock',
      'variant/S/price': `${small} GBP`,
      'variant/S/availability': 'in_stock',
    },
  })
  const blocked: CheckResult = { kind: 'fault', fault: 'upstream_blocked', detail: 'the shop refuses' }
  const reading = (page: Page) => page.locator('.reading').textContent()

  it('adds a first watch with the guest key of the sandbox, checks it, pauses it and resumes it', async () => {
    const { page } = explorer
    await open()
    await page.getByText('No watches yet').waitFor()
    expect(await page.getByLabel('Check every').inputValue()).toBe('1m')
    await button(page, 'Use an example').click()
    await button(page, 'Watch').click()
    await page.getByText('Added.').waitFor()
    // The list comes first; the form is behind its button.
    await page.getByLabel('Product URL').waitFor({ state: 'detached' })
    const row = page.locator('.watch-row')
    await expect.poll(() => row.locator('.price').textContent()).toMatch(/^[\d,]+\.\d\d [A-Z]{3}$/)
    await row.locator('.chart canvas').waitFor()
    await row.getByRole('button', { name: /^Check now/ }).click()
    await row.getByText('nothing new').waitFor()
    await row.getByRole('button', { name: /^Pause/ }).click()
    await row.getByText('Paused', { exact: true }).waitFor()
    await row.getByRole('button', { name: /^Resume/ }).click()
    await row.getByText('Working').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('says why a URL cannot be watched', async () => {
    const { page } = explorer
    await open(`#add=${encodeURIComponent('https://elsewhere.example/shoe')}`)
    await button(page, 'Watch').click()
    await page
      .getByRole('alert')
      .getByText(/neither a configured site nor listed under reader.hosts/)
      .first()
      .waitFor()
  })

  it('draws the history of one watch, with its gap and its changes, readable with the keyboard', async () => {
    const { page } = explorer
    const past = [
      facts('40.00', '35.00'),
      facts('40.00', '35.00'),
      blocked,
      blocked,
      facts('30.00'),
      facts('30.00'),
    ]
    const id = await watchWithHistory('drawn', past)
    await open(`#/${id}`)
    await page.locator('.chart canvas').waitFor()
    await page.locator('.stats').getByText('Lowest', { exact: true }).waitFor()
    await expect.poll(() => page.locator('.history .stats').textContent()).toContain('30.00 GBP')
    // The price alone at first, with what is low and what is usual; the axis is fitted to it.
    const legend = page.locator('.history figcaption > span')
    expect(await legend.allTextContents()).toEqual(['Price', 'Lowest', 'Average'])
    const plot = page.getByRole('slider', { name: /^Prices over time, 30\.00 GBP to 40\.00 GBP/ })
    await plot.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => reading(page)).toMatch(/: Price 40\.00 GBP$/)
    await page.getByText('More prices (1)').click()
    await page.getByRole('group', { name: 'Lines in the chart' }).getByText('S', { exact: true }).click()
    await plot.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => reading(page)).toMatch(/: Price 40\.00 GBP, S 35\.00 GBP$/)
    for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowRight')
    await expect.poll(() => reading(page)).toContain('checks failed (upstream_blocked)')
    await expect.poll(() => plot.getAttribute('aria-valuetext')).toContain('checks failed (upstream_blocked)')
    expect(await plot.getAttribute('aria-valuetext')).toBe(await reading(page))
    await page.keyboard.press('End')
    await expect.poll(() => reading(page)).toMatch(/: Price 30\.00 GBP, S 30\.00 GBP$/)
    const box = await plot.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 110, (box?.y ?? 0) + 100)
    await expect.poll(() => reading(page)).toContain('Price 40.00 GBP')
    const list = page.getByRole('list', { name: 'Changes, the newest first' })
    await expect
      .poll(() => list.locator(':scope > li strong:first-of-type').allTextContents())
      .toContain('Price changed')
    await list
      .getByText(/40\.00 GBP/)
      .first()
      .waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'watch-light')
    await switchColours(page, 'dark')
    expect(await accessibilityViolations(page, 'colours')).toEqual([])
    await saveScreenshot(page, 'watch-dark')
    await expectFitsPhone(page)
    await saveScreenshot(page, 'phone-watch')
    const saved = page.waitForEvent('download')
    await button(page, 'Save as CSV').click()
    expect((await saved).suggestedFilename()).toBe(`${id}.csv`)
  })

  it('shows a change as it happens, in the list and in the chart', async () => {
    const { page } = explorer
    const id = await watchWithHistory('watched live', [facts('20.00'), facts('20.00')])
    await open()
    await page.locator('.changes').getByText('live', { exact: true }).waitFor()
    const row = page.locator('.watch-row', { hasText: 'watched live' })
    await row.getByText('20.00 GBP').waitFor()
    await record(id, facts('19.00'), Date.now())
    await page.locator('.changes').getByRole('link', { name: 'watched live' }).first().waitFor()
    await row.getByText('19.00 GBP').waitFor()
    await row.getByRole('link', { name: 'watched live' }).click()
    await page.getByRole('slider', { name: /^Prices over time, 19\.00 GBP to 20\.00 GBP/ }).waitFor()
    await record(id, facts('18.00'), Date.now())
    await page.getByRole('slider', { name: /^Prices over time, 18\.00 GBP to 20\.00 GBP/ }).waitFor()
    await button(page, 'Remove this watch').click()
    await button(page, 'Remove').click()
    await page.getByRole('heading', { name: 'Watches', level: 1 }).waitFor()
    await expect.poll(() => row.count()).toBe(0)
  })

  it('lists changes without a line that is cut, ten at first', async () => {
    const { page } = explorer
    const prices = Array.from({ length: 14 }, (_, place) => facts(`${50 - place}.00`))
    const id = await watchWithHistory('often changed', prices)
    await open(`#/${id}`)
    const list = page.getByRole('list', { name: 'Changes, the newest first' })
    await expect.poll(() => list.locator(':scope > li').count()).toBe(10)
    expect(await list.evaluate(one => one.scrollHeight - one.clientHeight)).toBe(0)
    await button(page, 'Show more').click()
    await expect.poll(() => list.locator(':scope > li').count()).toBe(13)
  })

  it('finds, sorts and groups watches by shop', async () => {
    const { page } = explorer
    await watchWithHistory('Zinc bucket', [facts('12.00')])
    await watchWithHistory('Zinc basin', [facts('9.00'), blocked])
    await open()
    const names = () => page.locator('.watch-row h2').allInnerTexts()
    await page.getByLabel('Search the watches').fill('zinc')
    await page.getByText('2 found').waitFor()
    await page.getByLabel('Sort by').selectOption('highest price')
    await expect.poll(names).toEqual(['Zinc bucket', 'Zinc basin'].map(name => expect.stringContaining(name)))
    await page.getByLabel('Sort by').selectOption('lowest price')
    await expect.poll(names).toEqual(['Zinc basin', 'Zinc bucket'].map(name => expect.stringContaining(name)))
    await page.getByLabel('Group by shop').check()
    await page.getByRole('heading', { level: 2, name: /2$/ }).first().waitFor()
    // What was seen last stays in the chart of a watch that fails.
    await page
      .locator('.watch-row', { hasText: 'Zinc basin' })
      .getByRole('slider', { name: /9\.00 GBP/ })
      .waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await expectFitsPhone(page)
    await page.getByLabel('Search the watches').fill('no such watch')
    await page.getByText('No watch matches').waitFor()
  })

  it('draws the week, the month or all, as chosen', async () => {
    const { page } = explorer
    const id = await watchWithHistory('in periods', [facts('20.00'), facts('19.00')])
    await open(`#/${id}`)
    const asked = page.waitForRequest(request => /\/history\?from=/.test(request.url()))
    await page.getByRole('group', { name: 'Period' }).getByText('Week').click()
    const from = new URL((await asked).url()).searchParams.get('from') ?? ''
    expect(Math.round((Date.now() - Date.parse(from)) / 3_600_000)).toBe(7 * 24)
    await button(page, 'All').click()
    await expect.poll(() => button(page, 'All').getAttribute('aria-pressed')).toBe('true')
  })

  it('is reached from any page by the name of a watch, and a shop by its own', async () => {
    const { page, wares } = explorer
    const id = await watchWithHistory('Blue garden chair', [facts('20.00')])
    await page.goto(`${wares.address}/status`)
    await page.getByRole('button', { name: /^Go to/ }).waitFor()
    const finder = page.getByRole('combobox', { name: 'Operation, page, shop or watch' })
    await pressUntilFocused(page, 'Control+K', finder)
    await finder.fill('garden chair')
    await page.getByRole('option', { name: 'Blue garden chair Watch' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/watches#/${id}`)
    await page.getByRole('heading', { name: 'Blue garden chair', level: 1 }).waitFor()
    await pressUntilFocused(page, 'Control+K', finder)
    await finder.fill('sneakerhub shop')
    await page.getByRole('option', { name: 'sneakerhub Shop' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'sneakerhub.search', level: 1 }).waitFor()
  })

  it('proposes a check every hour outside the sandbox', async () => {
    const { page } = explorer
    const { key } = await explorer.wares.newKey({ scopes: ['*', 'watches'] })
    await open()
    await explorer.giveKey(key)
    await button(page, 'Add a watch').click()
    await button(page, 'Use an example').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Check every').inputValue()).toBe('1h')
  })

  it('says which scope a key lacks, and how to get one that has it', async () => {
    const { page } = explorer
    const { key } = await explorer.wares.newKey({ scopes: ['*'] })
    await open()
    await explorer.giveKey(key)
    await page.getByText('Watches need a key with the scope').waitFor()
    await page.getByText("npx wares keys create --name NAME --scope '*' watches").waitFor()
    await button(page, 'Watch').waitFor({ state: 'detached' })
    expect(await accessibilityViolations(page)).toEqual([])
  })
})
