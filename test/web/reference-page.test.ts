// The reference in a real browser: every page, the search, with the keyboard, on a phone and in print.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readGuideAddresses } from '../../src/serve/http/pages/web-files.ts'
import {
  accessibilityViolations,
  expectFitsPhone,
  type MonitoredPage,
  openPage,
  PHONE,
  saveScreenshot,
  switchColours,
} from './browser.ts'
import { TRIES_ALL } from '../sample.ts'
import { focusedText, pressUntilFocused } from './keyboard.ts'
import { chromium, sharedWares } from './use-explorer.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const GUIDES = readGuideAddresses(join(ROOT, 'web/dist'))

const wares = sharedWares()

/** Opens a page in a cleared tab, and checks that no other host was contacted and no error occurred. */
async function within(tab: MonitoredPage, path: string, use: (page: Page) => Promise<void>): Promise<void> {
  await tab.clear(wares.address)
  await tab.page.goto(wares.address + path)
  await tab.page.getByRole('heading', { level: 1 }).waitFor()
  await use(tab.page)
  tab.expectNothingElse()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search the reference' })
const firstFound = (page: Page) =>
  page.getByRole('region', { name: 'Search results' }).getByRole('link').first().textContent()

describe('URLs', () => {
  it('of an operation and a guide are pages; unknown ones are 404, as HTML or JSON', async () => {
    expect(GUIDES).toContain('/docs/guides/watches')
    for (const path of ['/docs', '/docs/sneakerhub.prices', '/docs/watches.create', '/docs/guides/watches'])
      expect((await wares.call(path, { key: null })).status).toBe(200)
    const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    for (const path of ['/docs/sneakerhub.price', '/docs/guides/nothing', '/nothing', '/docs/a/b/c']) {
      const page = await wares.call(path, { key: null, headers: html })
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expect(page.bytes.toString()).toContain('Page not found')
      const problem = await wares.call(path, { key: null })
      expect([problem.status, problem.json().code]).toEqual([404, 'unknown_path'])
    }
    const near = await wares.call('/docs/sneakerhub.price', { key: null, headers: html })
    expect(near.bytes.toString()).toContain('<a href="/docs/sneakerhub.prices">')
  })

  it('that are unknown are shown as text, whatever they contain', async () => {
    const headers = { accept: 'text/html' }
    const reply = await wares.call('/<script>alert(1)</script>', { key: null, headers })
    expect(reply.bytes.toString()).not.toContain('<script>')
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
  })
})

describe.runIf(chromium)('reference', () => {
  let window: MonitoredPage
  let phone: MonitoredPage
  beforeAll(async () => {
    window = await openPage()
    phone = await openPage(undefined, PHONE)
  })
  afterAll(async () => {
    await window.close()
    await phone.close()
  })

  it('shows an operation with parameters, fields, errors, code and a real answer', async () => {
    await within(window, '/docs/sneakerhub.prices', async page => {
      const country = page.locator('#param-country')
      await expect.poll(() => country.textContent()).toContain('US default')
      expect(await country.textContent()).toContain('Also accepted as country_code, countryCode')
      await page.locator('.json').getByText('"sizeOption"').first().waitFor()
      await page.getByText(/^Cause: the shop \d/).click()
      await page.getByRole('link', { name: 'upstream_blocked' }).waitFor()
      const code = page.getByRole('tabpanel')
      await expect.poll(() => code.textContent()).toContain('curl --get')
      await page.getByRole('tab', { name: 'TypeScript' }).click()
      await expect.poll(() => code.textContent()).toContain("from '@wares/client'")
      await page.getByRole('tab', { name: 'Python' }).click()
      await expect.poll(() => code.textContent()).toContain('from wares import Wares')
      await saveScreenshot(page, 'reference-operation')
    })
  })

  it('links from an operation to the section on absent fields', async () => {
    await within(window, '/docs/sneakerhub.prices', async page => {
      await page.getByRole('link', { name: 'absent fields', exact: true }).click()
      await heading(page, 'Answers: freshness, absent fields, pages and tables').waitFor()
      await expect.poll(() => new URL(page.url()).hash).not.toBe('')
      await page.locator(new URL(page.url()).hash).waitFor()
    })
  })

  it('collapses the answer', async () => {
    await within(window, '/docs/sneakerhub.prices', async page => {
      const branches = page.locator('.json details')
      const open = () =>
        branches.evaluateAll(all => all.filter(one => (one as HTMLDetailsElement).open).length)
      await expect.poll(open).toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Collapse' }).click()
      await expect.poll(open).toBe(0)
      await page.getByRole('button', { name: 'Expand all' }).click()
      await expect.poll(open).toBe(await branches.count())
    })
  })

  it('calls the operation with the parameters and the key of the reader', async () => {
    await within(window, '/docs/sneakerhub.prices', async page => {
      const code = page.getByRole('tabpanel')
      const form = page.getByRole('form', { name: 'Try it' })
      await form.getByLabel('country').selectOption('UK')
      await expect.poll(() => code.textContent()).toContain('UK')
      expect(await code.textContent()).not.toContain('wares_')
      await form.getByRole('button', { name: 'Run' }).click()
      const answer = page.getByRole('region', { name: 'Answer of your call as JSON' })
      await expect.poll(() => answer.textContent()).toContain('"GBP"')
      expect(await accessibilityViolations(page)).toEqual([])
      // The answer stands beside the parameters, both in view.
      const [asked, answered] = await Promise.all([form.boundingBox(), answer.boundingBox()])
      expect(answered?.x).toBeGreaterThan((asked?.x ?? 0) + (asked?.width ?? 0))
      await saveScreenshot(page, 'reference-try')
    })
  })

  it('marks the parameter that a call in the reference was refused for', async () => {
    await within(window, '/docs/sneakerhub.search', async page => {
      const form = page.getByRole('form', { name: 'Try it' })
      await form.getByLabel('query').fill('')
      await form.getByRole('button', { name: 'Run' }).click()
      await form.getByText('Enter the query.').waitFor()
      expect(await form.getByLabel('query').getAttribute('aria-invalid')).toBe('true')
    })
  })

  it('finds a setting by its name, and opens its row', async () => {
    await within(window, '/docs', async page => {
      await pressUntilFocused(page, '/', searchField(page))
      await page.keyboard.type('wares_port')
      await expect.poll(() => firstFound(page)).toContain('Setting')
      await page.keyboard.press('Enter')
      await heading(page, 'Settings').waitFor()
      await page.locator('[id="setting-port"]').waitFor()
      await page.goto(`${new URL(page.url()).origin}/docs/guides/operating`)
      await page.getByText(`curl -s ${new URL(page.url()).origin}/healthz`).waitFor()
    })
  })

  it('links to the explorer with the operation of the page', async () => {
    await within(window, '/docs/sneakerhub.prices', async page => {
      await page.getByRole('link', { name: 'Try it in the explorer' }).click()
      await page.getByRole('button', { name: 'Run' }).waitFor()
      await expect.poll(() => new URL(page.url()).hash).toBe('#/sneakerhub.prices?id=1044287&country=US')
    })
  })

  it('navigates from page to page without reloading, and back', async () => {
    await within(window, '/docs', async page => {
      await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
      await page.getByRole('link', { name: 'general.offers', exact: true }).click()
      await heading(page, 'general.offers').waitFor()
      await expect.poll(() => page.title()).toBe('general.offers · Wares')
      await page.getByRole('navigation', { name: 'Contents' }).getByText('Install and deploy').click()
      await heading(page, 'Install and deploy').waitFor()
      await page.getByRole('link', { name: 'key for each caller' }).click()
      await heading(page, 'Keys, scopes and limits').waitFor()
      await page.goBack()
      await page.goBack()
      await heading(page, 'general.offers').waitFor()
      expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true)
    })
  })

  it('opens the target of a deep link, and supports old anchors', async () => {
    await within(window, '/docs/sneakerhub.prices#field.lowestPriceCents.amount', async page => {
      await page.locator('[id="field.lowestPriceCents.amount"]').waitFor({ state: 'visible' })
    })
    await within(window, '/docs#sneakerhub.prices', async page => {
      await expect.poll(() => new URL(page.url()).pathname).toBe('/docs/sneakerhub.prices')
    })
  })

  it('can be searched with the keyboard: operations, fields, guides', async () => {
    await within(window, '/docs', async page => {
      await pressUntilFocused(page, '/', searchField(page))
      await page.keyboard.type('webhook signature')
      await expect.poll(() => firstFound(page)).toContain('Webhooks')
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => focusedText(page)).toContain('Webhooks')
      await page.keyboard.press('Enter')
      await heading(page, 'Messages, webhooks and feeds').waitFor()
      await expect.poll(() => new URL(page.url()).hash).toBe('#webhooks')
      await pressUntilFocused(page, 'Control+k', searchField(page))
      await page.keyboard.type('sneakerhub prices')
      await page.getByText(/\d+ results?$/).waitFor()
      await expect.poll(() => firstFound(page)).toContain('sneakerhub.prices')
      await page.keyboard.press('Enter')
      await heading(page, 'sneakerhub.prices').waitFor()
    })
  })

  it('says that nothing was found, and Escape shows the contents again', async () => {
    await within(window, '/docs', async page => {
      await pressUntilFocused(page, '/', searchField(page))
      await page.keyboard.type('qxqxqx')
      await page.getByText('No results.').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('navigation', { name: 'Contents' }).waitFor()
    })
  })

  it('marks the section of a guide that the reader has reached', async () => {
    await within(window, '/docs/guides/notifications', async page => {
      const current = page.getByRole('navigation', { name: 'On this page' }).locator('[aria-current]')
      const section = page.getByRole('heading', { name: /^Webhooks/, level: 2 })
      await section.waitFor()
      expect(await current.count()).toBe(0)
      await section.evaluate(one => one.scrollIntoView({ block: 'start' }))
      await expect.poll(() => current.allTextContents()).toEqual(['Webhooks'])
    })
  })

  it('has every guide, with links to pages', async () => {
    await within(window, '/docs', async page => {
      const links = page.getByRole('navigation', { name: 'Contents' })
      const found = await links.locator('a[href^="/docs/guides/"]').all()
      expect(found.length).toBe(GUIDES.length)
      for (const link of found) {
        await link.click()
        await heading(page, (await link.textContent()) ?? '').waitFor()
        await page.locator('.guide-text > p').first().waitFor()
        const hrefs = await page
          .locator('.guide-text a:not([href^="#"])')
          .evaluateAll(all => all.map(one => one.getAttribute('href') ?? ''))
        const inner = hrefs.filter(href => href.startsWith('/docs')).map(href => href.replace(/#.*/, ''))
        for (const href of inner) expect([...GUIDES, '/docs']).toContain(href)
      }
    })
  })

  /** Has blocks of every kind. */
  const guide = '/docs/guides/answers'
  const guides = [guide, '/docs/guides/operating', '/docs/guides/watches', '/docs/guides/agents']

  it.each(TRIES_ALL ? guides : [guide])(
    '%s has no accessibility violation, in light mode and in dark mode on a phone',
    async path => {
      await within(window, path, async page => {
        await page.locator('.guide-text > p').first().waitFor()
        expect(await accessibilityViolations(page)).toEqual([])
        await saveScreenshot(page, `reference${path.replaceAll('/', '-')}`)
        await switchColours(page, 'dark')
        await expectFitsPhone(page)
        expect(await accessibilityViolations(page, 'layout')).toEqual([])
      })
    },
  )

  it('has no layout shift while it loads', async () => {
    await within(window, '/docs/watchmarket.search', async page => {
      const shift = await page.evaluate(
        () =>
          new Promise<number>(resolve => {
            let sum = 0
            new PerformanceObserver(list => {
              for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
            }).observe({ type: 'layout-shift', buffered: true })
            setTimeout(() => resolve(sum), 500)
          }),
      )
      expect(shift).toBeLessThan(0.02)
    })
  })

  /** The list, an operation, and an endpoint with a body. Others are longer, made of the same components. */
  const kinds = ['/docs', '/docs/sneakerhub.prices', '/docs/watches.update']
  const longer = ['/docs/watchmarket.search', '/docs/general.product']

  it.each(TRIES_ALL ? [...kinds, ...longer] : kinds)(
    '%s has no violation with everything expanded, in light mode and in dark mode on a phone',
    async path => {
      await within(window, path, async page => {
        await page.evaluate(() => {
          for (const one of document.querySelectorAll('details')) one.open = true
        })
        expect(await accessibilityViolations(page)).toEqual([])
        await switchColours(page, 'dark')
        await expectFitsPhone(page)
        expect(await accessibilityViolations(page, 'layout')).toEqual([])
      })
    },
  )

  it('has its contents in a drawer on a phone, which a choice or Escape closes', async () => {
    await within(phone, '/docs/sneakerhub.prices', async page => {
      const drawer = page.getByRole('dialog', { name: 'Contents' })
      await page.getByRole('button', { name: 'Contents' }).click()
      await drawer.waitFor()
      expect(await accessibilityViolations(page)).toEqual([])
      await saveScreenshot(page, 'reference-drawer')
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Contents' }).click()
      await drawer.getByRole('link', { name: 'Trends' }).first().click()
      await heading(page, 'sneakerhub.trends').waitFor()
      await drawer.waitFor({ state: 'hidden' })
    })
  })
})
