// The explorer in a real browser: every operation, errors of every class, the ways on, the keyboard, the phone, the dark.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRegistry } from '../../src/engine/registry.ts'
import { type FaultCode, faultTable } from '../../src/kit/fault.ts'
import { sites } from '../../src/sites/index.ts'
import { readSites } from '../../web/src/model/operations.ts'
import { type Shape, shapeOf } from '../../web/src/shape/classify.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import {
  buildWeb,
  findChromium,
  openBrowser,
  openPage,
  picture,
  seriousFindings,
  type Watched,
} from './browser.ts'

const chromium = findChromium()
const run = promisify(execFile)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const panel = (page: Page) => page.locator('#answer-panel')
const field = (page: Page, name: string) => page.locator(`#field-${name}`)

/** Runs what the form holds, and gives the status of the answer. */
async function runIt(page: Page): Promise<number> {
  await button(page, 'Run').click()
  const said = page.getByText(/Answered with status/)
  await said.waitFor({ state: 'attached' })
  return Number(/\d+/.exec((await said.textContent()) ?? '')?.[0])
}

describe.runIf(chromium)('the explorer', () => {
  let wares: TestWares
  let browser: Browser
  let watched: Watched
  let page: Page

  beforeAll(async () => {
    await buildWeb()
    wares = await startTestWares({ WARES_DEADLINE_MS: '8000' })
    browser = await openBrowser(chromium ?? '')
  })
  afterAll(async () => {
    await browser.close()
    await wares.stop()
  })
  beforeEach(async () => {
    watched = await openPage(browser, wares.address)
    ;({ page } = watched)
  })
  afterEach(async () => {
    expect([...watched.hosts]).toEqual(['127.0.0.1'])
    expect(watched.complaints).toEqual([])
    await watched.close()
  })

  const open = (hash: string) => page.goto(`${wares.address}/#/${hash}`)

  describe('shows the answer of', () => {
    const VIEWS: Record<Shape['kind'], string> = {
      groups: '.groups > .card',
      items: '.item',
      products: '.product h2',
      rows: '.rows tbody tr',
      found: '.item',
      product: '.product h2',
      tree: '.tree',
    }
    it.each(createRegistry(sites).entries.map(({ operation }) => operation.id))('%s', async id => {
      await open(id)
      expect(await runIt(page)).toBe(200)
      const entry = wares.registry.byId.get(id)
      const answer = (
        await wares.call(entry?.path ?? '', { query: entry?.example as Record<string, string> })
      ).json<unknown>()
      const all = readSites((await wares.call('/openapi.json')).json()).flatMap(site => site.operations)
      const shape = shapeOf(all.find(one => one.id === id) ?? expect.fail(`${id} is not in the document`))
      const list = shape.kind === 'found' ? (answer as Record<string, unknown[]>)[shape.list] : answer
      const count = Array.isArray(list) && shape.kind !== 'products' ? list.length : 1
      expect(await panel(page).locator(VIEWS[shape.kind]).count()).toBe(count)
      await button(page, 'Run').scrollIntoViewIfNeeded()
      await picture(page, id)
      await page.getByRole('tab', { name: 'JSON' }).click()
      expect(JSON.parse((await page.getByRole('region', { name: 'JSON' }).textContent()) ?? '')).toEqual(
        answer,
      )
    })
  })

  describe('explains', () => {
    const MAGIC: [string, FaultCode][] = [
      ['gone', 'not_found'],
      ['blocked', 'upstream_blocked'],
      ['changed', 'upstream_changed'],
      ['busy', 'upstream_busy'],
      ['timeout', 'upstream_timeout'],
      ['reset', 'upstream_failed'],
      ['truncated', 'upstream_failed'],
      ['huge', 'upstream_failed'],
      ['robots', 'robots_disallowed'],
    ]
    const expectProblem = async (code: FaultCode) => {
      const { title, next } = faultTable[code]
      await panel(page).getByRole('heading', { name: title, exact: true }).waitFor()
      await panel(page).getByText(next.replaceAll('`', ''), { exact: true }).waitFor()
    }

    it.each(MAGIC)('what ~%s brings', async (word, code) => {
      await open('sneakerhub.product')
      await page.getByText('Meet an error').click()
      await button(page, `~${word}`).click()
      await expectProblem(code)
      if (word === 'gone') await picture(page, 'problem')
      expect(decodeURIComponent(page.url())).toContain(
        `sneakerhub.product?slug=halvik-arc-runner-chestnut-pv4272-210~${word}`,
      )
    })

    it('a parameter that is wrong, at its field', async () => {
      await open('sneakerhub.search')
      await field(page, 'query').fill('')
      await runIt(page)
      await expectProblem('invalid_parameter')
      expect(await field(page, 'query').getAttribute('aria-invalid')).toBe('true')
    })

    it('an address that is not allowed', async () => {
      await open('watchmarket.product?url=https%3A%2F%2Felsewhere.example%2Fx')
      await runIt(page)
      await expectProblem('url_not_allowed')
    })

    it.each<[FaultCode, Parameters<TestWares['newKey']>[0] | undefined]>([
      ['invalid_key', undefined],
      ['key_not_allowed', { scopes: ['watchmarket'] }],
      ['rate_limited', { ratePerS: 0.01, burst: 1 }],
      ['quota_exceeded', { monthlyQuota: 1 }],
    ])('a key that brings %s', async (code, wanted) => {
      await open('sneakerhub.search')
      await giveKey(wanted ? (await wares.newKey(wanted)).key : 'wares_nonsense')
      await runIt(page)
      if (wanted && !wanted.scopes) await runIt(page)
      await expectProblem(code)
    })

    it('a key that is missing', async () => {
      await page.getByText('Sandbox key').click()
      await button(page, 'Forget the key').click()
      await runIt(page)
      await expectProblem('missing_key')
    })
  })

  async function giveKey(key: string): Promise<void> {
    await page.getByText(/^(?:Sandbox key|No key|Key )/).click()
    await page.getByLabel('Your key').fill(key)
    await button(page, 'Use this key').click()
  }

  it('shows that a call runs, and cancels it', async () => {
    await open('sneakerhub.product?slug=halvik-arc-runner-chestnut-pv4272-210~timeout')
    await button(page, 'Run').click()
    await page.getByRole('progressbar').waitFor()
    await button(page, 'Cancel').click()
    await page.getByText(/^Cancelled after/).waitFor()
    await button(page, 'Run').waitFor()
  })

  it('keeps the key in the session of the tab and nowhere else', async () => {
    await giveKey(wares.key)
    await open('sneakerhub.search')
    await runIt(page)
    const places = await page.evaluate(() => ({
      session: Object.values(sessionStorage),
      local: Object.keys(localStorage),
      cookie: document.cookie,
      text: document.documentElement.outerHTML + location.href,
    }))
    expect(places).toMatchObject({ session: [wares.key], local: [], cookie: '' })
    expect(places.text).not.toContain(wares.key)
  })

  it('leads from a search to the product, from there to its prices, and back', async () => {
    await open('sneakerhub.search')
    await runIt(page)
    const name = await panel(page).locator('.item h3').first().textContent()
    await panel(page).locator('.item h3 a').first().click()
    await panel(page).locator('.product h2').waitFor()
    expect(await panel(page).locator('.product h2').textContent()).toBe(name)
    await panel(page).getByRole('link', { name: 'Prices of this product' }).click()
    await panel(page)
      .getByRole('heading', { name: /Prices by size/ })
      .waitFor()
    await panel(page).locator('.chart canvas').waitFor()
    await page.goBack()
    await panel(page).locator('.product h2').waitFor()
  })

  it('leads from a filter to the search that it narrows', async () => {
    await open('watchmarket.filters')
    await runIt(page)
    await panel(page).getByRole('link', { name: /Black/ }).first().click()
    await panel(page).locator('.distribution').waitFor()
    expect(page.url()).toMatch(/watchmarket\.search\?dial_?[cC]olor=702/)
  })

  it('says what the cache did and what is absent, and where the time went', async () => {
    await open('sneakerhub.trends')
    await runIt(page)
    await runIt(page)
    await page.getByText(/from cache, \d+ s old, fresh for \d+ s/).waitFor()
    await page.getByText('2 fields absent').click()
    await page.getByText('/*/retail_price_cents').waitFor()
    await page.locator('label', { hasText: 'Cache' }).locator('select').selectOption('anew')
    await button(page, 'Run').click()
    await page.getByText('read from the shop').waitFor()
    await page.getByRole('tab', { name: 'Timing' }).click()
    await panel(page).getByRole('rowheader', { name: 'Reading the page' }).waitFor()
    await picture(page, 'timing')
  })

  it('marks an absent field instead of its neutral value', async () => {
    await open('departmentstore.product')
    await runIt(page)
    await page.getByText('All fields').click()
    expect(await panel(page).getByText('not given').count()).toBeGreaterThan(0)
  })

  it('searches the JSON and steps through what it found', async () => {
    await open('sneakerhub.search')
    await runIt(page)
    await page.getByRole('tab', { name: 'JSON' }).click()
    await page.getByRole('searchbox').fill('"slug"')
    await page.getByText('1 of 12').waitFor()
    await page.getByRole('searchbox').press('Enter')
    await page.getByText('2 of 12').waitFor()
    await picture(page, 'json')
  })

  it('gives code that makes the very call', async () => {
    await open('watchmarket.search')
    await runIt(page)
    const shown = async (language: string) => {
      await page.getByRole('tab', { name: language }).click()
      return (await page.locator('#code-panel').textContent()) ?? ''
    }
    const env = { ...process.env, WARES_KEY: wares.key }
    const expected = (
      await wares.call('/api/v1/scraper/watchmarket/search', { query: { query: 'diver', dial_color: '702' } })
    ).json()
    const curl = await run('bash', ['-c', `${await shown('curl')} -s`], { env })
    expect(JSON.parse(curl.stdout)).toEqual(expected)
    const script = `${await shown('TypeScript')}\nconsole.log(JSON.stringify(answer))`
    const node = await run(process.execPath, ['--input-type=module', '-e', script], { env })
    expect(JSON.parse(node.stdout)).toEqual(expected)
    expect(await shown('Python')).toContain('("dial_color", "702")')
    expect(await shown('HTTPie')).toContain('dial_color==702')
  })

  it('works by the keyboard alone', async () => {
    await open('sneakerhub.search')
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await page.bringToFront()
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    const tabTo = async (wanted: string | RegExp) => {
      for (let step = 0; step < 40; step++) {
        await page.keyboard.press('Tab')
        const text = (await focused()).trim()
        if (typeof wanted === 'string' ? text === wanted : wanted.test(text)) return
      }
      expect.fail(`Tab did not come to ${String(wanted)}`)
    }
    await tabTo('Run')
    await page.keyboard.press('Enter')
    await page.getByText(/Answered with status 200/).waitFor({ state: 'attached' })
    await tabTo('Answer')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe('JSON')
    await page.keyboard.press('ArrowLeft')
    const name = (await panel(page).locator('.item h3').first().textContent()) ?? ''
    await tabTo(name)
    await page.keyboard.press('Enter')
    await panel(page).locator('.product h2').waitFor()
    expect(await focused()).toBe('sneakerhub.product')
  })

  describe('on a phone', () => {
    beforeEach(async () => {
      await watched.close()
      watched = await openPage(browser, wares.address, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
      })
      ;({ page } = watched)
    })

    it.each([
      'sneakerhub.search',
      'sneakerhub.prices',
      'watchmarket.search',
      'departmentstore.product',
      'sportswear.product',
    ])('%s fits, chosen from the one field', async id => {
      await page.getByLabel('Operation', { exact: true }).selectOption(id)
      await runIt(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      await picture(page, `phone-${id}`)
    })
  })

  describe.each(['light', 'dark'] as const)('in the %s', colorScheme => {
    beforeEach(async () => {
      await watched.close()
      watched = await openPage(browser, wares.address, { colorScheme })
      ;({ page } = watched)
    })

    it('has the colours of its name', async () => {
      const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      const light = Number(/\d+/.exec(colour)?.[0]) > 128
      expect(light).toBe(colorScheme === 'light')
    })

    it.each([
      'sneakerhub.search',
      'sneakerhub.prices',
      'sneakerhub.trends',
      'watchmarket.search',
      'watchmarket.filters',
      'departmentstore.product',
    ])('has no serious finding of the accessibility checker: %s', async id => {
      await open(id)
      await runIt(page)
      expect(await seriousFindings(page)).toEqual([])
      await picture(page, `${colorScheme}-${id}`)
    })

    it('has none with a problem, the JSON and the timing in view', async () => {
      await open('sneakerhub.product?slug=nothing~gone')
      await runIt(page)
      await page.getByText('Meet an error').click()
      expect(await seriousFindings(page)).toEqual([])
      await page.getByRole('tab', { name: 'JSON' }).click()
      expect(await seriousFindings(page)).toEqual([])
      await page.getByRole('tab', { name: 'Timing' }).click()
      expect(await seriousFindings(page)).toEqual([])
    })
  })

  it('paints within a second', async () => {
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    )
    expect(paint).toBeLessThan(1_000)
  })
})
