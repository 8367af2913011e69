// Makes one check: asks for the watched operation within the limits of its owner, and reads the facts of the answer.
import { createCatalogChecker } from './catalog-checker.ts'
import type { CatalogStore } from '../store/catalog-store.ts'
import { resultOfAnswer } from './answer-facts.ts'
import type { Check } from '../model/knowledge.ts'
import { CATALOG_OPERATION, type Watch } from '../model/watch.ts'
import type { CheckAnswer, CheckResult } from '../lists/check-result.ts'
import { createOwnedRequest, type OwnedRequestParts } from './owned-request.ts'
import type { CheckOptions } from './watch-request.ts'

export type Checker = (watch: Watch, options: CheckOptions) => Promise<CheckResult>

/** A catalog takes many requests, every other operation one. */
export function createChecker(parts: OwnedRequestParts & { readonly catalogs: CatalogStore }): Checker {
  const ask = createOwnedRequest(parts)
  const checkCatalog = createCatalogChecker({
    request: (watch, call, options) => ask(watch, call, options, answer => answer),
    store: parts.catalogs,
    clock: parts.clock,
  })
  return (watch, options) => {
    const { operation, params } = watch
    if (operation === CATALOG_OPERATION) return checkCatalog(watch, options)
    const call = { operation, params: options.params ?? params }
    return ask(watch, call, options, answer => checkOf(watch, answer))
  }
}

/** An answer that breaks the program is a fault of the check. */
function checkOf({ operation, variant }: Watch, { kind: _kind, value, ...origin }: CheckAnswer): Check {
  try {
    return { ...resultOfAnswer(operation, value, variant), ...origin }
  } catch {
    return { kind: 'fault', fault: 'internal', detail: 'the check failed unexpectedly', ...origin }
  }
}
