// The list of screenshots: each page, and each kind of answer in the explorer.
import type { Page } from 'playwright-core'

export interface View {
  readonly name: string
  /** `ID` is replaced by the id of the watch with a history. */
  readonly path: string
  readonly needsHistory?: boolean
  readonly prepare?: (page: Page) => Promise<unknown>
}

const run = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText(/Answered with status/).waitFor({ state: 'attached' })
}

const answer = (id: string, query = ''): View => ({
  name: `answer-${id}`,
  path: `/#/${id}${query}`,
  prepare: run,
})

const tab = (name: string): View => ({
  name: `tab-${name.toLowerCase()}`,
  path: '/#/sneakerhub.product',
  async prepare(page) {
    // Only an answer that was just fetched has a recording and all its timings.
    await page.getByLabel('Cache').selectOption('bypass')
    await run(page)
    await page.getByRole('tab', { name, exact: true }).click()
  },
})

const find = (name: string, text: string): View => ({
  name: `find-${name}`,
  path: `/#?${new URLSearchParams({ find: text })}`,
  prepare: page => page.getByLabel('The same as code').waitFor(),
})

export const views: readonly View[] = [
  { name: 'find', path: '/' },
  {
    name: 'find-product',
    path: '/',
    async prepare(page) {
      await page.getByRole('button', { name: 'a URL', exact: true }).click()
      await page.getByLabel('The same as code').waitFor()
    },
  },
  {
    name: 'finder',
    path: '/',
    async prepare(page) {
      await page.getByLabel(/^Product URL/).waitFor()
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox', { name: 'Operation or page' }).fill('prices')
      await page.getByRole('option').first().waitFor()
    },
  },
  find('code', 'PV4272-660'),
  find('words', 'runner'),
  find('nothing', 'zeppelin'),
  answer('storefront.products'),
  answer('watchmarket.filters'),
  answer('watchmarket.search'),
  answer('watchmarket.product'),
  answer('sneakerhub.search'),
  answer('sneakerhub.prices'),
  answer('sneakerhub.trends'),
  answer('sneakerexchange.product'),
  answer('fastfashion1.product'),
  answer('luxurymarket.product'),
  answer('general.offers'),
  { ...answer('sneakerhub.product', '?slug=nothing~gone'), name: 'answer-problem' },
  { ...answer('sneakerhub.product', '?slug='), name: 'answer-wrong-parameter' },
  ...['JSON', 'Headers', 'Timing', 'Evidence'].map(tab),
  { name: 'status', path: '/status' },
  { name: 'usage', path: '/usage' },
  { name: 'watches', path: '/watches', needsHistory: true },
  { name: 'watch', path: '/watches#/ID', needsHistory: true },
  { name: 'reference', path: '/docs' },
  {
    name: 'reference-operation',
    path: '/docs/sneakerhub.prices',
    prepare: page => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'reference-guide',
    path: '/docs/guides/watches',
    prepare: page => page.locator('.guide-text > p').first().waitFor(),
  },
]
