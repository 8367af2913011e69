// The status and usage pages in a browser, and the files of all pages as the server sends them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readWebFiles } from '../../src/serve/http/pages/web-files.ts'
import { callWares, guestKeyOf, startTestWares, type TestWares } from '../start-wares.ts'
import {
  accessibilityViolations,
  expectFitsPhone,
  type MonitoredPage,
  openPage,
  saveScreenshot,
  switchColours,
} from './browser.ts'
import { answeredWith, button, chromium } from './use-explorer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let wares: TestWares
beforeAll(async () => {
  wares = await startTestWares()
})
afterAll(() => wares.stop())

describe('files of the pages', () => {
  it('are cached for ever when their name contains their hash, and sent precompressed', async () => {
    const page = (await wares.call('/', { key: null })).bytes.toString()
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
    const reply = await wares.call(script, { key: null, headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(reply.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
  })

  it.each(['/', '/watches', '/status', '/usage', '/settings'])(
    '%s has a strict content security policy and nothing inline',
    async path => {
      const reply = await wares.call(path, { key: null })
      const policy = reply.headers['content-security-policy'] ?? ''
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
      expect(policy).not.toContain('unsafe')
      expect(policy).toContain(`img-src 'self' data: https: ${wares.sandboxOrigin}`)
      expect(reply.bytes.toString()).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
    },
  )

  it('are empty where nothing was built', () => {
    const empty = temporaryFolder('web')
    expect(readWebFiles(empty).size).toBe(0)
  })
})

describe('guest key', () => {
  it('is given to our own page on this machine, and opens the sandbox', async () => {
    const key = await guestKeyOf(wares)
    expect(key).toMatch(/^wares_/)
    const reply = await wares.call('/api/v1/scraper/sneakerhub/trends', { key })
    expect(reply.status).toBe(200)
  })

  it.each<[string, Record<string, string>]>([
    ['a program', {}],
    ['our own page', { 'sec-fetch-site': 'same-origin' }],
    ['a host name that resolves to this machine', { host: 'rebound.example:8080' }],
    ['a request through a proxy', { host: 'localhost', 'x-forwarded-for': '203.0.113.7' }],
  ])('is not in what the API tells %s', async (_, headers) => {
    const reply = await wares.call('/explorer.json', { key: null, headers })
    expect(reply.bytes.toString()).not.toContain('wares_')
  })

  it('stays with the sandbox when a real site is configured, and ends with it', async () => {
    const folder = temporaryFolder('guest')
    const file = join(folder, 'wares.yaml')
    const shop = 'reader:\n  hosts: [shop.example]\n'
    writeFileSync(file, `sandbox: true\n${shop}`)
    const kept = await startTestWares({ WARES_CONFIG: file })
    expect(await guestKeyOf(kept)).toMatch(/^wares_/)
    await kept.stop()
    writeFileSync(file, `sandbox: false\n${shop}`)
    const real = await startTestWares({ WARES_CONFIG: file })
    expect(await guestKeyOf(real)).toBeNull()
    await real.stop()
  })

  it.each<Record<string, string>>([{ WARES_PUBLIC_URL: 'https://wares.example' }, { WARES_HOST: '0.0.0.0' }])(
    'does not exist where others can reach the server: %j',
    async env => {
      const open = await startTestWares(env)
      const address = open.address.replace('0.0.0.0', '127.0.0.1')
      const reply = await callWares(address, open.key, '/explorer.json', { key: null })
      expect(reply.json()).toMatchObject({ guest_door: null })
      await open.stop()
    },
  )
})

describe.runIf(chromium)('in a browser', () => {
  let tab: MonitoredPage
  beforeAll(async () => {
    tab = await openPage()
  })
  afterAll(() => tab.close())
  afterEach(async () => {
    await tab.page.unrouteAll()
    tab.expectNothingElse()
  })
  const open = async (path: string) => {
    await tab.clear(wares.address)
    await tab.page.goto(wares.address + path)
    return tab.page
  }

  it('the status page shows current events', async () => {
    const page = await open('/status')
    await page.getByText('No problems at any').waitFor()
    await wares.call('/api/v1/scraper/sneakerhub/product', { query: { slug: 'x~blocked' } })
    await page.getByRole('link', { name: 'upstream_blocked' }).waitFor()
    await wares.call('/api/v1/scraper/sneakerhub/trends')
    const row = page.getByRole('row', { name: /^sneakerhub/ })
    await expect.poll(() => row.textContent()).toMatch(/\d+ s ago/)
    expect(await row.textContent()).toMatch(/\d\s(?:ms|s).*% of \d+closed/)
    await row
      .getByRole('img', { name: /^sneakerhub, 30 days: 1 of 2 requests answered, fewest on / })
      .waitFor()
    const rows = page.locator('.status tbody')
    expect(await rows.first().textContent()).toContain('sneakerhub')
    await expect.poll(() => rows.count()).toBe(wares.registry.sites.length)
    expect(await row.getByRole('link', { name: 'sneakerhub' }).getAttribute('href')).toContain(
      'sneakerhub.search',
    )
    await button(page, 'Details of sneakerhub').click()
    await rows
      .first()
      .getByText(/p50, .* p95 in 1 request$/)
      .first()
      .waitFor()
    await page.getByRole('img', { name: /^Fields present at sneakerhub, 30 days: / }).waitFor()
    // One answer without a field says nothing about the shop.
    expect((await page.locator('.status').allTextContents()).join()).not.toContain('Often missing')
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'status')
    await switchColours(page, 'dark')
    expect(await accessibilityViolations(page, 'colours')).toEqual([])
    await expectFitsPhone(page)
    await saveScreenshot(page, 'phone-status')
  })

  it('the settings page shows what is in effect, without secrets, to a key that may change the shops', async () => {
    const folder = temporaryFolder('settings-page')
    const file = join(folder, 'wares.yaml')
    writeFileSync(file, 'sandbox: true\n')
    const own = await startTestWares({
      WARES_CONFIG: file,
      WARES_SMTP_URL: 'smtps://me:hunter2@mail.example:465',
      WARES_SMTP_FROM: 'Wares <wares@shop.example>',
    })
    const { page } = tab
    await tab.clear(own.address)
    await page.goto(`${own.address}/settings`)
    await page.getByRole('rowheader', { name: 'See the usage of every key' }).waitFor()
    await page.getByText("npx wares keys create --name NAME --scope '*' usage:all").waitFor()
    await page.getByLabel('Enter another key').fill(own.key)
    expect(await accessibilityViolations(page)).toEqual([])
    await button(page, 'Use this key').last().click()
    await page.getByRole('cell', { name: /^smtps:.*@mail\.example/ }).waitFor()
    expect(await page.locator('main').textContent()).not.toContain('hunter2')
    expect(await page.getByRole('rowheader', { name: 'redis_url' }).count()).toBe(0)
    await page.getByLabel('Defaults and sandbox too').check()
    await page.getByRole('rowheader', { name: 'redis_url' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await switchColours(page, 'dark')
    await expectFitsPhone(page)
    await saveScreenshot(page, 'phone-settings')
    await page.goto('about:blank')
    await own.stop()
  })

  it.each(['/problems', '/problems/not_found', '/no-such-page'])(
    '%s is readable in light mode, and in dark mode on a phone, and links back',
    async path => {
      const page = await open(path)
      expect(await accessibilityViolations(page)).toEqual([])
      await switchColours(page, 'dark')
      await expectFitsPhone(page)
      expect(await accessibilityViolations(page, 'layout')).toEqual([])
      await saveScreenshot(page, `phone${path.replaceAll('/', '-')}`)
      await page.getByRole('link', { name: 'Explorer' }).click()
      await page.getByRole('button', { name: 'Run' }).waitFor()
    },
  )

  it('the usage page draws the calls by day and by operation, and what remains', async () => {
    const { id, key } = await wares.newKey({
      name: 'counted',
      scopes: ['*'],
      ratePerS: 20,
      burst: 40,
      monthlyQuota: 100,
    })
    const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const row = (day: string, operation: string, outcome: string, calls: number) =>
      Object.assign({ day, operation, outcome, calls }, { keyId: id, cache: 'miss', counted: 0 })
    await wares.store.usage.add([
      row(dayBefore(2), 'sneakerhub.search', 'ok', 12),
      row(dayBefore(0), 'sneakerhub.prices', 'not_found', 3),
    ])
    const page = await open('/usage')
    await page.getByText('Guest key', { exact: true }).click()
    await page.getByLabel('Your key').fill(key)
    await button(page, 'Use this key').click()
    await page.getByRole('rowheader', { name: 'sneakerhub.search' }).waitFor()
    await page.locator('.chart canvas').waitFor()
    await page.getByText(/^of 40 \(refills in \d s\)$/).waitFor()
    await page.getByText('of 100', { exact: true }).waitFor()
    const error = page
      .getByRole('region', { name: 'Requests by error' })
      .getByRole('row', { name: /^not_found/ })
    expect(await error.textContent()).toBe('not_found320.0%sneakerhub.prices (3)')
    const asked = page.waitForRequest(request => request.url().includes('/api/v1/usage?from='))
    await button(page, '7 days').click()
    const from = new URL((await asked).url()).searchParams.get('from') ?? ''
    expect(Math.floor((Date.now() - Date.parse(from)) / 86_400_000)).toBe(6)
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'usage')
  })

  it('the usage page shows the calls that its key really made', async () => {
    const page = await open('/#/sneakerhub.trends')
    await button(page, 'Run').click()
    await answeredWith(page, 200)
    await page.getByRole('link', { name: 'Usage' }).click()
    await page.getByRole('row', { name: /^sneakerhub\.trends/ }).waitFor()
  })

  it('the usage page shows all keys to a key that may see them', async () => {
    const { key } = await wares.newKey({ name: 'seer', scopes: ['*', 'usage:all'] })
    const other = await wares.newKey({ name: 'other', scopes: [] })
    await wares.call('/api/v1/scraper/sneakerhub/trends', { key: other.key })
    const page = await open('/usage')
    await page.getByText('Guest key', { exact: true }).click()
    const picker = page.getByRole('combobox', { name: /^Key/ })
    expect(await picker.count()).toBe(0)
    await page.getByLabel('Your key').fill(key)
    await button(page, 'Use this key').click()
    await page.getByRole('rowheader', { name: `other (${other.id})` }).waitFor()
    expect(await picker.inputValue()).toBe('all')
    await picker.selectOption(`other (${other.id})`)
    await page.getByRole('slider', { name: /^Requests by day, 1 in / }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, 'usage-of-all-keys')
  })

  it('the usage page asks for a key where one is needed', async () => {
    const page = await open('/usage')
    await page.getByText('Guest key', { exact: true }).click()
    await button(page, 'Forget the key').click()
    await page.getByRole('heading', { name: 'Key missing' }).waitFor()
    await page.getByLabel('Enter a key').waitFor()
  })
})
