// Iterates over the pages of a list until the shop has no more.
import type { Row } from './operation.ts'
import type { Params } from './request.ts'

/** Ends at an empty page, at a repeated page (some shops repeat their last page) or at the last allowed page. */
export async function* iteratePages<R>(
  row: Row,
  params: Params,
  askPage: (params: Params) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const last = row.pageMax ?? 1
  let before = ''
  for (let page = Number(params.page ?? 1); page <= last; page++) {
    const data = await askPage({ ...params, page })
    const items = itemsOfPage(row, data)
    const now = JSON.stringify(items)
    if (items.length === 0 || now === before) return
    before = now
    yield data
  }
}

export async function* iterateItems<R>(
  row: Row,
  pages: AsyncIterable<R>,
): AsyncGenerator<unknown, void, undefined> {
  for await (const data of pages) yield* itemsOfPage(row, data)
}

function itemsOfPage(row: Row, data: unknown): readonly unknown[] {
  const list = row.list === undefined ? data : (data as Readonly<Record<string, unknown>>)[row.list]
  return list as readonly unknown[]
}
