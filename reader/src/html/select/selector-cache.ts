// A cache of compiled CSS selectors. They do not depend on a page, so all pages share them.
import { type SelectorFilter, selectorFilters } from './selector-bloom.ts'
import type { Chain } from './selector-match.ts'
import { parseSelector } from './selector-parse.ts'

interface CompiledSelector {
  readonly chains: readonly Chain[]
  /** Whether nodes outside the start node matter: only for selectors that refer to that node or to the root. */
  readonly needsScope: boolean
  /** One per alternative. */
  readonly filters: readonly SelectorFilter[]
}

export type SelectorCache = (css: string) => CompiledSelector

/** Selectors that depend on where the search starts. */
const needsScope = /:scope|:root|(?:^|,)\s*[>+~]/

/** Selectors are constants of the code. If one is built from data after all, the cache is cleared at this size. */
const MAX_CACHED = 500

export function createSelectorCache(): SelectorCache {
  const cache = new Map<string, CompiledSelector>()
  return css => {
    const cached = cache.get(css)
    if (cached) return cached
    const compiled = {
      chains: parseSelector(css),
      needsScope: needsScope.test(css),
      filters: selectorFilters(css),
    }
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(css, compiled)
    return compiled
  }
}
