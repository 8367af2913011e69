// All operations of all sites, checked once at boot and found by id or path.
import { Compile } from 'typebox/compile'
import type { Config } from '../config.ts'
import { type Deprecated, type Operation, pathOf, type Site } from '../kit/define.ts'
import { createSelectors, type Selectors } from '../kit/read/selectors.ts'
import { type PlainSchema, withoutNull } from '../kit/schema.ts'
import { readParams } from './params.ts'

export interface Entry {
  readonly site: Site
  readonly operation: Operation
  readonly path: string
  /** Headers that tell of the operation's end; none for one that stays. */
  readonly notices: readonly string[]
  /** The operation's example as it can be sent. */
  readonly example: Readonly<Record<string, unknown>>
  /** Whether a value fits the operation's result schema. */
  check(value: unknown): boolean
  /** Why it does not; for the log. */
  explain(value: unknown): string
  /** Compiled on first use and kept: an operation asks every page for the same elements. */
  readonly selectors: Selectors
}

export interface Registry {
  readonly sites: readonly Site[]
  /** In the order of the contract's table. */
  readonly entries: readonly Entry[]
  readonly byId: ReadonlyMap<string, Entry>
  readonly byPath: ReadonlyMap<string, Entry>
}

/** With a configuration, the examples are addresses on its origins. */
export function createRegistry(sites: readonly Site[], config?: Pick<Config, 'sites'>): Registry {
  const entries = sites
    .flatMap(site =>
      site.operations.map(operation => entryOf(site, operation, config?.sites[site.name]?.origins.main)),
    )
    .toSorted((a, b) => a.operation.number - b.operation.number)
  return {
    sites,
    entries,
    byId: indexBy(entries, entry => entry.operation.id, 'id'),
    byPath: indexBy(entries, entry => entry.path, 'path'),
  }
}

function entryOf(site: Site, operation: Operation, origin = `https://${site.name}.example`): Entry {
  const example = exampleAt(operation, origin)
  validate(site, operation, example)
  const validator = Compile(operation.result)
  return {
    site,
    operation,
    path: pathOf(operation),
    notices: noticesOf(operation.deprecated),
    example,
    check: value => validator.Check(value),
    explain: value =>
      [...validator.Errors(value)]
        .slice(0, 5)
        .map(error => `${error.instancePath} ${error.message}`)
        .join('; '),
    selectors: createSelectors(),
  }
}

/** RFC 9745 and RFC 8594. */
function noticesOf(deprecated: Deprecated | undefined): string[] {
  if (!deprecated) return []
  const [since, sunset] = [deprecated.since, deprecated.sunset].map(day => new Date(day))
  if (!since || !sunset) return []
  return ['deprecation', `@${since.getTime() / 1000}`, 'sunset', sunset.toUTCString()]
}

function indexBy(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
  what: string,
): Map<string, Entry> {
  const index = new Map<string, Entry>()
  for (const entry of entries) {
    if (index.has(keyOf(entry))) throw new Error(`two operations have the ${what} ${keyOf(entry)}`)
    index.set(keyOf(entry), entry)
  }
  return index
}

/** A path written for a URL parameter is an address on the site's origin. */
function exampleAt(operation: Operation, origin: string): Entry['example'] {
  return Object.fromEntries(
    Object.entries(operation.example).map(([name, value]) => {
      const isPath = operation.params[name]?.kind === 'url' && String(value).startsWith('/')
      return [name, isPath ? `${origin}${String(value)}` : value]
    }),
  )
}

function validate(site: Site, operation: Operation, example: Entry['example']): void {
  const broken = (what: string) => new Error(`the definition of ${operation.id} is wrong: ${what}`)
  if (!operation.id.startsWith(`${site.name}.`)) throw broken(`its id does not begin with ${site.name}.`)
  if (operation.deprecated && daysOf(operation.deprecated) < 180) {
    throw broken('from its deprecation to its end it takes less than 180 days')
  }
  for (const name of operation.lookup ?? []) {
    if (!operation.params[name]) throw broken(`its look-up ${name} is not a parameter`)
  }
  for (const pointer of operation.core) {
    if (!reaches(operation.result, pointer)) throw broken(`its core field ${pointer} is not in the result`)
  }
  readParams(
    operation,
    Object.entries(example).map(([name, value]) => ({ name, value, in: 'body' })),
  )
}

function daysOf({ since, sunset }: Deprecated): number {
  return (Date.parse(sunset) - Date.parse(since)) / 86_400_000
}

function reaches(schema: PlainSchema, pointer: string): boolean {
  let here: PlainSchema | undefined = schema
  for (const token of pointer.split('/').slice(1)) {
    const { schema: inner }: { schema: PlainSchema } = withoutNull(here)
    here = token === '*' ? inner.items : inner.properties?.[token]
    if (!here) return false
  }
  return true
}
