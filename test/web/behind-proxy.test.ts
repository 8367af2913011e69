// Every page behind each shipped proxy, in a browser that is elsewhere: it knows Wares by a public name, and has no guest key.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWebFiles } from '../../src/http/web-files.ts'
import { ROOT } from '../e2e/process.ts'
import { type RunningProxy, SHIPPED_PROXIES, startProxy } from '../start-proxy.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { type MonitoredPage, openPage, saveScreenshot } from './browser.ts'
import { ELSEWHERE } from './launch-browser.ts'
import { button, chromium } from './use-explorer.ts'

/** All pages, so that a new one is walked too; each with what it shows when it works. */
const SHOWN: Readonly<Record<string, string | RegExp>> = {
  '/': 'Find a product',
  '/watches': 'Watches',
  '/errors': 'Errors',
  '/status': 'Status',
  '/usage': 'Usage',
  '/docs': 'Reference',
}

const PRODUCT = '/sneakerhub/sneakers/halvik-arc-runner-chestnut-pv4272-210'

describe.runIf(chromium)('the pages', () => {
  let wares: TestWares
  beforeAll(async () => {
    wares = await startTestWares()
  })
  afterAll(() => wares.stop())

  it('are all walked below', () => {
    const pages = [...readWebFiles(`${ROOT}web/dist`)].filter(([, { type }]) => type.startsWith('text/html'))
    expect(pages.map(([path]) => path).toSorted()).toEqual(Object.keys(SHOWN).toSorted())
  })

  describe.each(SHIPPED_PROXIES)('behind $name', proxy => {
    const test = it.skipIf(proxy.program === undefined)
    let running: RunningProxy | undefined
    let tab: MonitoredPage
    let origin = ''
    beforeAll(async () => {
      if (proxy.program !== undefined) running = await startProxy(proxy, wares.address)
      origin = `http://${ELSEWHERE}:${new URL(running?.origin ?? 'http://x').port}`
      tab = await openPage()
    })
    afterAll(async () => {
      await tab.close()
      await running?.stop()
    })

    test.each(Object.entries(SHOWN))('%s works', async (path, heading) => {
      const { page } = tab
      const failed: string[] = []
      const onResponse = (response: { status(): number; url(): string }) => {
        const { pathname } = new URL(response.url())
        // Without a key, these are refused as they should be.
        if (response.status() >= 400 && !pathname.startsWith('/api/'))
          failed.push(`${response.status()} ${pathname}`)
      }
      page.on('response', onResponse)
      await page.goto(`${origin}${path}`)
      await page.getByRole('heading', { level: 1, name: heading }).first().waitFor()
      await expect.poll(() => page.getByText('Loading…').count()).toBe(0)
      await saveScreenshot(page, `behind-${proxy.name}${path.replaceAll('/', '-')}`)
      expect(await page.getByText(/could not be loaded|does not respond/).count()).toBe(0)
      page.off('response', onResponse)
      expect(failed).toEqual([])
      tab.expectNothingElse(ELSEWHERE)
    })

    test('the operator watches a product with a key, entered where it is missing', async () => {
      const { page } = tab
      await page.goto(`${origin}/watches`)
      await page.getByRole('heading', { name: 'Enter a key' }).waitFor()
      expect(await page.getByText('Guest key').count()).toBe(0)
      await page.getByLabel('A key with this scope').fill(wares.key)
      await page.locator('main').getByRole('button', { name: 'Use this key' }).click()
      await page.getByLabel('Product URL').fill(`${wares.sandboxOrigin}${PRODUCT}?${proxy.name}`)
      await page.getByLabel('Condition', { exact: true }).selectOption('the price drops')
      await page.getByLabel('Amount').fill('25')
      await button(page, 'Watch').click()
      await page.getByText('Added.').waitFor()
      const row = page.locator('.watch-row').first()
      await expect.poll(() => row.locator('.price').textContent()).toMatch(/\d/)
      const { watches } = (await wares.call('/api/v2/watches')).json<{
        watches: { when: string; url: string }[]
      }>()
      expect(watches.find(({ url }) => url.endsWith(proxy.name))?.when).toBe('price drops 25%')
      tab.expectNothingElse(ELSEWHERE)
    })
  })
})
