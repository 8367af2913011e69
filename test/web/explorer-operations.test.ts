// Runs operations from the explorer with their examples, one for each view, or all of them: the right view, which fits a phone, and the unchanged JSON.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRegistry } from '../../src/engine/request/registry.ts'
import { openApiDocument } from '../../src/http/openapi/openapi.ts'
import { sites } from '../../sites/index.ts'
import { type Operation, readSites } from '../../web/src/model/operations.ts'
import { type Shape, shapeOf } from '../../web/src/shape/classify.ts'
import { TRIES_ALL } from '../sample.ts'
import { expectFitsPhone, loadAllImages, saveScreenshot } from './browser.ts'
import { chromium, panel, runOperation, sharedWares, useExplorer } from './use-explorer.ts'

const VIEWS: Record<Shape['kind'], string> = {
  groups: '.groups > .card',
  items: '.item',
  products: '.product h2',
  rows: '.rows tbody tr',
  found: '.item',
  product: '.product h2',
  tree: '.tree',
}

/** Ranked items have their own. */
const viewOf = (shape: Shape) => `${shape.kind} ${shape.kind === 'items' && shape.ranked}`

type Document = Parameters<typeof readSites>[0]
const all = readSites(openApiDocument(createRegistry(sites), '0') as unknown as Document).flatMap(
  site => site.operations,
)
/** The first operation of each view; web-model.test.ts has the view of every operation. */
const firsts = Object.values(Object.groupBy(all, one => viewOf(shapeOf(one)))).flatMap((group = []) =>
  group.slice(0, 1),
)

describe.runIf(chromium)('explorer shows the answer of', () => {
  const explorer = useExplorer()
  let operations: readonly Operation[]
  beforeAll(async () => {
    const document = await sharedWares().call('/openapi.json')
    operations = readSites(document.json()).flatMap(site => site.operations)
  })

  it.each((TRIES_ALL ? all : firsts).map(({ id }) => id))('%s, on a screen and on a phone', async id => {
    const { page, wares } = explorer
    await explorer.open(id)
    expect(await runOperation(page)).toBe(200)
    const operation = operations.find(one => one.id === id) ?? expect.fail(`${id} is not in the document`)
    const query = operation.example as Record<string, string>
    const answer = (await wares.call(operation.path, { query })).json<unknown>()
    const shape = shapeOf(operation)
    const list = shape.kind === 'found' ? (answer as Record<string, unknown[]>)[shape.list] : answer
    const count = Array.isArray(list) ? shownCount(shape.kind, list) : 1
    await expect.poll(() => panel(page).locator(VIEWS[shape.kind]).count()).toBe(count)
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

/** Products are shown one card at a time; a filter in both spellings (`dial_color`, `dialColor`) is shown once. */
function shownCount(kind: Shape['kind'], list: readonly unknown[]): number {
  if (kind === 'products') return 1
  if (kind !== 'groups') return list.length
  return new Set(list.map(one => (one as { id: string }).id.replaceAll('_', '').toLowerCase())).size
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
