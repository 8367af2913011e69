// Every page behind each shipped proxy, in a browser that is elsewhere: it knows Wares by a public name, and has no guest key.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWebFiles } from '../../src/serve/http/pages/web-files.ts'
import { COMMAND, ROOT, type RunningProcess, start, wares as runWares } from '../e2e/process.ts'
import { type OddShop, openJsonLdShop } from '../shops/odd-shops.ts'
import { type RunningProxy, SHIPPED_PROXIES, startProxy } from '../start-proxy.ts'
import { callWares, startTestWares, type TestWares } from '../start-wares.ts'
import { freePort } from '../support/servers.ts'
import { type MonitoredPage, openPage, saveScreenshot } from './browser.ts'
import { ELSEWHERE } from './launch-browser.ts'
import { button, chromium } from './use-explorer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** All pages, so that a new one is walked too; each with what it shows when it works. */
const SHOWN: Readonly<Record<string, string | RegExp>> = {
  '/': 'Find a product',
  '/watches': 'Watches',
  '/status': 'Status',
  '/usage': 'Usage',
  '/settings': 'Settings',
  '/docs': 'Docs',
}

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
  })
})

// From `npm start` over `wares add` to a watched product of an own shop.
describe.runIf(chromium)('a new user', () => {
  const folder = temporaryFolder('walk')
  const file = join(folder, 'wares.yaml')
  let env: Record<string, string>
  let server: RunningProcess
  let shop: OddShop
  let address = ''
  let key = ''
  beforeAll(async () => {
    shop = await openJsonLdShop()
    writeFileSync(file, '# mine\n')
    const [port, sandboxPort] = [await freePort(), await freePort()]
    env = {
      WARES_CONFIG: file,
      WARES_DATA: join(folder, 'data'),
      WARES_PORT: String(port),
      WARES_SANDBOX_PORT: String(sandboxPort),
    }
    server = start(process.execPath, [COMMAND, 'start'], env)
    await server.until(/Wares is ready[^]*Key {8}\S+/)
    address = `http://127.0.0.1:${port}`
    key = readFileSync(join(folder, 'data/sandbox-key'), 'utf8').trim()
  })
  afterAll(async () => {
    await server.stop()
    await shop.close()
  })

  const whenOf = async (url: string) => {
    const { watches } = (await callWares(address, key, '/api/v2/watches', {})).json<{
      watches: { url: string; when: string | null; facts: object | null }[]
    }>()
    return watches.find(one => one.url === url)
  }

  async function watchProduct(page: Page, url: string): Promise<void> {
    // The form is open where there is no watch yet.
    const opener = button(page, 'Add a watch')
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
    await page.getByLabel('Product URL').fill(url)
    await page.getByLabel('Condition', { exact: true }).selectOption('the price drops')
    await page.getByLabel('Amount').fill('25')
    await button(page, 'Watch').click()
    await page.getByText('Added.').waitFor()
    await expect.poll(async () => (await whenOf(url))?.facts).toBeTruthy()
    expect((await whenOf(url))?.when).toBe('price drops 25%')
  }

  it('adds a shop, keeps the sandbox, and watches a product on this machine without a question', async () => {
    const added = await runWares(['add', shop.url, '--json'], env)
    expect([added.code, JSON.parse(added.stdout)]).toMatchObject([
      0,
      { written: true, sandbox: 'kept', server: { state: 'reads it' } },
    ])
    const tab = await openPage(`${address}/watches`)
    await tab.page.getByText('Guest key', { exact: true }).waitFor()
    await watchProduct(tab.page, shop.url)
    const example = `http://127.0.0.1:${env.WARES_SANDBOX_PORT}/sneakerhub/sneakers/halvik-arc-runner-chestnut-pv4272-210`
    await watchProduct(tab.page, example)
    await tab.close()
  })

  it.each(SHIPPED_PROXIES.filter(({ program }) => program !== undefined))(
    'watches a product of the own shop behind $name, with a key entered where it is missing',
    async proxy => {
      const running = await startProxy(proxy, address)
      const { page, expectNothingElse, close } = await openPage()
      await page.goto(`http://${ELSEWHERE}:${new URL(running.origin).port}/watches`)
      await page.getByRole('heading', { name: 'Enter a key' }).waitFor()
      expect(await page.getByText('Guest key').count()).toBe(0)
      await page.getByLabel('Enter a key').fill(key)
      await page.locator('main').getByRole('button', { name: 'Use this key' }).click()
      await watchProduct(page, `${shop.url}?${proxy.name}`)
      expectNothingElse(ELSEWHERE)
      await close()
      await running.stop()
    },
  )
})
