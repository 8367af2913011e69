// 2,000 histories from their seeds: the kind by turns, everything else by chance.
import * as lists from './list-kinds.ts'
import * as products from './product-kinds.ts'
import type { Kind } from './product-kinds.ts'
import { chance } from './seed.ts'
import type { History } from './truth.ts'

/** How many of every hundred histories are of each kind. */
const KINDS: [name: string, kind: Kind, share: number][] = [
  ['walk', products.walks, 8],
  ['unread', products.unread, 6],
  ['variants', products.variants, 8],
  ['narrowed', products.narrowed, 8],
  ['codes', products.codes, 7],
  ['edits', products.edits, 10],
  ['edits of confirm', products.confirmEdits, 6],
  ['edits during a check', products.editsDuring, 5],
  ['windows', products.windows, 8],
  ['cooldown', products.cooldowns, 8],
  ['confirm', products.confirms, 6],
  ['clock', products.clocks, 4],
  ['offers', lists.offers, 6],
  ['search', lists.searches, 4],
  ['list', lists.lists, 4],
  ['many variants', products.manyVariants, 1],
  ['long list', lists.longLists, 1],
]

export const HISTORIES = 2000
const TURNS = KINDS.flatMap(([name, kind, share]) => Array.from({ length: share }, () => ({ name, kind })))

export function makeHistory(seed: number): History {
  const luck = chance(seed)
  // One history in a thousand is longer than what a query of its spans returns.
  const turn = seed % 1000 === 999 ? { name: 'thinned', kind: products.long } : TURNS[seed % TURNS.length]
  if (!turn) throw new Error('no kind')
  return { kind: turn.name, seed, madeBy: luck.is(0.15) ? 'csv' : 'api', ...turn.kind(luck) }
}

export function* allHistories(): Generator<History> {
  for (let seed = 0; seed < HISTORIES; seed++) yield makeHistory(seed)
}
