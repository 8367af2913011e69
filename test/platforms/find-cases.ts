// Finds the cases of all platforms: every folder with a case.har under adapters/platforms/<platform>/cases.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { harFileReader } from '../../src/record/har/har-folder.ts'
import type { Har } from '../../src/record/har/har.ts'

const PLATFORMS = fileURLToPath(new URL('../../adapters/platforms', import.meta.url))

/** What is asked of the shop, and the answer without null and empty fields. */
export type ExpectedOutcome =
  | { readonly url: string; readonly product: unknown }
  | { readonly url: string; readonly fault: { readonly code: string; readonly field?: string } }
  | { readonly search: string; readonly currency?: string; readonly found: unknown }
  | { readonly list: string | null; readonly currency?: string; readonly found: unknown }

export interface PlatformCase {
  /** `shopify/sold-out-first-variant` */
  readonly name: string
  readonly platform: string
  readonly har: Har
  readonly expected: ExpectedOutcome
  readonly readBody: (file: string) => Uint8Array
}

export function findPlatformCases(): PlatformCase[] {
  return globSync(join(PLATFORMS, '*/cases/*/case.har'))
    .toSorted()
    .map(file => {
      const folder = dirname(file)
      const name = relative(PLATFORMS, folder).replaceAll('\\', '/').replace('/cases/', '/')
      return {
        name,
        platform: name.split('/')[0] ?? '',
        har: JSON.parse(readFileSync(file, 'utf8')) as Har,
        expected: JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as ExpectedOutcome,
        readBody: harFileReader(file, PLATFORMS),
      }
    })
}
