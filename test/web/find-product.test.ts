// The start page: a URL, a code or words in one field; the product, its offers elsewhere, and the code for the same call.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  codeOf,
  type GeneralProduct,
  groupOffers,
  moneyText,
  type Offer,
  readTarget,
} from '../../web/src/model/general.ts'
import {
  accessibilityViolations,
  downloadedText,
  expectFitsPhone,
  PHONE,
  saveScreenshot,
  switchColours,
} from './browser.ts'
import { button, chromium, type SharedWares, useExplorer, useOwnExplorer } from './use-explorer.ts'

describe('input', () => {
  it.each([
    ['https://shop.example/p/1', 'url'],
    ['PV4272-660', 'code'],
    ['4006381333931', 'code'],
    ['4 006381 333931', 'code'],
    ['court runner', 'words'],
    ['runner 2000', 'words'],
    ['1984', 'words'],
    ['shop.example', 'words'],
  ])('%s is recognised as %s', (text, kind) => expect(readTarget(` ${text} `).kind).toBe(kind))
})

describe('price', () => {
  it.each([
    [{ amount: '1234567.50', currency: 'USD' }, '1,234,567.50 USD'],
    [{ amount: '980', currency: 'JPY' }, '980 JPY'],
    [{ amount: '0.00', currency: 'USD' }, undefined],
    [{ amount: '5.00', currency: '' }, undefined],
    [null, undefined],
  ])('%j is shown as %s', (money, text) => expect(moneyText(money)).toBe(text))
})

it('offers elsewhere are searched by a code that other shops know', () => {
  const product = (more: object) =>
    ({ mpn: null, gtin: null, sku: null, variants: [], ...more }) as unknown as GeneralProduct
  const codes = [{ mpn: 'A1', gtin: '2' }, { gtin: '2' }, { sku: 'KV4821-410' }, { sku: '6500258' }, {}]
  expect(codes.map(one => codeOf(product(one)))).toEqual(['A1', '2', 'KV4821-410', undefined, undefined])
  const sizes = ['PV4272-660-4.5', 'PV4272-660-5'].map(sku => ({ sku }))
  expect(codeOf(product({ variants: sizes }))).toBe('PV4272-660')
  expect(codeOf(product({ variants: sizes.slice(0, 1) }))).toBeUndefined()
  expect(codeOf(product({ variants: [...sizes, { sku: null }] }))).toBeUndefined()
})

it('sizes of one shop at one price are in one row', () => {
  const offer = (site: string, size: string | null, amount: string): Offer => ({
    site,
    size,
    url: 'https://shop.example/',
    seller: null,
    condition: null,
    price: { amount, currency: 'USD' },
    availability: null,
  })
  const groups = groupOffers([
    offer('a', '8', '5'),
    offer('a', '9', '5'),
    offer('a', '9', '6'),
    offer('b', null, '5'),
  ])
  expect(groups.map(({ offer: { site }, sizes }) => [site, sizes])).toEqual([
    ['a', ['8', '9']],
    ['a', ['9']],
    ['b', []],
  ])
})

async function find(page: Page, text: string): Promise<void> {
  const input = page.getByLabel(/^Product URL, code/)
  await input.fill(text)
  await input.press('Enter')
}

const answered = (page: Page) =>
  page.getByText(/^Answered(?: with a problem)?$/).waitFor({ state: 'attached' })
const offerCells = (page: Page) => page.locator('.offers tbody td:first-child').allTextContents()

/** A product page whose product other shops sell too. */
async function productUrl(wares: SharedWares): Promise<string> {
  const query = { code: 'PV4272-660', sites: 'storefront' }
  const reply = await wares.call('/api/v2/offers', { query })
  return reply.json<{ offers: { url: string }[] }>().offers[0]?.url ?? ''
}

describe.runIf(chromium)('start page', () => {
  const explorer = useExplorer()

  it('shows the product of a URL, its offers elsewhere, and the code', async () => {
    const { page, wares } = explorer
    await find(page, await productUrl(wares))
    await answered(page)
    await page.getByRole('heading', { name: /Halvik Arc Runner/ }).waitFor()
    const prices = await offerCells(page)
    expect(prices.length).toBeGreaterThan(5)
    for (const price of prices)
      expect(price).toMatch(/^(?:[\d,]*[1-9][\d,]*(?:\.\d+)? [A-Z]{3}|0\.\d*[1-9]\d* [A-Z]{3}|not stated)$/)
    expect(
      new Set(await page.locator('.offers tbody td:nth-child(2)').allTextContents()).size,
    ).toBeGreaterThan(2)
    const code = page.getByRole('tabpanel')
    await expect.poll(() => code.textContent()).toMatch(/api\/v2\/product.*api\/v2\/offers/s)
    await page.getByRole('tab', { name: 'TypeScript' }).click()
    await expect
      .poll(() => code.textContent())
      .toContain("await wares.general.offers({ code: 'PV4272-660' })")
    await page.getByRole('tab', { name: 'Python' }).click()
    await expect.poll(() => code.textContent()).toContain('offers = wares.general.offers(code="PV4272-660")')
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'find-address')
  })

  it('shows the offers of a code, and saves them as CSV', async () => {
    const { page } = explorer
    await find(page, 'pv4272-660')
    await answered(page)
    await page.locator('.offers').waitFor()
    const cheapest = await offerCells(page)
    await button(page, 'Price').click()
    await button(page, 'Price').click()
    await expect.poll(() => offerCells(page)).not.toEqual(cheapest)
    await expect.poll(() => page.locator('.offers th').first().getAttribute('aria-sort')).toBe('descending')
    const saving = page.waitForEvent('download')
    await button(page, 'Save as CSV').click()
    const saved = await downloadedText(await saving)
    expect(saved).toMatch(/^site,url,seller\.name/)
    expect(saved.split('\r\n').length).toBeGreaterThan(5)
    await saveScreenshot(page, 'find-code')
  })

  it('lists search results, links to a product, and back', async () => {
    const { page } = explorer
    await find(page, 'runner')
    await answered(page)
    const first = page.locator('.found-list button').first()
    const name = (await first.textContent()) ?? ''
    await saveScreenshot(page, 'find-words')
    await first.click()
    await expect.poll(() => page.locator('.found h2').textContent()).toContain(name.slice(0, 8))
    await page.goBack()
    await page.locator('.found-list').waitFor()
    await expect.poll(() => page.getByLabel(/^Product URL, code/).inputValue()).toBe('runner')
  })

  it.each([
    ['an address on no listed host', 'https://elsewhere.example/p/1', 'URL not allowed'],
    ['a product that is gone', '~gone', 'Not found'],
  ])('explains %s', async (_, given, title) => {
    const { page, wares } = explorer
    await find(page, given.startsWith('~') ? `${await productUrl(wares)}${given}` : given)
    await answered(page)
    await page.getByRole('heading', { name: title }).waitFor()
    expect(await page.locator('.offers').count()).toBe(0)
  })

  it('says so when no shop sells the product', async () => {
    const { page } = explorer
    await find(page, 'ZZ9999-999')
    await answered(page)
    await page.getByText(/^No shop that answered sells/).waitFor()
  })

  it('opens a search from its URL, and links to an operation and back', async () => {
    const { page, wares } = explorer
    await page.goto(`${wares.address}/#?find=PV4272-660`)
    await page.locator('.offers').waitFor()
    await page.getByRole('link', { name: /^Prices/ }).click()
    await page.getByRole('heading', { name: 'sneakerhub.prices' }).waitFor()
    await page.getByRole('link', { name: 'Find a product' }).click()
    await page.getByRole('heading', { name: 'Find a product' }).waitFor()
  })
})

describe.runIf(chromium)('start page on a phone', () => {
  const explorer = useExplorer(PHONE)

  it('fits, in light and dark mode', async () => {
    const { page, wares } = explorer
    await find(page, await productUrl(wares))
    await answered(page)
    await expectFitsPhone(page)
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'find-phone-light')
    await switchColours(page, 'dark')
    expect(await accessibilityViolations(page, 'colours')).toEqual([])
    await saveScreenshot(page, 'find-phone-dark')
  })
})

describe.runIf(chromium)('start page with busy shops', () => {
  const explorer = useOwnExplorer()

  it('names the shops that do not answer', async () => {
    const { page } = explorer
    await find(page, 'runner~busy')
    await answered(page)
    const said = page.getByText(/^No answer from/)
    await expect.poll(() => said.textContent()).toMatch(/sneakerhub \(upstream_busy\)/)
    // On a busy machine another shop may have timed out as well.
    await said.locator('a[href="/errors#upstream_busy"]').first().waitFor()
  })
})
