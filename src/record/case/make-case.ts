// Turns a recording into a case: only the exchanges of the operation, on the site's example URLs, in the minimal form.
import type { SiteConfig } from '../../settings/site-config.ts'
import type { Har } from '../har/har.ts'
import { minimalHar } from '../har/minimal-har.ts'

export interface CaseInput {
  readonly har: Har
  readonly params: Readonly<Record<string, unknown>>
  /** Those other than `main`. */
  readonly origins: Readonly<Record<string, string>>
}

/** The URLs of the recording become `https://<site>.example`, in requests, responses and parameters. */
export function makeCase(
  site: string,
  har: Har,
  params: Readonly<Record<string, unknown>>,
  recorded: SiteConfig['origins'],
): CaseInput {
  const examples = exampleOrigins(site, recorded)
  const minimal = minimalHar({
    log: { ...har.log, entries: har.log.entries.filter(one => !isRobots(one.request.url)) },
  })
  const { main: _, ...origins } = Object.fromEntries(examples.map(({ name, example }) => [name, example]))
  return {
    har: rewrite(minimal, examples),
    params: rewrite(params, examples),
    origins,
  }
}

interface ExampleOrigin {
  readonly name: string
  readonly recorded: string
  readonly example: string
}

function exampleOrigins(site: string, recorded: SiteConfig['origins']): ExampleOrigin[] {
  const byAddress = new Map<string, string>()
  for (const [name, address] of Object.entries(recorded)) {
    // Hosts known only from the recording are named by their own URL.
    if (!/^https?:/.test(name) && !byAddress.has(address)) byAddress.set(address, name)
  }
  return [...byAddress].map(([address, name]) => ({
    name,
    recorded: address,
    example: name === 'main' ? `https://${site}.example` : `https://${name}.${site}.example`,
  }))
}

/** Longer URLs first, since one origin may be below another. Then anything else on their hosts, such as images. */
function rewrite<T>(value: T, origins: readonly ExampleOrigin[]): T {
  const pairs = origins.flatMap(({ recorded, example }): [string, string][] => [
    [recorded, example],
    [new URL(recorded).origin, example],
    [new URL(recorded).host, new URL(example).host],
  ])
  let text = JSON.stringify(value)
  for (const [from, to] of pairs.toSorted(([a], [b]) => b.length - a.length)) {
    for (const spell of SPELLINGS) text = text.replaceAll(spell(from), spell(to))
  }
  return JSON.parse(text) as T
}

/** Plain, in JSON with escaped slashes (also nested in JSON), and percent-encoded. */
const SPELLINGS: readonly ((address: string) => string)[] = [
  address => address,
  address => address.replaceAll('/', String.raw`\\/`),
  encodeURIComponent,
]

function isRobots(url: string): boolean {
  return URL.parse(url)?.pathname === '/robots.txt'
}
