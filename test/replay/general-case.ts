// Cases of the mappings to the general shape: a `general.json` next to a recorded case contains the expected result.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sites } from '../../sites/index.ts'
import { dropNeutral } from '../../src/kit/drop-neutral.ts'
import { toGeneralProduct } from '../../src/general/map-product.ts'
import { toSearchResults } from '../../src/general/map-search.ts'
import type { SiteView } from '../../src/kit/define.ts'
import type { ProductQuery } from '../../src/kit/general/site-mapping.ts'
import { type Case, findCases } from './find-cases.ts'
import { runCase } from './run-case.ts'

interface GeneralExpectation {
  /** The request, in the form that the mapping receives. */
  readonly asked?: ProductQuery
  readonly settings?: Readonly<Record<string, string>>
  /** Additional answers by the mapping's names for them, each from another case (`prices/happy`). */
  readonly more?: Readonly<Record<string, string>>
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
  const mapping = sites.find(site => site.name === one.site)?.general
  const native = await nativeAnswer(one)
  const site: SiteView = {
    origins: { main: `https://${one.site}.example`, ...one.expected.origins },
    settings: { ...one.expected.settings, ...expected.settings },
  }
  if (kind === 'search') {
    if (!mapping?.search) throw new Error(`${one.site} has no mapping of its search`)
    return toSearchResults(one.site, mapping.search, native, {
      site,
      page: expected.page ?? 1,
      params: expected.params ?? {},
    })
  }
  if (!mapping?.product) throw new Error(`${one.site} has no mapping of its product`)
  const asked = expected.asked ?? {}
  const more = await Promise.all(
    Object.entries(expected.more ?? {}).map(async ([name, other]) => [
      name,
      await nativeAnswer(named(one, other)),
    ]),
  )
  return toGeneralProduct(
    {
      site: one.site,
      mapping: mapping.product,
      native: mapping.product.pick ? mapping.product.pick(native, asked) : native,
      context: { query: asked, site, more: Object.fromEntries(more) as Record<string, unknown> },
      url: asked.url ?? '',
      fetchedAtMs: FETCHED_AT_MS,
    },
    withSources,
  )
}

async function nativeAnswer(one: Case): Promise<unknown> {
  const outcome = await runCase(one)
  if ('fault' in outcome) throw new Error(`${one.name} is a case of a fault`)
  return dropNeutral(outcome.result, outcome.absentAt)
}

function named({ site }: Case, name: string): Case {
  const found = all.find(one => one.name === `${site}/${name}`)
  if (!found) throw new Error(`${site} has no case ${name}`)
  return found
}
