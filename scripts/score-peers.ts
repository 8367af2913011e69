// Prints our score on every public suite next to the published one: node scripts/score-peers.ts <peers> [--failures]
import { scoreMarkup } from './score/markup.ts'
import { scorePrices } from './score/prices.ts'
import { scoreProductPages } from './score/peer-pages.ts'
import { scoreRobots } from './score/peer-robots.ts'
import type { Score } from './score/score.ts'
import { scoreStructured } from './score/structured.ts'

function main(peers: string | undefined, showFailures: boolean): void {
  if (peers === undefined || peers.startsWith('--')) {
    console.error('usage: node scripts/score-peers.ts <folder with the peers> [--failures]')
    process.exitCode = 2
    return
  }
  const scores: Score[] = [
    ...scorePrices(peers),
    ...scoreProductPages(peers),
    ...scoreMarkup(peers),
    ...scoreStructured(peers),
    ...scoreRobots(peers),
  ]
  print(scores)
  if (showFailures) printFailures(scores)
  if (scores.some(score => valueOf(score) < score.goal)) process.exitCode = 1
}

function print(scores: readonly Score[]): void {
  const rows = scores.map(score => [
    score.suite,
    score.figure?.text ?? `${score.passed} of ${score.total}`,
    percent(valueOf(score)),
    score.peers,
    score.goal === 0 ? '' : percent(score.goal),
    valueOf(score) >= score.goal ? '' : 'below',
  ])
  const table = [['suite', 'ours', '', 'peers', 'goal', ''], ...rows]
  const widths =
    table[0]?.map((_cell, column) => Math.max(...table.map(row => row[column]?.length ?? 0))) ?? []
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

function printFailures(scores: readonly Score[]): void {
  for (const { suite, failures } of scores) {
    if (failures.length === 0) continue
    console.log(`\n${suite}`)
    for (const failure of failures) console.log(`  ${failure}`)
  }
}

function valueOf({ figure, passed, total }: Score): number {
  return figure?.value ?? (total === 0 ? 1 : passed / total)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

main(process.argv[2], process.argv.includes('--failures'))
