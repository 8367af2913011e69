// Writes what the documents repeat of the definitions: operations, commands, exit codes, times of freshness, errors, docs/openapi.json.
// `--check` writes nothing and fails when a document is not current. A change that breaks callers is refused either way.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { commands } from '../src/cli/commands.ts'
import { exitCodes } from '../src/cli/exit-codes.ts'
import { createRegistry } from '../src/engine/registry.ts'
import { openApiDocument } from '../src/http/openapi.ts'
import { type FaultCode, faultTable } from '../src/kit/fault.ts'
import { sites } from '../src/sites/index.ts'
import { version } from '../src/version.ts'
import { breaksBetween } from './api-breaks.ts'

const documents: Record<string, (old: string) => string> = {
  'README.md': old => between(old, 'operations', operationsTable()),
  'docs/cli.md': old => between(between(old, 'commands', commandsTable()), 'exit codes', exitCodesTable()),
  'docs/freshness.md': old => between(old, 'fresh times', freshTable()),
  'docs/errors.md': () => errorsPage(),
  'docs/openapi.json': old => apiDocument(old),
}

/** The document is the promise: what it once held stays, or the version of the path changes. */
function apiDocument(old: string): string {
  const made = openApiDocument(createRegistry(sites), version)
  const breaks = old === '' ? [] : breaksBetween(JSON.parse(old) as Record<string, unknown>, made)
  if (breaks.length > 0) {
    console.error(`These changes break callers of docs/openapi.json:\n  ${breaks.join('\n  ')}`)
    process.exit(1)
  }
  return `${JSON.stringify(made, null, 1)}\n`
}

/** The part of a document that stands between `<!-- name: … -->` and `<!-- /name -->`. */
function between(old: string, name: string, made: string): string {
  const part = new RegExp(`(<!-- ${name}:[^\\n]*-->\\n)[\\s\\S]*?(<!-- /${name} -->)`)
  if (!part.test(old)) throw new Error(`there is no part "${name}"`)
  return old.replace(part, (_, head: string, foot: string) => `${head}${made}${foot}`)
}

function commandsTable(): string {
  const rows = commands.map(({ name, about }) => `| \`wares ${name}\` | ${about} |`)
  return ['| command | what |', '|---|---|', ...rows, ''].join('\n')
}

function exitCodesTable(): string {
  const rows = exitCodes.map(([code, meaning]) => `| ${code} | ${meaning} |`)
  return ['| exit code | meaning |', '|---|---|', ...rows, ''].join('\n')
}

function freshTable(): string {
  const byTime = Map.groupBy(createRegistry(sites).entries, ({ operation }) => operation.freshForS)
  const rows = [...byTime]
    .toSorted(([a], [b]) => a - b)
    .map(([seconds, entries]) => {
      const names = entries.map(({ operation }) => `\`${operation.id}\``).join(' ')
      return `| ${seconds} s | ${names} |`
    })
  return ['| fresh for | operations |', '|---|---|', ...rows, ''].join('\n')
}

function operationsTable(): string {
  const rows = createRegistry(sites).entries.map(({ operation, path }) => {
    const names = Object.keys(operation.params)
    const shown = names
      .slice(0, 5)
      .map(name => `\`${name}\``)
      .join(' ')
    const more = names.length > 5 ? ` and ${names.length - 5} filters` : ''
    return `| ${operation.number} | \`${operation.id}\` | \`${path}\` | ${shown}${more} | ${operation.summary} |`
  })
  return ['| # | operation | path | parameters | answers |', '|---|---|---|---|---|', ...rows, ''].join('\n')
}

function errorsPage(): string {
  const codes = Object.keys(faultTable) as FaultCode[]
  const rows = codes.map(code => {
    const { status, whose, retryable, when, next } = faultTable[code]
    return `| \`${code}\` | ${status} | ${whose} | ${retryable ? 'yes' : 'no'} | ${when} | ${next} |`
  })
  return [
    '# Errors',
    '',
    'Every failure is an `application/problem+json` document (RFC 9457) with a `code` of this closed table. `retryable` in the',
    'document says whether the same request may succeed later; `Retry-After` says when. `request_id` is what to quote to the',
    'operator. For bad parameters, `errors` names each one. This page is made by `npm run docs`.',
    '',
    '| code | status | whose | retry | when | what to do |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

const check = process.argv.includes('--check')
for (const [file, make] of Object.entries(documents)) {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const made = make(old)
  if (made === old) continue
  if (check) {
    console.error(`${file} is not current; run \`npm run docs\`.`)
    process.exitCode = 1
  } else writeFileSync(file, made)
}
