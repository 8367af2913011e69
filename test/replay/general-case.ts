// Cases of the general shape: a `general.json` next to a recorded case contains the expected result.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sites } from '../../adapters/sites/index.ts'
import { dropNeutral } from '#kit/schema/drop-neutral'
import { toFoundProducts } from '../../src/answer/operations/search-shop.ts'
import type { SiteView } from '#kit/page/get'
import type { ProductQuery } from '#kit/define/site-mapping'
import { type Case, findCases } from './find-cases.ts'
import { replayHar } from '../../src/record/har/har.ts'
import { configFor, runCase } from './run-case.ts'

interface GeneralExpectation {
  /** The request, in the form that the reading receives. */
  readonly asked?: ProductQuery
  readonly settings?: Readonly<Record<string, string>>
  readonly page?: number
  /** Parameters of a search, in the form that the mapping receives. */
  readonly params?: Readonly<Record<string, unknown>>
  readonly product?: unknown
  readonly search?: unknown
}

export interface GeneralCase {
  readonly one: Case
  readonly expected: GeneralExpectation
}

const FETCHED_AT_MS = Date.UTC(2026, 0, 15)
const all = findCases()

export function findGeneralCases(): GeneralCase[] {
  return all.flatMap(one => {
    const file = join(one.folder, 'general.json')
    return existsSync(file)
      ? [{ one, expected: JSON.parse(readFileSync(file, 'utf8')) as GeneralExpectation }]
      : []
  })
}

export async function runGeneralCase(
  { one, expected }: GeneralCase,
  kind: 'product' | 'search',
  withSources = false,
): Promise<unknown> {
  const search = sites.find(site => site.name === one.site)?.search
  const site: SiteView = {
    origins: { main: `https://${one.site}.example`, ...one.expected.origins },
    settings: { ...one.expected.settings, ...expected.settings },
  }
  if (kind === 'search') {
    if (!search) throw new Error(`${one.site} has no mapping of its search`)
    const { native, currency } = await nativeAnswer(one)
    return toFoundProducts(one.site, search, native, {
      site,
      currency,
      page: expected.page ?? 1,
      params: expected.params ?? {},
    })
  }
  return runReading({ one, expected }, withSources)
}

/** From the recorded documents, through the engine. */
async function runReading({ one, expected }: GeneralCase, withSources: boolean): Promise<unknown> {
  const config = configFor(one, { ...one.expected.settings, ...expected.settings })
  const reading = { query: expected.asked ?? {}, include: withSources ? ['sources'] : [] }
  const outcome = await runCase(one, replayHar(one.har, one.readBody), config, undefined, reading)
  if ('fault' in outcome) return outcome
  const fetched_at = new Date(FETCHED_AT_MS).toISOString()
  return { ...(outcome.result as object), fetched_at }
}

async function nativeAnswer(one: Case) {
  const outcome = await runCase(one)
  if ('fault' in outcome) throw new Error(`${one.name} is a case of a fault`)
  return { native: dropNeutral(outcome.result, outcome.absentAt), currency: outcome.currency }
}
