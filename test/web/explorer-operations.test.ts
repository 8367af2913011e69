// Each operation run from the explorer with its example: the view that fits its answer, and the JSON as it came.
import { describe, expect, it } from 'vitest'
import { createRegistry } from '../../src/engine/registry.ts'
import { sites } from '../../sites/index.ts'
import { readSites } from '../../web/src/model/operations.ts'
import { type Shape, shapeOf } from '../../web/src/shape/classify.ts'
import { saveScreenshot } from './browser.ts'
import { chromium, panel, runOperation, useExplorer } from './use-explorer.ts'

const VIEWS: Record<Shape['kind'], string> = {
  groups: '.groups > .card',
  items: '.item',
  products: '.product h2',
  rows: '.rows tbody tr',
  found: '.item',
  product: '.product h2',
  tree: '.tree',
}

describe.runIf(chromium)('the explorer shows the answer of', () => {
  const explorer = useExplorer()

  it.each(createRegistry(sites).entries.map(({ operation }) => operation.id))('%s', async id => {
    const { page, wares } = explorer
    await explorer.open(id)
    expect(await runOperation(page)).toBe(200)
    const entry = wares.registry.byId.get(id)
    const answer = (
      await wares.call(entry?.path ?? '', { query: entry?.example as Record<string, string> })
    ).json<unknown>()
    const all = readSites((await wares.call('/openapi.json')).json()).flatMap(site => site.operations)
    const shape = shapeOf(all.find(one => one.id === id) ?? expect.fail(`${id} is not in the document`))
    const list = shape.kind === 'found' ? (answer as Record<string, unknown[]>)[shape.list] : answer
    const count = Array.isArray(list) ? shownCount(shape.kind, list) : 1
    expect(await panel(page).locator(VIEWS[shape.kind]).count()).toBe(count)
    await saveScreenshot(page, id)
    expect(await brokenPictures(page)).toEqual([])
    await page.getByRole('tab', { name: 'JSON' }).click()
    expect(JSON.parse((await page.getByRole('region', { name: 'JSON' }).textContent()) ?? '')).toEqual(answer)
  })
})

/** Products are one card at a time; a filter in both spellings (`dial_color`, `dialColor`) is shown once. */
function shownCount(kind: Shape['kind'], list: readonly unknown[]): number {
  if (kind === 'products') return 1
  if (kind !== 'groups') return list.length
  return new Set(list.map(one => (one as { id: string }).id.replaceAll('_', '').toLowerCase())).size
}

/** Pictures that were asked for and did not come; the page has put a word in their place. */
function brokenPictures(page: ReturnType<typeof useExplorer>['page']): Promise<string[]> {
  return panel(page).getByText('picture failed to load').allTextContents()
}
