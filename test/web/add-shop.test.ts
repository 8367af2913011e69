// "Add this shop" on the start page: for a key with the scope a button and what was found; for others who may.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OddShop, openDollarShop, openJsonLdShop, openScriptShell } from '../shops/odd-shops.ts'
import { accessibilityViolations, expectFitsPhone, PHONE, saveScreenshot } from './browser.ts'
import { button, chromium, useOwnExplorer } from './use-explorer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe.skipIf(!chromium)('an unknown shop', () => {
  const folder = temporaryFolder('add-shop')
  const file = join(folder, 'wares.yaml')
  writeFileSync(file, '# mine\n')
  const explorer = useOwnExplorer({ WARES_CONFIG: file })
  beforeEach(() => explorer.open())
  let shop: OddShop
  let shell: OddShop
  beforeAll(async () => {
    shop = await openJsonLdShop()
    shell = await openScriptShell()
  })
  afterAll(async () => {
    await Promise.all([shop.close(), shell.close()])
  })

  const find = async (url: string) => {
    const { page } = explorer
    await page.getByLabel(/^Product URL/).fill(url)
    await button(page, 'Find').click()
    return page.getByRole('region', { name: 'Add this shop' })
  }

  it('is not added by a plain key, which is told who may', async () => {
    const { page, wares } = explorer
    const { key } = await wares.newKey({ scopes: ['*'] })
    await explorer.giveKey(key)
    const card = await find(shop.url)
    await card.getByText(`npx wares add '${shop.url}'`).waitFor()
    expect(await button(page, 'Add this shop').count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'add-shop-plain-key')
  })

  it('in the network of the server is not added from a page, which says where it can be', async () => {
    const { page, wares } = explorer
    await explorer.giveKey(wares.key)
    const card = await find(shop.url)
    await button(page, 'Add this shop').click()
    await card
      .getByRole('alert')
      .getByText(/on the machine of the server, with .*wares add/)
      .waitFor()
    expect(readFileSync(file, 'utf8')).toBe('# mine\n')
    // The shops of these tests are on this machine, as one of the operator.
    await page.route('**/api/v2/shops', route =>
      route.continue({ headers: { ...route.request().headers(), ...wares.operatorHeaders } }),
    )
  })

  it('that cannot be read is not added, and the reason is shown', async () => {
    const { page, wares } = explorer
    await explorer.giveKey(wares.key)
    const card = await find(shell.url)
    await button(page, 'Add this shop').click()
    await card
      .getByRole('alert')
      .getByText(/scripts/)
      .waitFor()
    await card.getByText('Nothing was changed.').waitFor()
    expect(readFileSync(file, 'utf8')).toBe('# mine\n')
  })

  it('is added with what was found, and its product is shown', async () => {
    const { page, wares } = explorer
    await explorer.giveKey(wares.key)
    const card = await find(shop.url)
    await saveScreenshot(page, 'add-shop-offer')
    await button(page, 'Add this shop').click()
    await card.getByText(/was added\. This server reads it now/).waitFor()
    expect(await card.getByRole('row').allInnerTexts()).toContain('price\t40.00 EUR\tjson-ld')
    expect(readFileSync(file, 'utf8')).toContain(`host: ${shop.origin}`)
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'add-shop-added')
    await page.setViewportSize(PHONE.viewport)
    await expectFitsPhone(page)
    await button(page, 'Show the product').click()
    await page.getByRole('heading', { name: 'Oak lamp' }).waitFor()
    expect(await card.count()).toBe(0)
  })

  it('is paused, edited and removed where it is shown, by a key that may', async () => {
    const { page, wares } = explorer
    const { host } = new URL(shop.url)
    await page.getByRole('heading', { name: host }).waitFor()
    expect(await button(page, `Edit ${host}`).count()).toBe(0)
    await explorer.giveKey(wares.key)
    const card = page.locator('.shop-grid .card', { hasText: host })
    await button(page, `Pause ${host}`).click()
    await card.getByText(/, paused/).waitFor()
    expect(readFileSync(file, 'utf8')).toContain('enabled: false')
    await button(page, `Resume ${host}`).click()
    await button(page, `Pause ${host}`).waitFor()
    await button(page, `Edit ${host}`).click()
    expect(await accessibilityViolations(page)).toEqual([])
    await card.getByLabel(/^Currency/).fill('nzd')
    await card.getByLabel('Check its watches only').fill('never')
    await button(page, 'Save').click()
    await card.locator('.error').waitFor()
    await card.getByLabel('Check its watches only').fill('')
    await button(page, 'Save').click()
    await card.getByText('Saved.').waitFor()
    expect(readFileSync(file, 'utf8')).toContain('currency: NZD')
    await page.goto(`${wares.address}/settings`)
    const row = page.getByRole('region', { name: 'Your shops, table' }).getByRole('row', { name: host })
    await row.getByText('NZD').waitFor()
    await saveScreenshot(page, 'settings-shops')
    await button(page, `Remove… ${host}`).click()
    await row.getByRole('button', { name: `Remove ${host}`, exact: true }).click()
    await page.getByText(`${host} was removed.`).waitFor()
    await expect.poll(() => row.count()).toBe(0)
    expect(readFileSync(file, 'utf8')).not.toContain(shop.origin)
    await page.setViewportSize(PHONE.viewport)
    await expectFitsPhone(page)
  })

  it('with a sign that several countries share is asked for its currency', async () => {
    const { page, wares } = explorer
    const dollars = await openDollarShop()
    await explorer.giveKey(wares.key)
    const card = await find(dollars.url)
    await button(page, 'Add this shop').click()
    await card.getByLabel('Currency of this shop').fill('CAD')
    await button(page, 'Set the currency').click()
    await expect.poll(() => card.getByRole('row').allInnerTexts()).toContain('price\t48.50 CAD\tpage')
    expect(readFileSync(file, 'utf8')).toContain('currency: CAD')
    await dollars.close()
  })
})
