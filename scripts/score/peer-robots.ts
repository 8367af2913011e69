// Scores the robots.txt matcher on rows of public test suites.
import {
  escapePattern,
  pathAndQueryOf,
  productToken,
  readRobots,
} from '../../src/fetch/robots/robots-rules.ts'
import { readRows, type Score } from './score.ts'

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
export function scoreRobots(peers: string): Score[] {
  const tallies = new Map<string, SuiteCount>()
  for (const [file, answer] of Object.entries(answers)) {
    for (const [place, row] of readRows<Row>(peers, `robotstxt/${file}`).entries()) {
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
    // Their authors pass every row.
    peers: 'all',
    goal: 1,
    failures: wrong,
  }))
}
