// Problems in the explorer: magic words, wrong parameters, wrong keys, a busy server, a disabled site.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FaultCode } from '#kit/fault'
import { magicWords } from '../../src/runtime/sandbox-protocol.ts'
import type { TestWares } from '../start-wares.ts'
import { saveScreenshot } from './browser.ts'
import {
  button,
  chromium,
  expectProblem,
  type Explorer,
  field,
  panel,
  runOperation,
  useOwnExplorer,
} from './use-explorer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const SLUG = 'halvik-arc-runner-chestnut-pv4272-210'

/** Clicks the button of each magic word, which runs the call and puts the word into the URL, and expects its problem. */
async function simulate(
  explorer: Explorer<TestWares>,
  words: readonly (readonly [string, FaultCode])[],
): Promise<void> {
  const { page } = explorer
  await explorer.open('sneakerhub.product')
  await page.getByText('Simulate an error').click()
  for (const [word, code] of words) {
    const slug = `${SLUG}~${word}`
    // The problem in view may be that of the word before.
    const answered = page.waitForResponse(reply => new URL(reply.url()).searchParams.get('slug') === slug)
    await button(page, `~${word}`).click()
    expect(await (await answered).json(), word).toMatchObject({ code })
    await expect.poll(() => decodeURIComponent(page.url())).toContain(`sneakerhub.product?slug=${slug}`)
    await expectProblem(page, code)
    if (word === 'gone') await saveScreenshot(page, 'problem')
  }
}

describe.runIf(chromium)('explorer explains', () => {
  const explorer = useOwnExplorer()

  const words = Object.entries(magicWords).flatMap(([word, { brings }]) =>
    brings === null || word === 'timeout' ? [] : [[word, brings] as const],
  )
  it('the error of each magic word for a product', () => simulate(explorer, words))

  // A missing list is different from a missing product; the words of the network apply to both.
  it.each([
    'storefront.products',
    'watchmarket.search',
    'sneakerhub.search',
    'sneakerexchange.search',
    'electronicsretail.search',
  ])('the error of a magic word for a search: %s', async id => {
    const { page } = explorer
    await explorer.open(id)
    await page.getByText('Simulate an error').click()
    await button(page, '~blocked').click()
    await expectProblem(page, 'upstream_blocked')
    await expect.poll(() => field(page, 'query').inputValue()).toMatch(/\w~blocked$/)
    await button(page, '~changed').click()
    await expectProblem(page, 'upstream_changed')
    // The new word replaces the old one.
    await expect.poll(() => field(page, 'query').inputValue()).toMatch(/\w~changed$/)
  })

  it.each(['watchmarket.filters', 'sneakerhub.trends'])(
    'no magic word where none would work: %s',
    async id => {
      const { page } = explorer
      await explorer.open('sneakerhub.search')
      await page.getByText('Simulate an error').waitFor()
      await explorer.open(id)
      await page.getByRole('heading', { level: 1, name: id, exact: true }).waitFor()
      await page.getByText('Simulate an error').waitFor({ state: 'detached' })
    },
  )

  it('a wrong parameter, at its field', async () => {
    const { page } = explorer
    await explorer.open('sneakerhub.search')
    await field(page, 'query').fill('')
    await runOperation(page)
    await panel(page).getByText('Correct the field and run the request again.', { exact: true }).waitFor()
    await page.getByText('Enter the query.', { exact: true }).waitFor()
    await expect.poll(() => field(page, 'query').getAttribute('aria-invalid')).toBe('true')
  })

  it('one of several parameters is missing: the first field says so', async () => {
    const { page } = explorer
    await explorer.open('sneakerhub.product?slug=')
    await runOperation(page)
    await page.getByText('Fill in one of these fields.', { exact: true }).waitFor()
    await expect.poll(() => field(page, 'slug').getAttribute('aria-invalid')).toBe('true')
  })

  it('an unknown operation, without another in its place', async () => {
    const { page } = explorer
    await explorer.open('nonsense.operation')
    await page.getByText('There is no such operation here.').waitFor()
    expect(await button(page, 'Run').count()).toBe(0)
  })

  it('a URL that is not allowed', async () => {
    const { page } = explorer
    await explorer.open('watchmarket.product?url=https%3A%2F%2Felsewhere.example%2Fx')
    await runOperation(page)
    await expectProblem(page, 'url_not_allowed')
  })

  it.each(['wares_nonsense', 'späße'])('the wrong key %s is refused where it is entered', async key => {
    const { page } = explorer
    await explorer.open('sneakerhub.search')
    await page.getByText('Guest key', { exact: true }).click()
    await page.getByLabel('Your key').fill(key)
    await button(page, 'Use this key').click()
    await page.getByText('The server does not know this key, or it is revoked or expired.').waitFor()
    await page.getByText('Guest key', { exact: true }).waitFor()
    expect(await page.getByLabel('Your key').inputValue()).toBe(key)
  })

  it.each<[FaultCode, Parameters<TestWares['newKey']>[0]]>([
    ['key_not_allowed', { scopes: ['watchmarket'] }],
    ['rate_limited', { ratePerS: 0.01, burst: 1 }],
    ['quota_exceeded', { monthlyQuota: 1 }],
  ])('a key with the error %s', async (code, wanted) => {
    const { page, wares } = explorer
    await explorer.open('sneakerhub.search')
    await explorer.giveKey((await wares.newKey(wanted)).key)
    await runOperation(page)
    if (!wanted?.scopes) await runOperation(page)
    await expectProblem(page, code)
  })

  it('a missing key', async () => {
    const { page } = explorer
    await explorer.open('sneakerhub.search')
    await page.getByText('Guest key', { exact: true }).click()
    await button(page, 'Forget the key').waitFor()
    await page.keyboard.press('Escape')
    await button(page, 'Forget the key').waitFor({ state: 'hidden' })
    await page.getByText('Guest key', { exact: true }).click()
    await button(page, 'Forget the key').click()
    await page.getByText('No key').waitFor()
    await runOperation(page)
    await expectProblem(page, 'missing_key')
  })

  it('where to read about all other errors', async () => {
    const { page } = explorer
    await explorer.open(`sneakerhub.product?slug=${SLUG}~gone`)
    await runOperation(page)
    await panel(page).getByRole('link', { name: 'not_found' }).click()
    await page.getByText('What to do:').waitFor()
    expect(new URL(page.url()).pathname).toBe('/problems/not_found')
  })
})

describe.runIf(chromium)('explorer with a short deadline', () => {
  const explorer = useOwnExplorer({ WARES_DEADLINE_MS: '1000' })

  it('explains that a shop did not answer', () => simulate(explorer, [['timeout', 'upstream_timeout']]))
})

describe.runIf(chromium)('explorer with a disabled site', () => {
  // Nothing here requests the site that has an origin.
  const explorer = useOwnExplorer({ WARES_SITE_SNEAKERHUB_ORIGIN: 'https://shop.example' })

  it('does not offer it, and says what to do', async () => {
    const { page } = explorer
    await explorer.open('departmentstore.product')
    await page.getByText('set sites.departmentstore.origin in wares.yaml').waitFor()
    expect(await page.locator('.layout nav').textContent()).not.toContain('departmentstore')
  })
})

describe.runIf(chromium)('explorer of an overloaded server', () => {
  const folder = temporaryFolder('busy')
  const file = join(folder, 'wares.yaml')
  // Half of the limit may go to one site.
  writeFileSync(file, 'limits: { in_flight: 2 }\n')
  const explorer = useOwnExplorer({ WARES_CONFIG: file })

  it('explains that the call was rejected', async () => {
    const { page, wares } = explorer
    await explorer.open('sneakerhub.trends')
    await button(page, 'Run').waitFor()
    const inFlight = async () => (await wares.call('/status.json')).json<{ in_flight: object }>().in_flight
    const waiting = new AbortController()
    const query = new URLSearchParams({ slug: `${SLUG}~timeout` })
    const blocked = fetch(`${wares.address}/api/v1/scraper/sneakerhub/product?${query}`, {
      headers: { 'x-api-key': wares.key },
      signal: waiting.signal,
    }).catch((error: unknown) => error)
    await expect.poll(inFlight).toEqual({ sneakerhub: 1 })
    expect(await runOperation(page)).toBe(503)
    await expectProblem(page, 'overloaded')
    waiting.abort()
    expect(await blocked).toMatchObject({ name: 'AbortError' })
    await expect.poll(inFlight).toEqual({ sneakerhub: 0 })
    await button(page, 'Try again').click()
    await panel(page).locator('.rows tbody tr').first().waitFor()
  })
})
