// Alerts on the watches page in a browser: conditions, variants, previews, groups, many watches at once, imports, receivers.
import { text } from 'node:stream/consumers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import type { CheckResult } from '../../src/watch/model/knowledge.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { accessibilityViolations, expectFitsPhone, saveScreenshot, switchColours } from './browser.ts'
import { button, chromium, useOwnExplorer } from './use-explorer.ts'
import { startHttpServer } from '../support/servers.ts'

const SHIRT = '/fashionretail/uk/linden-roe-linen-shirt-forest-td4006-310.html'
const received: string[] = []
const receiver = await startHttpServer((request, response) => {
  void text(request).then(body => {
    received.push(body)
    response.writeHead(204).end()
  })
})

describe.runIf(chromium)('alerts on the watches page', () => {
  const explorer = useOwnExplorer()
  const open = (hash = '') => explorer.page.goto(`${explorer.wares.address}/watches${hash}`)
  let sandbox = ''
  let address = ''
  beforeAll(async () => {
    address = `${receiver.origin}/topic`
    const example = String(explorer.wares.registry.byId.get('general.product')?.example.url)
    sandbox = new URL(example).origin
  })
  beforeEach(async () => {
    const watches = createWatchStore(explorer.wares.store.database)
    for (const { id } of (await watches.list({ limit: 100 })).watches) await watches.remove(id)
  })

  const send = async (method: string, path: string, body: object) =>
    (
      await explorer.wares.call(path, {
        method,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    ).json<{ id: string }>()
  const addWatch = (fields: object) => send('POST', '/api/v2/watches', { every: '1d', ...fields })
  async function record(id: string, result: CheckResult, atMs = Date.now()): Promise<void> {
    const { database } = explorer.wares.store
    const watch = await createWatchStore(database).find(id)
    if (!watch) throw new Error('the watch is not there')
    await createCheckStore(database).record(watch, { ...result, requestId: `request-${atMs}`, atMs })
  }
  const facts = (price: string, availability = 'in_stock'): CheckResult => ({
    kind: 'facts',
    facts: { name: 'Linen shirt', price: `${price} GBP`, availability },
  })
  const watchesNow = async () =>
    (await createWatchStore(explorer.wares.store.database).list({ limit: 100 })).watches

  it('builds a condition, picks a variant and active times from drop-downs', async () => {
    const { page } = explorer
    await open()
    await page.getByLabel('Product URL').fill(`${sandbox}${SHIRT}`)
    await page.getByLabel('Condition', { exact: true }).selectOption('the price is below')
    await page.getByLabel('Amount').fill('90')
    await button(page, 'Or another condition').click()
    await page.getByLabel('Condition 2', { exact: true }).selectOption('it is back in stock')
    expect(await page.getByLabel('The condition as text').inputValue()).toBe('price < 90 or back in stock')
    await button(page, 'Choose a variant').click()
    await page.getByRole('combobox', { name: 'Variant', exact: true }).waitFor()
    const sizes = await page
      .getByRole('combobox', { name: 'Variant', exact: true })
      .locator('option')
      .allTextContents()
    expect(sizes.length).toBeGreaterThan(2)
    await page.getByRole('combobox', { name: 'Variant', exact: true }).selectOption({ index: 1 })
    await page.getByText('Alert frequency, schedule and history').click()
    await page.getByLabel('A change counts when seen').selectOption('2 times in a row')
    await page.getByLabel('At most one alert').selectOption('in 6h')
    await page.getByLabel('Check on').selectOption('Monday to Friday')
    await page.getByRole('combobox', { name: 'From', exact: true }).selectOption('08:00')
    await page.getByRole('combobox', { name: 'To', exact: true }).selectOption('20:00')
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    await page.getByLabel('Tags', { exact: true }).fill('shirts gifts')
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'watch-builder-light')
    await switchColours(page, 'dark')
    expect(await accessibilityViolations(page, 'colours')).toEqual([])
    await saveScreenshot(page, 'watch-builder-dark')
    await switchColours(page, 'light')
    await button(page, 'Watch').click()
    await page.getByText('Added.').waitFor()
    const [watch] = await watchesNow()
    expect(watch).toMatchObject({
      when: 'price < 90 or back in stock',
      confirm: 2,
      cooldownS: 21_600,
      active: 'Mon-Fri 08:00-20:00 Europe/Berlin',
      tags: ['shirts', 'gifts'],
    })
    expect(sizes[1]).toContain(watch?.variant?.size ?? 'a size')
    await expectFitsPhone(page)
    await saveScreenshot(page, 'phone-watch-builder')
  })

  it('watches with the condition that the drop-downs show, without another button', async () => {
    const { page } = explorer
    await open()
    await page.getByLabel('Product URL').fill(`${sandbox}${SHIRT}?plain`)
    await page.getByLabel('Condition', { exact: true }).selectOption('the price drops')
    await page.getByLabel('Amount').fill('25')
    await button(page, 'Watch').click()
    await page.getByText('Added.').waitFor()
    expect((await watchesNow()).find(({ url }) => url?.endsWith('?plain'))).toMatchObject({
      when: 'price drops 25%',
    })
  })

  it('shows a text in the drop-downs, and keeps what they cannot show', async () => {
    const { page } = explorer
    await open()
    const text = page.getByLabel('The condition as text')
    const first = page.getByLabel('Condition', { exact: true })
    expect(await first.locator('option:checked').textContent()).toBe('anything changes')
    await text.fill('price rises 3 in 30d or price per size < 5')
    expect(await first.locator('option:checked').textContent()).toBe('the price rises')
    expect(await page.getByLabel('Amount').inputValue()).toBe('3')
    expect(await page.getByLabel('Unit').locator('option:checked').textContent()).toBe('in money')
    expect(
      await page.getByLabel('Condition 2', { exact: true }).locator('option:checked').textContent(),
    ).toBe('price per size < 5')
    await page.getByLabel('Time', { exact: true }).selectOption('in 7d')
    expect(await text.inputValue()).toBe('price rises 3 in 7d or price per size < 5')
    await page.getByRole('button', { name: 'Remove condition 2' }).click()
    expect(await text.inputValue()).toBe('price rises 3 in 7d')
    // What is not complete is not lost: the form cannot be sent.
    await page.getByLabel('Product URL').fill(`${sandbox}${SHIRT}?incomplete`)
    await first.selectOption('the price is below')
    await page.getByLabel('Amount').fill('')
    await button(page, 'Watch').click()
    expect(
      await page.getByLabel('Amount').evaluate((one: HTMLInputElement) => one.validity.valueMissing),
    ).toBe(true)
    expect((await watchesNow()).some(({ url }) => url?.endsWith('?incomplete'))).toBe(false)
  })

  it('previews what a condition would have alerted, and saves it', async () => {
    const { page } = explorer
    const { id } = await addWatch({ url: `${sandbox}${SHIRT}`, when: 'price < 1' })
    const startMs = Date.now() - 3_600_000
    await explorer.wares.store.database.query
      .withTables<{ watches: { id: string; created_at: number } }>()
      .updateTable('watches')
      .set({ created_at: startMs })
      .where('id', '=', id)
      .execute()
    for (const [place, price] of ['100.00', '97.00', '85.00', '84.00'].entries())
      await record(id, facts(price), startMs + place * 600_000)
    await open(`#/${id}`)
    await page.getByRole('button', { name: /^Edit/ }).click()
    await page.getByLabel('The condition as text').fill('price drops 10%')
    await button(page, 'Preview alerts').click()
    await page.getByText(/^1 alert since /).waitFor()
    const alert = page.locator('.preview > li')
    await alert.getByText('would alert').waitFor()
    expect(await alert.textContent()).toContain('97.00 GBP → 85.00 GBP')
    expect(await alert.textContent()).toContain('price drops 10% (first price 100.00 GBP since')
    await page.getByLabel('The condition as text').fill('price falls')
    await button(page, 'Preview alerts').click()
    await page.getByText(/must be followed by one of/).waitFor()
    await page.getByLabel('The condition as text').fill('price lowest ever')
    expect(await accessibilityViolations(page)).toEqual([])
    await button(page, 'Save').click()
    await page.getByText('Alert when: price lowest ever').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'watch-preview-light')
  })

  it('marks an alert apart from a watch that works, and says why it was sent', async () => {
    const { page } = explorer
    const { id } = await addWatch({ url: `${sandbox}${SHIRT}`, when: 'price drops 10%', name: 'Shirt' })
    await record(id, facts('100.00'))
    await record(id, facts('80.00'))
    await open()
    const row = page.locator('.watch-row', { hasText: 'Shirt' })
    await row.getByText('Working').waitFor()
    const pill = row.locator('.tag.alert')
    await pill.waitFor()
    const colour = (element: Element) => getComputedStyle(element).backgroundColor
    expect(await pill.evaluate(colour)).not.toBe(await row.getByText('Working').evaluate(colour))
    const change = page.locator('.changes ol > li').first()
    await change.getByText('Alert', { exact: true }).waitFor()
    const said = await change.textContent()
    expect(said).toContain('100.00 GBP → 80.00 GBP')
    expect(said).toContain('Condition: price drops 10% (first price 100.00 GBP since')
    expect(said).toContain('Seen once, first')
    expect(said).toMatch(/by request-\d+/)
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'watch-alert-light')
    await switchColours(page, 'dark')
    expect(await accessibilityViolations(page, 'colours')).toEqual([])
    await saveScreenshot(page, 'watch-alert-dark')
    await expectFitsPhone(page)
    await saveScreenshot(page, 'phone-watch-alert')
  })

  it('groups watches by tag with the cheapest of them, and acts on many at once', async () => {
    const { page } = explorer
    for (const [name, price, stock] of [
      ['dear', '30.00', 'in_stock'],
      ['cheap', '20.00', 'in_stock'],
      ['sold out', '10.00', 'out_of_stock'],
      ['single', '5.00', 'in_stock'],
    ] as const) {
      const tags = name === 'single' ? [] : ['shirts']
      const { id } = await addWatch({ url: `${sandbox}${SHIRT}?${name.replace(' ', '-')}`, name, tags })
      await record(id, facts(price, stock))
    }
    await open()
    await page.getByText('cheapest:').waitFor()
    expect(await page.getByRole('list', { name: 'Groups' }).textContent()).toContain('cheap 20.00 GBP')
    await page.getByRole('button', { name: 'shirts (3)' }).click()
    await expect.poll(() => page.locator('.watch-row').count()).toBe(3)
    const bulk = page.getByRole('group', { name: 'Selected watches' })
    await bulk.getByLabel('All').check()
    await bulk.getByRole('button', { name: 'Pause' }).click()
    await bulk.getByText('3 paused.').waitFor()
    await bulk.getByLabel('Tag').fill('sale')
    await bulk.getByRole('button', { name: 'Add the tag' }).click()
    await page.getByRole('button', { name: 'sale (3)' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'watch-groups-light')
    await page.getByLabel('Select dear').uncheck()
    await bulk.getByRole('button', { name: 'Remove…' }).click()
    await bulk.getByRole('button', { name: 'Remove 2 with their history' }).click()
    await bulk.getByText('2 removed.').waitFor()
    expect((await watchesNow()).map(({ name }) => name).toSorted()).toEqual(['dear', 'single'])
  })

  it('changes name, interval, condition, tags and receivers in the list, and only those', async () => {
    const { page } = explorer
    const { id: target } = await send('POST', '/api/v2/webhooks', {
      kind: 'ntfy',
      url: address,
      allow_private: true,
    })
    const fields = { cooldown: '6h', active: 'Mon-Fri 08:00-20:00 Europe/Berlin', tags: ['old'] }
    const { id } = await addWatch({ url: `${sandbox}${SHIRT}`, name: 'Before', when: 'price < 1', ...fields })
    await open()
    await explorer.giveKey(explorer.wares.key)
    await page.getByRole('button', { name: 'Edit Before' }).click()
    const form = page.getByRole('form', { name: 'Edit Before' })
    await form.getByRole('textbox', { name: 'Name' }).fill('After')
    await form.getByLabel('Check every').selectOption('15m')
    await form.getByLabel('The condition as text').fill('back in stock')
    await form.getByRole('textbox', { name: 'Tags' }).fill('')
    await form.getByLabel(/^ntfy /).check()
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'watch-edit-light')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    await page.locator('.watch-row').getByRole('link', { name: 'After' }).waitFor()
    expect((await watchesNow()).find(one => one.id === id)).toMatchObject({
      name: 'After',
      everyS: 900,
      when: 'back in stock',
      tags: [],
      notify: [target],
      cooldownS: 21_600,
      active: 'Mon-Fri 08:00-20:00 Europe/Berlin',
    })
    await explorer.wares.call(`/api/v2/webhooks/${target}`, { method: 'DELETE' })
  })

  it('shows every line of a CSV file before it makes a watch, then the lines that were refused', async () => {
    const { page } = explorer
    await open()
    await button(page, 'Import CSV').click()
    const csv = `url,every,when,variant,tags\n${sandbox}${SHIRT},1d,price < 90,"size=M",shirts gifts\n${sandbox}${SHIRT}?2,1d,price falls,,\nnonsense,,,,\nhttps://elsewhere.example/shoe,1d,,,\n`
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'watches.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText(/^Line 3: .*must be followed by/).waitFor()
    await page.getByText(/^Line 4: /).waitFor()
    await page.getByText('2 lines are wrong.').waitFor()
    expect(await watchesNow()).toEqual([])
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'watch-import-light')
    await button(page, 'Add 2 watches').click()
    await page.getByText('1 of 4 added.').waitFor()
    await page.getByText(/^Line 5: .*neither a configured site/).waitFor()
    expect(await watchesNow()).toMatchObject([
      { when: 'price < 90', variant: { size: 'M' }, tags: ['shirts', 'gifts'] },
    ])
    await expectFitsPhone(page)
  })

  it('adds a receiver with a masked address, tests, pauses and removes it', async () => {
    const { page } = explorer
    await open()
    await explorer.giveKey(explorer.wares.key)
    await page.getByText('Notifications (0)').click()
    await page.getByLabel('Send to').selectOption('ntfy')
    await page.getByLabel('Address').fill(address)
    const box = page.locator('.receivers')
    await box.getByRole('button', { name: 'Add' }).click()
    await box.getByText(/is on this machine or a private network/).waitFor()
    await box.getByLabel('on a private network').check()
    await box.getByRole('button', { name: 'Add' }).click()
    await box.getByText('Added.').waitFor()
    const row = box.locator('li')
    expect(await row.textContent()).not.toContain('topic')
    await row.getByRole('button', { name: /^Send a test/ }).click()
    await row.getByText('Delivered: HTTP 204.').waitFor()
    expect(JSON.parse(received[0] ?? '')).toMatchObject({ topic: 'topic', title: 'Wares: test message' })
    await row.getByRole('button', { name: /^Pause/ }).click()
    await row.getByText('paused', { exact: true }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'watch-receivers-light')
    await row.getByRole('button', { name: /^Remove/ }).click()
    await expect.poll(() => row.count()).toBe(0)
  })

  it('simulates what may happen to a watch in the sandbox', async () => {
    const { page } = explorer
    const { id } = await addWatch({ url: `${sandbox}${SHIRT}`, when: 'price drops' })
    await open(`#/${id}`)
    await page.getByRole('button', { name: /^Check now/ }).click()
    await page.getByText('nothing new').waitFor()
    await page.getByLabel('Simulate').selectOption('replaced')
    await page.locator('.changes').getByText('Product replaced').waitFor()
    await page.getByLabel('Simulate').selectOption('wall')
    await page
      .locator('.changes')
      .getByText(/failing/i)
      .first()
      .waitFor()
    expect(await page.locator('.changes .tag.alert').count()).toBe(0)
    // The last price is not shown as the present one.
    await page.getByRole('heading', { name: 'Last seen' }).waitFor()
    await page.getByText(/Not read since .* \((?:.* ago|now)\)/).waitFor()
    expect(await page.getByRole('heading', { name: 'Now', exact: true }).count()).toBe(0)
    await saveScreenshot(page, 'watch-simulated-light')
    await open('')
    await page
      .locator('.watch-row')
      .getByText(/Not read since/)
      .first()
      .waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'watches-failing-light')
  })
})
