// What reading needs of the operations of all sites: their definitions, the check of their results, their selectors.
import { createSchemaCheck } from '../runtime/check-schema.ts'
import type { Operation, OperationHead, SiteAdapter } from '#kit/define/define'
import { createSelectorCache, type SelectorCache } from '#reader/html/select/selector-cache'

/** The check of a result against the schema of its operation. */
export interface ResultCheck {
  check(value: unknown): boolean
  /** Why a value does not fit; for the log. */
  explain(value: unknown): string
}

export interface SiteOperation extends ResultCheck {
  readonly site: SiteAdapter
  readonly operation: Operation
  /** Compiled on first use and kept, because an operation selects the same elements in every page. */
  readonly selectors: SelectorCache
}

export function resultCheck({ result }: Pick<OperationHead, 'result'>): ResultCheck {
  const schema = createSchemaCheck(result)
  return {
    check: value => schema.check(value),
    explain: value =>
      schema
        .errors(value)
        .slice(0, 5)
        .map(error => `${error.instancePath} ${error.message}`)
        .join('; '),
  }
}

/** By id. */
export function siteOperations(sites: readonly SiteAdapter[]): ReadonlyMap<string, SiteOperation> {
  const all = sites.flatMap(site =>
    site.operations.map((operation): [string, SiteOperation] => [
      operation.id,
      { site, operation, selectors: createSelectorCache(), ...resultCheck(operation) },
    ]),
  )
  return new Map(all)
}
