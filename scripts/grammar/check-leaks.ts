// Shows whether form alone betrays a price: a table of skin, number of amounts and position must not tell the role of an
// amount better than chance: node scripts/grammar/check-leaks.ts [blocks]
import { type Block, makeBlocks, splitOfSkin, SKINS } from './index.ts'

interface Row {
  readonly skin: string
  readonly count: number
  readonly position: number
  readonly isPrice: boolean
}
/** Amounts of cards are told by their links, and say nothing of the order within a price block. */
const rowsOf = ({ skin, truth }: Block): Row[] => {
  const own = truth.amounts.filter(amount => amount.class !== 'other_product')
  return own.map((amount, position) => ({
    skin,
    count: own.length,
    position,
    isPrice: amount.class === 'price',
  }))
}
const share = (rows: readonly Row[], right: (row: Row) => boolean): number =>
  rows.length === 0 ? 0 : (100 * rows.filter(right).length) / rows.length

type Cell = (row: Row) => string
/** Learns the more frequent answer of each cell, and returns its accuracy on other rows. */
const accuracy = (train: readonly Row[], rest: readonly Row[], cell: Cell): number => {
  const votes = new Map<string, number>()
  for (const row of train) votes.set(cell(row), (votes.get(cell(row)) ?? 0) + (row.isPrice ? 1 : -1))
  return share(rest, row => (votes.get(cell(row)) ?? -1) > 0 === row.isPrice)
}

const [, , number = '8000'] = process.argv
const count = Number(number)
const rows = [...makeBlocks({ split: 'train', count, seed: 1 })]
  // A page with a single amount tells by its number; the question is which of several is the price.
  .filter(({ truth }) => truth.price !== null && truth.priceMax === null)
  .flatMap(rowsOf)
  .filter(row => row.count > 1)
const half = Math.floor(rows.length / 2)
const [train, rest] = [rows.slice(0, half), rows.slice(half)]
const base = Math.max(
  share(rest, row => row.isPrice),
  share(rest, row => !row.isPrice),
)
const skins = new Set(
  SKINS.filter(({ id }) => splitOfSkin(id) === 'train')
    .filter((_skin, place) => place % 2 === 0)
    .map(({ id }) => id),
)
const results: readonly (readonly [string, number, number])[] = [
  ['position and number', accuracy(train, rest, row => `${row.count} ${row.position}`), base],
  [
    'skin, position and number',
    accuracy(train, rest, row => `${row.skin} ${row.count} ${row.position}`),
    base,
  ],
  [
    'position and number, other skins',
    accuracy(
      rows.filter(row => skins.has(row.skin)),
      rows.filter(row => !skins.has(row.skin)),
      row => `${row.count} ${row.position}`,
    ),
    share(
      rows.filter(row => !skins.has(row.skin)),
      row => !row.isPrice,
    ),
  ],
]
for (const [name, right, chance] of results)
  console.log(`${name}: ${right.toFixed(1)} % right, ${chance.toFixed(1)} % by chance`)
if (results.some(([, right, chance]) => right > chance + 2)) process.exitCode = 1
