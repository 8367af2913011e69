// CSS selectors ready for use: compiled without regard to any page, so that one compilation serves them all.
import { selectorBloomMasks } from './selector-bloom.ts'
import type { Chain } from './selector-match.ts'
import { parseSelector } from './selector-parse.ts'

interface CompiledSelector {
  readonly chains: readonly Chain[]
  /** What is outside the node a search starts from counts only for selectors that name that node or the root. */
  readonly needsScope: boolean
  /** See `nodeBloomBits`. */
  readonly masks: readonly number[]
}

export type SelectorCache = (css: string) => CompiledSelector

/** Selectors that depend on where the search starts. */
const needsScope = /:scope|:root|(?:^|,)\s*[>+~]/

/** Selectors are constants of the code; should one be made from data, the cache is cleared. */
const MAX_CACHED = 500

export function createSelectorCache(): SelectorCache {
  const known = new Map<string, CompiledSelector>()
  return css => {
    const found = known.get(css)
    if (found) return found
    const made = {
      chains: parseSelector(css),
      needsScope: needsScope.test(css),
      masks: selectorBloomMasks(css),
    }
    if (known.size >= MAX_CACHED) known.clear()
    known.set(css, made)
    return made
  }
}
