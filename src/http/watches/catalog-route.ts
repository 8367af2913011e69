// The route of a watched catalogue: its products, or those of one change, page by page.
import type { AdmitParts } from '../admit.ts'
import { acceptsCsv, type TableFormat, takeFormat } from '../csv-answer.ts'
import type { Exchange } from '../exchange.ts'
import { parseQueryParams } from '../operation-handler.ts'
import { sendJson } from '../respond.ts'
import type { Route } from '../route.ts'
import { Fault } from '../../kit/fault.ts'
import type { ColumnHead } from '../../table/columns.ts'
import { BYTE_ORDER_MARK } from '../../table/csv.ts'
import { parquetBytes } from '../../table/parquet-file.ts'
import { csvLine } from '../../table/table-file.ts'
import type { HistoryStore } from '../../watch/history-store.ts'
import type { CatalogProductTable } from '../../watch/tables.ts'
import { iso } from '../../watch/view.ts'
import { CATALOG_OPERATION } from '../../watch/watch.ts'
import type { WatchActions } from '../../watch/watch-actions.ts'
import {
  accessOfCaller,
  admitWatches,
  idOf,
  invalid,
  readLimit,
  readQuery,
  sendTable,
} from './watch-routes.ts'
import { newsOfChange } from '../../watch/catalog/catalog-news.ts'
import type { CatalogStore, ProductFilter } from '../../watch/catalog/catalog-store.ts'

export interface CatalogRouteParts extends AdmitParts {
  readonly actions: WatchActions
  readonly catalogs: CatalogStore
  readonly history: HistoryStore
}

const PAGE_DEFAULT = 100
const PAGE_MAX = 1_000

export function catalogRoute(parts: CatalogRouteParts): Route {
  return {
    path: '/api/v2/watches/:id/products',
    methods: ['GET', 'HEAD'],
    admit: exchange => admitWatches(parts, exchange),
    handle: exchange => answerProducts(exchange, parts),
  }
}

async function answerProducts(exchange: Exchange, parts: CatalogRouteParts): Promise<void> {
  const { request } = exchange
  const { given, format } = takeFormat(parseQueryParams(request.url ?? ''))
  const values = readQuery(given, ['change', 'after', 'limit'])
  const watch = await parts.actions.find(idOf(exchange), accessOfCaller(exchange))
  if (watch.operation !== CATALOG_OPERATION)
    throw new Fault('not_found', `${watch.id} watches no catalogue; its history is at /history`)
  const limit = readLimit(values, PAGE_DEFAULT, PAGE_MAX)
  const { baseline } = await parts.catalogs.read(watch.id)
  const baselineRun = baseline?.run ?? 0
  const after = values.get('after') ?? ''
  const filter = { baselineRun, ...(await runOf(parts, watch.id, values.get('change'))), after, limit }
  const rows = await parts.catalogs.page(watch.id, filter)
  const next = rows.length === limit ? (rows.at(-1)?.key ?? null) : null
  const products = rows.map(row => productView(row, baselineRun))
  const wanted = format ?? (acceptsCsv(request.headers.accept) ? 'csv' : 'json')
  if (wanted !== 'json') return sendTable(exchange, wanted, tableOf(products, wanted), `${watch.id}-products`)
  sendJson(exchange, 200, { watch: watch.id, products, next }, ['cache-control', 'private, no-store'])
}

async function runOf(
  { history }: CatalogRouteParts,
  watchId: string,
  text: string | undefined,
): Promise<Pick<ProductFilter, 'addedIn' | 'removedIn'>> {
  if (text === undefined) return {}
  const change = /^\d{1,15}$/.test(text) ? await history.change(Number(text)) : undefined
  const news = change?.watchId === watchId ? newsOfChange(change) : undefined
  if (!news) throw invalid('change', 'change must be the id of a change of this catalogue')
  return change?.type === 'catalog.removed' ? { removedIn: news.run } : { addedIn: news.run }
}

const COLUMNS: readonly ColumnHead[] = [
  { name: 'url', type: 'text', isList: false },
  { name: 'name', type: 'text', isList: false },
  { name: 'image', type: 'text', isList: false },
  { name: 'state', type: 'text', isList: false },
  { name: 'first_seen', type: 'timestamp', isList: false },
  { name: 'last_seen', type: 'timestamp', isList: false },
  { name: 'removed_at', type: 'timestamp', isList: false },
]

/** `unlisted`: no longer in the list, but its page does not say that it is gone. */
function productView(row: CatalogProductTable, baselineRun: number): Record<string, string | null> {
  const isListed = row.seen_run >= baselineRun
  return {
    url: row.url,
    name: row.name,
    image: row.image,
    state: row.removed_run > 0 ? 'removed' : isListed ? 'listed' : 'unlisted',
    first_seen: iso(row.first_seen),
    last_seen: iso(row.last_seen),
    removed_at: row.ended === null ? null : iso(row.ended),
  }
}

function tableOf(products: readonly Record<string, string | null>[], format: TableFormat): Buffer {
  const rows = products.map(product => COLUMNS.map(({ name }) => product[name] ?? null))
  if (format === 'parquet') return parquetBytes(COLUMNS, rows)
  const lines = [COLUMNS.map(({ name }) => name), ...rows].map(csvLine)
  return Buffer.from(`${format === 'csv-excel' ? BYTE_ORDER_MARK : ''}${lines.join('')}`)
}
