// The start page: a URL, a code or words in one field; the product, its offers elsewhere, and the code for the same call.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  codeOf,
  type GeneralProduct,
  moneyText,
  type Offer,
  type ProductVariant,
  readTarget,
} from '../../web/src/model/general.ts'
import {
  conditionsOf,
  firstFilter,
  groupOffers,
  listOffers,
  sizeKey,
  sizesOf,
} from '../../web/src/shape/offer-list.ts'
import { variantGrid } from '../../web/src/shape/variant-grid.ts'
import { openJsonLdShop } from '../shops/odd-shops.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
  accessibilityViolations,
  downloadedText,
  expectFitsPhone,
  PHONE,
  saveScreenshot,
  switchColours,
} from './browser.ts'
import { button, chromium, type SharedWares, useExplorer, useOwnExplorer } from './use-explorer.ts'

const lateShop = await openJsonLdShop()

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

const offer = (site: string, size: string | null, amount: string, more: Partial<Offer> = {}): Offer => ({
  site,
  size,
  url: 'https://shop.example/',
  seller: null,
  condition: null,
  price: { amount, currency: 'USD' },
  availability: null,
  ...more,
})

it('sizes of one shop at one price are in one row', () => {
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

describe('offers', () => {
  const offers = [
    offer('a', '9', '1', { condition: 'damaged' }),
    offer('a', '9', '2', { condition: 'used' }),
    offer('b', 'US M 9', '3', { availability: 'out_of_stock' }),
    offer('a', '10', '4', { condition: 'new' }),
    offer('b', 'M 9 / W 10.5', '5', { condition: 'new' }),
    offer('a', '9', '6', { condition: 'new' }),
  ]
  const rows = (filter: Parameters<typeof listOffers>[1]) => {
    const { cheapest, others } = listOffers(offers, filter)
    return [cheapest, others].map(list => list.map(({ offer: one }) => `${one.site} ${one.price?.amount}`))
  }

  it('are new ones at first, the cheapest of each shop on top, what is sold out last', () => {
    expect(firstFilter(offers)).toEqual({ size: '', condition: 'new' })
    expect(rows(firstFilter(offers))).toEqual([
      ['a 4', 'b 5'],
      ['a 6', 'b 3'],
    ])
  })

  it('of any condition never have a damaged pair on top', () => {
    expect(rows({ size: '', condition: '' })).toEqual([
      ['a 2', 'b 5'],
      ['a 4', 'a 6', 'b 3', 'a 1'],
    ])
  })

  it('are filtered by size, whichever way a shop writes it', () => {
    expect(sizesOf(offers)).toEqual(['9', '10'])
    expect(rows({ size: '9', condition: 'new' })).toEqual([['b 5', 'a 6'], ['b 3']])
    const labels = ["Men's 9.5", 'US 9.5', 'UK 9.5', 'EU 42', 'XL', 'W 9.5', '9.5']
    expect(labels.map(sizeKey)).toEqual(['9.5', '9.5', 'UK 9.5', 'EU 42', 'XL', 'W 9.5', '9.5'])
  })

  it('can be of any condition that a shop has; all of them where none is new', () => {
    expect(conditionsOf(offers)).toEqual(['new', 'used', 'damaged'])
    expect(firstFilter([offer('a', '9', '1', { condition: 'used' })])).toEqual({ size: '', condition: '' })
  })
})

describe('variants', () => {
  const variant = (size: string | null, color: string | null) => ({ size, color }) as ProductVariant
  const all = ['S', 'M'].flatMap(size => ['red', 'blue'].map(color => variant(size, color)))

  it('of several sizes and colours are a grid', () => {
    const grid = variantGrid(all.slice(0, 3))
    expect([grid?.sizes, grid?.colors]).toEqual([
      ['S', 'M'],
      ['red', 'blue'],
    ])
    expect(grid?.at('M', 'red')).toBe(all[2])
    expect(grid?.at('M', 'blue')).toBeUndefined()
  })

  it.each([
    ['one colour', all.filter(one => one.color === 'red')],
    ['one size', all.slice(0, 2)],
    ['two variants of one pair', [...all, variant('S', 'red')]],
    ['a variant without a colour', [...all, variant('L', null)]],
  ])('are a list with %s', (_, variants) => expect(variantGrid(variants)).toBeUndefined())
})

async function find(page: Page, text: string): Promise<void> {
  const input = page.getByLabel(/^Product URL, code/)
  await input.fill(text)
  await input.press('Enter')
}

const answered = (page: Page) => page.getByText(/^(?:Answered|Error)$/).waitFor({ state: 'attached' })
const offerCells = (page: Page) => page.locator('.offers tbody td:first-child').allTextContents()

/** A product page whose product other shops sell too. */
async function productUrl(wares: SharedWares): Promise<string> {
  const query = { code: 'PV4272-660', sites: 'storefront' }
  const reply = await wares.call('/api/v2/offers', { query })
  return reply.json<{ offers: { url: string }[] }>().offers[0]?.url ?? ''
}

describe.runIf(chromium)('start page', () => {
  const explorer = useExplorer()
  beforeEach(() => explorer.open())

  it('shows the product of a URL, its offers elsewhere, and the code', async () => {
    const { page, wares } = explorer
    await find(page, await productUrl(wares))
    await answered(page)
    await page.getByRole('heading', { name: /Halvik Arc Runner/ }).waitFor()
    const prices = await offerCells(page)
    expect(prices.length).toBeGreaterThan(3)
    for (const price of prices)
      expect(price).toMatch(/^(?:[\d,]*[1-9][\d,]*(?:\.\d+)? [A-Z]{3}|0\.\d*[1-9]\d* [A-Z]{3}|not stated)$/)
    const shops = await page.locator('.offers tbody td:nth-child(2)').allTextContents()
    expect(new Set(shops).size).toBe(prices.length)
    await page.getByRole('region', { name: 'Variants by size and colour' }).waitFor()
    const code = page.getByRole('tabpanel')
    await expect.poll(() => code.textContent()).toMatch(/api\/v2\/product.*api\/v2\/offers/s)
    await page.getByRole('tab', { name: 'TypeScript' }).click()
    await expect
      .poll(() => code.textContent())
      .toContain("await wares.general.offers({ code: 'PV4272-660' })")
    await page.getByRole('tab', { name: 'Python' }).click()
    await expect.poll(() => code.textContent()).toContain('offers = wares.general.offers(code="PV4272-660")')
    await page.getByText('Sources', { exact: true }).click()
    await page.getByRole('cell', { name: '100 %' }).first().waitFor()
    await page.getByText('JSON of /api/v2/product').click()
    const json = page.getByRole('region', { name: 'JSON of /api/v2/product' })
    await expect.poll(() => json.textContent()).toContain('"operation": "storefront.products"')
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'find-address')
  })

  it('shows the offers of a code, and saves them as CSV', async () => {
    const { page } = explorer
    await find(page, 'pv4272-660')
    await answered(page)
    await page.locator('.offers').waitFor()
    const best = await offerCells(page)
    await page.getByRole('button', { name: /more prices of these shops$/ }).click()
    await expect.poll(async () => (await offerCells(page)).length).toBeGreaterThan(best.length)
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
    const first = page.locator('.found-grid h3 a').first()
    const name = (await first.textContent()) ?? ''
    await saveScreenshot(page, 'find-words')
    await first.click()
    await expect.poll(() => page.locator('.found h2').textContent()).toContain(name.slice(0, 8))
    await page.goBack()
    await page.locator('.found-grid').waitFor()
    await expect.poll(() => page.getByLabel(/^Product URL, code/).inputValue()).toBe('runner')
  })

  it('filters and sorts search results', async () => {
    const { page } = explorer
    await find(page, 'runner')
    await answered(page)
    const names = () => page.locator('.found-grid h3').allTextContents()
    const all = (await names()).length
    await page.getByLabel('Sort by').selectOption('lowest price')
    const prices = (await page.locator('.found-grid .price').allTextContents()).map(parseFloat)
    expect(prices.length).toBeGreaterThan(3)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    await page.getByLabel('Filter', { exact: true }).fill('mirovane')
    await expect.poll(async () => (await names()).every(name => name.startsWith('Mirovane'))).toBe(true)
    expect((await names()).length).toBeLessThan(all)
    await page.getByLabel('Filter', { exact: true }).fill('')
    await page.getByRole('combobox', { name: 'Shop', exact: true }).selectOption('storefront')
    await expect.poll(async () => (await names()).length).toBe(prices.length)
    expect(await accessibilityViolations(page)).toEqual([])
    await expectFitsPhone(page)
  })

  it('says when a product was read, and reads it again', async () => {
    const { page, wares } = explorer
    const url = await productUrl(wares)
    await find(page, url)
    await answered(page)
    await page.getByText(/^Read (?:now|\d+ (?:s|min) ago)$/).waitFor()
    const asked = page.waitForRequest(request => request.url().includes('/api/v2/product?'))
    await button(page, 'Read again').click()
    expect((await asked).headers()['cache-control']).toBe('no-cache')
    await answered(page)
  })

  it('asks for a key where one is missing, and goes on with it', async () => {
    const { page, wares } = explorer
    await explorer.open()
    await page.getByText('Guest key', { exact: true }).click()
    await button(page, 'Forget the key').click()
    await page.getByLabel(/^Product URL, code/).fill(await productUrl(wares))
    await button(page, 'Find').click()
    await page.getByLabel('Enter a key').fill(wares.key)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.locator('.problem').getByRole('button', { name: 'Use this key' }).click()
    await page.locator('.found h2').waitFor()
  })

  it('shows size and stock of every offer on a phone', async () => {
    const { page } = explorer
    await find(page, 'PV4272-660')
    await answered(page)
    await expectFitsPhone(page)
    const region = page.getByRole('region', { name: 'Offers' }).last()
    expect(await region.evaluate(one => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
    const row = page.locator('.offers tbody tr').first()
    for (const label of ['Price', 'Shop', 'Sizes', 'Stock'])
      expect(await row.locator(`[data-label="${label}"]`).isVisible()).toBe(true)
    expect(await accessibilityViolations(page, 'layout')).toEqual([])
    await saveScreenshot(page, 'phone-offers')
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
    await page.getByRole('link', { name: 'Wares', exact: true }).click()
    await page.getByRole('link', { name: /^Prices/ }).click()
    await page.getByRole('heading', { name: 'sneakerhub.prices' }).waitFor()
    await page.getByRole('link', { name: 'Find a product' }).click()
    await page.getByRole('heading', { name: 'Find a product' }).waitFor()
  })
})

describe.runIf(chromium)('start page on a phone', () => {
  const explorer = useExplorer(PHONE)
  beforeEach(() => explorer.open())

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
  beforeEach(() => explorer.open())

  it('names the shops that do not answer', async () => {
    const { page } = explorer
    await find(page, 'runner~busy')
    await answered(page)
    const said = page.getByText(/^No answer from/)
    await expect.poll(() => said.textContent()).toMatch(/sneakerhub \(upstream_busy\)/)
    // On a busy machine another shop may have timed out as well.
    await said.locator('a[href="/problems/upstream_busy"]').first().waitFor()
  })
})

describe.runIf(chromium)('a shop that fails later', () => {
  const folder = temporaryFolder('failing-shop')
  const file = join(folder, 'wares.yaml')
  writeFileSync(
    file,
    `sandbox: true\nreader:\n  requests_per_second: 100\n  hosts:\n    - ${lateShop.origin}\n`,
  )
  const explorer = useOwnExplorer({ WARES_CONFIG: file })

  it('leaves the old answer on the page, and the page says that it is old', async () => {
    const { page } = explorer
    await explorer.open()
    await page.getByLabel(/^Product URL, code/).fill(lateShop.url)
    await button(page, 'Find').click()
    const heading = page.locator('.found h2')
    const name = await heading.textContent()
    await lateShop.close()
    await button(page, 'Read again').click()
    await page.getByText(/before the shop failed \(.+\)\. Prices and stock may have/).waitFor()
    expect(await heading.textContent()).toBe(name)
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'find-old')
  })
})
