// Runs operations from the explorer with their examples, one for each view, or all of them: the right view, which fits a phone, and the unchanged JSON.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { openApiDocument } from '../../src/serve/http/openapi/openapi-document.ts'
import { sites } from '../../adapters/sites/index.ts'
import { type Operation, readSites } from '../../web/src/model/operation-list.ts'
import type { SearchAnswer } from '../../web/src/model/general.ts'
import { TRIES_ALL } from '../sample.ts'
import { expectFitsPhone, loadAllImages, saveScreenshot } from './browser.ts'
import { chromium, panel, runOperation, type SharedWares, sharedWares, useExplorer } from './use-explorer.ts'

const ROWS = '.rows tbody tr'

/** How an answer is shown: its view, and how many of it. */
interface View {
  readonly kind: 'product' | 'search' | 'offers' | 'rows'
  readonly selector: string
  readonly count: (answer: unknown, wares: SharedWares) => number | Promise<number>
}

const only = () => 1
const product: View = { kind: 'product', selector: '.found h2', count: only }
const VIEWS: Readonly<Record<string, View>> = {
  'general.product': product,
  'general.search': {
    kind: 'search',
    selector: '.item',
    count: answer => (answer as SearchAnswer).results.length,
  },
  'general.offers': { kind: 'offers', selector: '.offers', count: only },
  'general.catalog': { kind: 'rows', selector: ROWS, count: answer => rowsShown(answer, 'products') },
  'watchmarket.search': { kind: 'rows', selector: ROWS, count: answer => rowsShown(answer, 'results') },
  'storefront.products': product,
}

function viewOf({ id, site, general, example }: Operation): View {
  const own = VIEWS[id]
  if (own) return own
  if (general.includes('search'))
    return {
      kind: 'search',
      selector: '.item',
      count: async (_, wares) => {
        const query = { query: String(example.query), sites: site }
        return (await wares.call('/api/v2/search', { query })).json<SearchAnswer>().results.length
      },
    }
  return general.includes('product')
    ? product
    : { kind: 'rows', selector: ROWS, count: answer => rowsShown(answer) }
}

type Document = Parameters<typeof readSites>[0]
const all = readSites(openApiDocument(createRegistry(sites), '0') as unknown as Document).flatMap(
  site => site.operations,
)
/** The last operation of each view, with a second call for the general shape and without. */
const samples = Object.values(
  Object.groupBy(all, one => `${viewOf(one).kind} ${one.general.join()}`),
).flatMap(group => group?.slice(-1) ?? [])

describe.runIf(chromium)('explorer shows the answer of', () => {
  const explorer = useExplorer()
  let operations: readonly Operation[]
  beforeAll(async () => {
    const document = await sharedWares().call('/openapi.json')
    operations = readSites(document.json()).flatMap(site => site.operations)
  })

  it.each((TRIES_ALL ? all : samples).map(({ id }) => id))('%s, on a screen and on a phone', async id => {
    const { page, wares } = explorer
    await explorer.open(id)
    expect(await runOperation(page)).toBe(200)
    const operation = operations.find(one => one.id === id) ?? expect.fail(`${id} is not in the document`)
    const query = operation.example as Record<string, string>
    const answer = (await wares.call(operation.path, { query })).json<unknown>()
    const { selector, count } = viewOf(operation)
    await expect.poll(() => panel(page).locator(selector).count()).toBe(await count(answer, wares))
    await loadAllImages(page)
    await saveScreenshot(page, id)
    expect(await brokenPictures(page)).toEqual([])
    await expectFitsPhone(page)
    await saveScreenshot(page, `phone-${id}`)
    await page.getByRole('tab', { name: 'JSON' }).click()
    await page.getByRole('button', { name: 'Expand all' }).click()
    const shown = page.getByRole('region', { name: 'JSON' })
    await shown.waitFor()
    await expect.poll(async () => JSON.parse((await shown.textContent()) ?? '') as unknown).toEqual(answer)
  })
})

/** Of a long table the rest is shown when asked for. */
function rowsShown(answer: unknown, list?: string): number {
  const rows = list === undefined ? answer : (answer as Readonly<Record<string, unknown>>)[list]
  return Math.min((rows as readonly unknown[]).length, 40)
}

/** Images that failed to load, before and after the page has replaced them by text. */
async function brokenPictures(page: Page): Promise<string[]> {
  const empty = await panel(page)
    .locator('img')
    .evaluateAll(all =>
      all.flatMap(one => ((one as HTMLImageElement).naturalWidth > 0 ? [] : [one.outerHTML])),
    )
  return [...empty, ...(await panel(page).getByText('picture failed to load').allTextContents())]
}
