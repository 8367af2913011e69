// Finds the recorded cases of all sites: every folder with a case.har under adapters/sites/<site>/cases.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { harFileReader } from '../../src/record/har/har-folder.ts'
import type { Har } from '../../src/record/har/har.ts'

const SITES = fileURLToPath(new URL('../../adapters/sites', import.meta.url))

export interface ExpectedOutcome {
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
  readonly origins?: Readonly<Record<string, string>>
  readonly settings?: Readonly<Record<string, string>>
  /** Written by `npm run new:case -- ID` and not yet reviewed. */
  readonly draft?: string
  readonly result?: unknown
  readonly absent?: readonly string[]
  readonly fault?: { readonly code: string; readonly field?: string }
}

export interface Case {
  /** `sneakerhub/prices/happy` */
  readonly name: string
  readonly site: string
  readonly folder: string
  readonly har: Har
  readonly expected: ExpectedOutcome
  /** Reads the bodies that the HAR refers to by file name. */
  readonly readBody: (file: string) => Uint8Array
}

export function findCases(): Case[] {
  return globSync(join(SITES, '*/cases/**/case.har'))
    .toSorted()
    .map(file => {
      const folder = dirname(file)
      const name = relative(SITES, folder).replaceAll('\\', '/').replace('/cases/', '/')
      return {
        name,
        site: name.split('/')[0] ?? '',
        folder,
        har: JSON.parse(readFileSync(file, 'utf8')) as Har,
        expected: JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as ExpectedOutcome,
        readBody: harFileReader(file),
      }
    })
}

/** Cases of sources that no happy case covers. */
const OTHER_SOURCES = new Set([
  'departmentstore/product/reviews-from-the-platform',
  'electronicsretail/search/official',
  'fashionretail/product/graphql-cache-only',
  'fastfashion1/product/details-list',
  'fastfashion1/product/list-of-products',
  'fastfashion1/product/view-payload',
  'fastfashion2/product/newer-interface',
  'fastfashion3/product/next-data',
  'luxurymarket/product/extended-from-json-ld',
  'luxurymarket/product/plain-product',
  'sneakerexchange/product/page-of-2023-05',
  'sneakerexchange/search/hits-of-the-old-index',
  'sneakerhub/product/data-route',
  'sneakerhub/search/older-service',
  'sneakerhub/trends/older-service',
  'sneakerstore/product/graphql-only',
  'sneakerstore/product/hosted-by-url',
  'sneakerstore/product/next-data-only',
  'sportswear/product/feed',
  'sportswear/product/older-redux-state',
  'storefront/products/by-words',
  'storefront/products/list',
])

/** One case for every source that an adapter reads; each is mutated in every position. */
export function findMutableCases(): Case[] {
  return findCases().filter(
    one =>
      one.expected.result !== undefined && (/\/happy[^/]*$/.test(one.name) || OTHER_SOURCES.has(one.name)),
  )
}
