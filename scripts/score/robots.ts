// Scores the robots.txt matcher on rows of public test suites: `node scripts/score/robots.ts <folder of the peers>`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  escapePattern,
  pathAndQueryOf,
  productToken,
  readRobots,
} from '../../src/fetch/robots/robots-rules.ts'
import type { Score } from './score.ts'

interface Row {
  readonly id?: string
  readonly test?: string
  readonly kind?: string
  readonly google_only?: boolean
  readonly input: unknown
  readonly expected?: unknown
  readonly expected_allowed?: boolean
  readonly expected_first_allowed?: string
}

type Input = Readonly<Record<string, string>>

interface SuiteCount {
  right: number
  wrong: string[]
}

const rowsOf = (folder: string, file: string): readonly Row[] =>
  JSON.parse(readFileSync(join(folder, 'robotstxt', file), 'utf8'))

const allows = (robotsTxt: string, agent: string, url: string): boolean =>
  readRobots(Buffer.from(robotsTxt, 'utf8'), agent).allows(url)

const answers: Readonly<Record<string, (row: Row) => [unknown, unknown]>> = {
  'google-robotstxt.json': row => {
    const { robots_txt = '', user_agent = '', url = '' } = row.input as Input
    return [allows(robots_txt, user_agent, url), row.expected_allowed]
  },
  'google-valid-user-agent.json': row => {
    const agent = String(row.input)
    return [agent !== '' && productToken(agent) === agent, row.expected]
  },
  'google-path-and-escape.json': row => {
    const text = String(row.input)
    const got =
      row.kind === 'path' ? pathAndQueryOf(text) : escapePattern(Buffer.from(text, 'utf8').toString('latin1'))
    return [got, row.expected]
  },
  'protego-google-spec.json': row => {
    const {
      robots_txt = '',
      user_agent = '',
      pattern = '',
      path = '',
      rules = '',
      url = '',
    } = row.input as Input
    if (row.test === 'path_matching') {
      return [!allows(`User-Agent: *\nDisallow: ${pattern}\n`, 'anybot', path), row.expected]
    }
    if (row.test === 'record_precedence') {
      return [allows(`User-Agent: *\n${rules}\n`, 'anybot', url), row.expected]
    }
    const first = ['/group1', '/group2', '/group3'].find(one => allows(robots_txt, user_agent, one))
    return [first, row.expected_first_allowed]
  },
}

/** One score for each table; extensions beyond the standard are counted separately. */
export function scoreRobots(peers: string): Omit<Score, 'peers' | 'goal'>[] {
  const tallies = new Map<string, SuiteCount>()
  for (const [file, answer] of Object.entries(answers)) {
    for (const [place, row] of rowsOf(peers, file).entries()) {
      const name = row.google_only ? `${file} (extensions)` : file
      const tally = tallies.get(name) ?? { right: 0, wrong: [] }
      const [got, expected] = answer(row)
      if (got === expected) tally.right++
      else tally.wrong.push(`${row.id ?? place}: ${String(got)} instead of ${String(expected)}`)
      tallies.set(name, tally)
    }
  }
  return [...tallies].map(([name, { right, wrong }]) => ({
    suite: name.replace('.json', ''),
    passed: right,
    total: right + wrong.length,
    failures: wrong,
  }))
}

if (import.meta.main) {
  const folder = process.argv[2]
  if (folder === undefined) throw new Error('usage: node scripts/score/robots.ts <folder of the peers>')
  for (const { suite, passed, total, failures } of scoreRobots(folder)) {
    console.log(`${suite}: ${passed} of ${total}`)
    for (const line of failures) console.log(`  ${line}`)
    if (failures.length > 0) process.exitCode = 1
  }
}
