// Runs an operation on the pages fetched so far. Returns its result as bytes, or the pages that it needs next.
// Pure, so that it can run on any thread: `load` starts from the beginning each time and finds the pages fetched so far.
import { applyDefaults, type CompleteResult } from '#kit/schema/apply-defaults'
import type { Get } from '#kit/page/get'
import { Fault } from '#kit/fault'
import type { Page } from '#kit/page/page'
import type { ParamValues } from '#kit/params/param-specs'
import { checkPrintedPrices } from '#kit/page/printed-prices'
import {
  createGet,
  type FetchedPages,
  isHtml,
  isShortLived,
  type SkippedDocument,
  loadedOrStalled,
  type PageRequest,
} from './fetched-pages.ts'
import { serialiseResult } from './read-result.ts'
import { loadGeneral, readPageUrl } from './read-general.ts'
import { explainByPageKind } from './page-verdict.ts'
import type { SiteOperation } from './site-operation.ts'
import type { OperationCall, TaskStep } from './task.ts'

type OperationEntry = Pick<SiteOperation, 'site' | 'operation' | 'check' | 'explain'>

interface ReadInput extends Omit<OperationCall, 'kind' | 'operation'> {
  readonly fetched: FetchedPages
}

export async function readOperation(entry: OperationEntry, input: ReadInput): Promise<TaskStep> {
  try {
    return await readDocuments(entry, input)
  } catch (error) {
    const { isOther, params, view: site, fetched } = input
    throw explainByPageKind(error, { operation: entry.operation, isOther, params, site, fetched })
  }
}

async function readDocuments(
  entry: OperationEntry,
  { isOther, params, view: site, fetched, reading }: ReadInput,
): Promise<TaskStep> {
  const { operation } = entry
  const missing = new Map<string, PageRequest>()
  const leftOut: SkippedDocument[] = []
  const get = createGet(fetched, missing, leftOut)
  const way = isOther && operation.otherWay ? operation.otherWay : operation
  const load = (from: Get) => way.load(params, from, site)
  const loaded = await loadedOrStalled(load(get), missing)
  if (!loaded) return { kind: 'needs', requests: [...missing.values()] }
  const subject = { site: entry.site, params, view: site, fetched }
  const general = reading && (await loadGeneral(subject, reading, loaded.pages, load))
  if (general?.kind === 'needs') return general
  const draft = operation.extract(loaded.pages, params, site)
  const pageUrl = fetched.values().some(isHtml)
    ? undefined
    : (givenUrl(operation, params) ?? readPageUrl(subject, operation.id, loaded.pages))
  const currency = searchCurrency(entry, loaded.pages)
  const complete = serialiseResult(completeResult(entry, draft, fetched))
  const result = { ...complete, isShortLived: isShortLived(leftOut), pageUrl, currency }
  return general ? { kind: 'done', result, general: general.read() } : { kind: 'done', result }
}

/** For the general search only, so a document that cannot be read states nothing. */
function searchCurrency({ site, operation }: OperationEntry, pages: unknown): string | undefined {
  const mapping = site.search
  if (mapping?.operation !== operation.id) return undefined
  try {
    const code = mapping.currency?.(pages)?.toUpperCase()
    return code !== undefined && /^[A-Z]{3}$/.test(code) ? code : undefined
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

function givenUrl({ params: specs }: OperationEntry['operation'], params: ParamValues): string | undefined {
  const given = Object.entries(params).find(([name]) => specs[name]?.kind === 'url')?.[1]
  return typeof given === 'string' ? given : undefined
}

function completeResult(
  { operation, check, explain }: OperationEntry,
  draft: unknown,
  fetched: FetchedPages,
): CompleteResult {
  const { value, ...noted } = applyDefaults(operation.result, draft, operation.core, operation.mayBeNull)
  checkPrintedPrices(operation.prices ?? [], value, fetched.values().filter(isPage).toArray())
  if (!check(value)) {
    throw new Fault('contract_broken', `the result of ${operation.id} does not fit its schema`, {
      cause: explain(value),
    })
  }
  return { ...noted, value }
}

function isPage(one: Page | Fault): one is Page {
  return !(one instanceof Fault)
}
