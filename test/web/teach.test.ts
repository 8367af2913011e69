// "Wrong?" on the product page: from a page that is read wrong to a rule, step by step; and the bookmarklet.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openLampShop } from '../shops/plain-lamps.ts'
import { accessibilityViolations, expectFitsPhone, PHONE, saveScreenshot } from './browser.ts'
import { button, chromium, useOwnExplorer } from './use-explorer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const shop = await openLampShop({ isArticle: true })

describe.skipIf(!chromium)('a wrong value', () => {
  const folder = temporaryFolder('teach-page')
  const file = join(folder, 'wares.yaml')
  writeFileSync(
    file,
    `sandbox: true\nreader:\n  requests_per_second: 100\n  hosts:\n    - ${shop.origin} # lamps\n`,
  )
  const explorer = useOwnExplorer({ WARES_CONFIG: file })
  beforeEach(() => explorer.open())
  afterAll(async () => {
    await shop.close()
  })

  const find = async (url: string) => {
    const { page } = explorer
    await page.getByLabel(/^Product URL/).fill(url)
    await button(page, 'Find').click()
    return page.getByRole('region', { name: 'Put values right' })
  }

  it('of an own shop: it comes before the built-in shops, which are folded', async () => {
    const { page, wares } = explorer
    const folded = page.locator('details.built-in')
    const expectFirst = async (first: Locator) => {
      await first.waitFor()
      expect(await folded.evaluate((one: HTMLDetailsElement) => one.open)).toBe(false)
      await folded.locator('summary').click()
      await folded.getByText('sneakerhub').first().waitFor()
    }
    const cards = page.locator('.shop-grid').first().getByRole('heading')
    await expectFirst(cards.first())
    expect(await cards.allTextContents()).toEqual(['Any shop', ` ${new URL(shop.origin).host}`])
    await page.goto(`${wares.address}/status`)
    await expectFirst(page.getByRole('rowheader', { name: new URL(shop.origin).host }))
    await page.goto(`${wares.address}/#/general.search`)
    await expectFirst(page.getByRole('region', { name: 'Any shop' }))
    await page.goto(`${wares.address}/docs`)
    await page.locator('.beside').getByRole('heading', { name: 'Any shop' }).waitFor()
  })

  it('is no business of a key that may not change shops', async () => {
    const { page, wares } = explorer
    const { key } = await wares.newKey({ scopes: ['*'] })
    await explorer.giveKey(key)
    const card = await find(shop.url('oak-lamp'))
    await page.getByRole('heading', { name: /changed/ }).waitFor()
    expect(await card.count()).toBe(0)
  })

  it('is put right: chosen or typed, shown before and after, saved', async () => {
    const { page, wares } = explorer
    await explorer.giveKey(wares.key)
    const card = await find(shop.url('oak-lamp'))
    const wrong = (field: string) => card.getByRole('button', { name: `Wrong? ${field}` }).click()
    await wrong('SKU')
    await card.getByText('next to “Order no”').waitFor()
    await saveScreenshot(page, 'teach-choices')
    await card.getByRole('radio', { name: /HW-2041/ }).check()
    await wrong('Name')
    await card.getByRole('radio', { name: /Oak lamp/ }).check()
    const type = async (field: string, value: string) => {
      await wrong(field)
      await card
        .getByRole('group', { name: `What is right for ${field}?` })
        .getByLabel(/^Another value/)
        .fill(value)
    }
    await type('Price', '1.00')
    await button(page, 'Show before and after').click()
    await card
      .getByRole('alert')
      .getByText(/"1\.00" is not on the page/)
      .waitFor()
    expect(readFileSync(file, 'utf8')).not.toContain('fields')
    await card
      .getByRole('group', { name: 'What is right for Price?' })
      .getByLabel(/^Another value/)
      .fill('166.00')
    await type('Currency', 'EUR')
    await button(page, 'Show before and after').click()
    const table = card.getByRole('region', { name: 'Before and after' })
    await table.getByRole('row', { name: 'this page Price none 166.00' }).waitFor()
    await table.getByRole('row', { name: '/lamps/ash-lamp Price none 89.00' }).waitFor()
    expect(readFileSync(file, 'utf8')).not.toContain('fields')
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'teach-before-and-after')
    await page.setViewportSize(PHONE.viewport)
    await expectFitsPhone(page)
    await saveScreenshot(page, 'teach-phone')
    await button(page, 'Save').click()
    await button(page, 'Show the product').click()
    await page.getByRole('heading', { name: 'Oak lamp' }).waitFor()
    expect(readFileSync(file, 'utf8')).toContain('price: { label: Our offer }')
    await saveScreenshot(page, 'teach-saved')
  })

  it('that leaves the tax out is shown with its warning', async () => {
    const { page, wares } = explorer
    await explorer.giveKey(wares.key)
    shop.change('ash-lamp', html => html.replace('Our offer', 'Price ex VAT'))
    const card = await find(shop.url('ash-lamp'))
    await card.getByRole('button', { name: 'Wrong? Price' }).click()
    const price = card.getByRole('group', { name: 'What is right for Price?' })
    await price.getByLabel(/^Another value/).fill('89.00')
    await button(page, 'Show before and after').click()
    await card.getByText('Check: the price 89.00 is one without tax.').waitFor()
  })

  it('for which no rule is found can be given by a selector', async () => {
    const { page, wares } = explorer
    await explorer.giveKey(wares.key)
    const card = await find(shop.url('oak-lamp'))
    await card.getByRole('button', { name: 'Wrong? Brand' }).click()
    const selector = card.getByRole('group', { name: /Brand/ }).getByLabel(/^CSS selector/)
    await selector.fill('.nowhere')
    await button(page, 'Show before and after').click()
    await card
      .getByRole('alert')
      .getByText(/\.nowhere finds no element/)
      .waitFor()
    await selector.fill('.facts tr:nth-of-type(2) td:nth-of-type(2)')
    await button(page, 'Show before and after').click()
    await card.getByRole('row', { name: 'this page Brand none Hearthwood' }).waitFor()
    await card.getByText('The lines for wares.yaml').click()
    await card.getByText(/brand: \{ css: .*nth-of-type/).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.setViewportSize(PHONE.viewport)
    await expectFitsPhone(page)
    await saveScreenshot(page, 'teach-selector')
  })

  it('the watches page has a bookmarklet, which brings the address along', async () => {
    const { page, wares } = explorer
    await explorer.giveKey(wares.key)
    await page.goto(`${wares.address}/watches`)
    const link = page.getByText('Watch this page')
    await link.waitFor()
    const href = (await link.getAttribute('href')) ?? ''
    expect(href).toMatch(/^javascript:/)
    await saveScreenshot(page, 'bookmarklet')
    // As the browser runs it from the bookmarks bar.
    const opened = await page.evaluate(
      `{ let target = ''; window.open = address => { target = address }; ${href.replace('javascript:', '')}; target }`,
    )
    expect(opened).toBe(`${wares.address}/watches#add=${encodeURIComponent(`${wares.address}/watches`)}`)
  })
})
