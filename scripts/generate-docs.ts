// Generates the parts of the documentation that follow from definitions: operations, commands, exit codes, freshness,
// errors, settings, docs/openapi.json. `--check` writes nothing and fails when a document is outdated. A breaking change
// of the API is refused without `--accept-breaks`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { commands } from '../src/cli/commands.ts'
import { exitCodes } from '../src/cli/options/exit-codes.ts'
import { leavesOf, type SettingLeaf } from '../src/settings/read-settings.ts'
import { settingsSchema } from '../src/settings/settings-schema.ts'
import { siteVariable } from '../src/settings/site-settings.ts'
import { createRegistry } from '../src/answer/request/registry.ts'
import { readAnswerExamples } from '../src/serve/http/openapi/answer-examples.ts'
import { openApiDocument } from '../src/serve/http/openapi/openapi-document.ts'
import { watchFields } from '../src/settings/watch-rules/rule-fields.ts'
import { type FaultCode, faultTable } from '#kit/fault'
import { platforms } from '../adapters/platforms/index.ts'
import { magicWords } from '../src/runtime/sandbox-protocol.ts'
import { sites } from '../adapters/sites/index.ts'
import { version } from '../src/runtime/version.ts'
import { fieldsTable } from './general-fields/fields-table.ts'
import { placeholdersPage } from './placeholders-page.ts'
import { findBreakingChanges } from './breaking-changes.ts'
import { readFigures, reliabilityDocument, wholeTable } from './train/figures.ts'

const documents: Record<string, (old: string) => string> = {
  'docs/built-in-shops.md': old => builtInShopsPage(old),
  'docs/cli.md': old => between(between(old, 'commands', commandsTable()), 'exit codes', exitCodesTable()),
  'docs/watches.md': old => between(old, 'watch fields', watchFieldsTable()),
  'docs/answers.md': old => between(old, 'fresh times', freshTable()),
  'docs/errors.md': old => between(between(old, 'errors', errorsTable()), 'magic words', magicWordsTable()),
  'docs/internals/placeholders.md': () => placeholdersPage(createRegistry(sites).entries),
  'docs/settings.md': old =>
    between(between(old, 'settings', settingsTable()), 'site settings', siteSettingsTable()),
  'docs/compatibility.md': old => between(old, 'platforms', platformsTable()),
  'docs/internals/reader.md': old =>
    between(
      between(old, 'whole answers', wholeTable(readFigures())),
      'reliability',
      reliabilityDocument(readFigures()),
    ),
  'docs/openapi.json': old => apiDocument(old),
}

function currentDocument(): Record<string, unknown> {
  const registry = createRegistry(sites)
  return openApiDocument(registry, version, { examples: readAnswerExamples(registry) })
}

/** The document is a promise: what it contained stays, or the version in the path changes. */
function apiDocument(old: string): string {
  const made = currentDocument()
  const breaks = old === '' ? [] : findBreakingChanges(JSON.parse(old) as Record<string, unknown>, made)
  if (breaks.length > 0 && !process.argv.includes('--accept-breaks')) {
    console.error(`These changes break callers of docs/openapi.json:\n  ${breaks.join('\n  ')}`)
    process.exit(1)
  }
  return `${JSON.stringify(made, null, 1)}\n`
}

const SETTINGS_HEAD = ['| in wares.yaml | variable | default | what it is |', '|---|---|---|---|']

function settingsTable(): string {
  const rows = leavesOf(settingsSchema(sites))
    .filter(({ path }) => path[0] !== 'sites')
    .map(leaf => settingRow(leaf, leaf.path))
  return [...SETTINGS_HEAD, '| | `WARES_CONFIG` | `wares.yaml` | Path of the file |', ...rows, ''].join('\n')
}

/** Any site will do as an example: what differs is in the table of single shops. */
function siteSettingsTable(): string {
  const [anySite = ''] = sites.map(({ name }) => name)
  const rows = leavesOf(settingsSchema(sites))
    .filter(({ path }) => path[1] === anySite && path[2] !== 'origins' && path[2] !== 'settings')
    .map(leaf => settingRow({ ...leaf, env: leaf.env && siteVariable('<name>') }, leaf.path.slice(2)))
  return [...SETTINGS_HEAD, ...rows, ''].join('\n')
}

function builtInShopsPage(old: string): string {
  const tables = {
    segments: segmentsTable(),
    operations: operationsTable(),
    fields: fieldsTable(),
    'shop settings': shopSettingsTable(),
  }
  return Object.entries(tables).reduce((page, [name, table]) => between(page, name, table), old)
}

function shopSettingsTable(): string {
  const rows = sites.flatMap(({ name, moreOrigins = {}, settings = {} }) => [
    ...Object.entries(moreOrigins).map(([key, about]) => `| ${name} | \`origins.${key}\` | ${about} |`),
    ...Object.entries(settings).map(([key, about]) => `| ${name} | \`settings.${key}\` | ${about} |`),
  ])
  return ['| shop | name | what it is |', '|---|---|---|', ...rows, ''].join('\n')
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function settingRow({ schema, env, unset }: SettingLeaf, path: readonly string[]): string {
  const initial = schema.default === undefined ? (unset ?? '') : `\`${shown(schema.default)}\``
  const choices = 'enum' in schema ? `: ${(schema.enum as string[]).map(one => `\`${one}\``).join(', ')}` : ''
  return `| \`${path.join('.')}\` | ${env ? `\`${env}\`` : ''} | ${initial} | ${schema.description ?? ''}${choices} |`
}

/** Replaces the part of a document between `<!-- name: … -->` and `<!-- /name -->`. */
function between(old: string, name: string, made: string): string {
  const part = new RegExp(`(<!-- ${name}:[^\\n]*-->\\n)[\\s\\S]*?(<!-- /${name} -->)`)
  if (!part.test(old)) throw new Error(`there is no part "${name}"`)
  return old.replace(part, (_, head: string, foot: string) => `${head}${made}${foot}`)
}

const MARK = { true: 'yes', false: '' } as const

function magicWordsTable(): string {
  const rows = Object.entries(magicWords).map(
    ([word, { effect, brings }]) =>
      `| \`~${word}\` | ${effect} | ${brings === null ? 'depends on the shop' : `\`${brings}\``} |`,
  )
  return ['| word | what the shop does | error |', '|---|---|---|', ...rows, ''].join('\n')
}

function platformsTable(): string {
  const rows = platforms
    .toSorted((a, b) => a.title.localeCompare(b.title))
    .map(({ title, can, requests, reads, lacks }) => {
      const [least, most] = requests.product
      const cost = least === most ? String(least) : `${least} to ${most}`
      const able = [can.variants, can.stock, can.search, can.catalog].map(one => MARK[`${one}`])
      return `| ${[title, ...able, cost, reads, lacks].join(' | ')} |`
    })
  return [
    '| platform | variants | stock | search | catalog | requests | reads | cannot |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function segmentsTable(): string {
  const rows = sites.map(
    ({ name, about, search }) => `| \`${name}\` | ${about} | ${MARK[`${search !== undefined}`]} |`,
  )
  return ['| name | kind of shop | search |', '|---|---|---|', ...rows, ''].join('\n')
}

function watchFieldsTable(): string {
  const rows = Object.entries(watchFields).map(([name, { schema }]) => {
    const { description = '', default: usual } = schema as { description?: string; default?: unknown }
    return `| \`${name}\` | ${description}${usual === undefined ? '' : `; \`${shown(usual)}\` by default`} |`
  })
  return ['| field | what |', '|---|---|', ...rows, ''].join('\n')
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
  const builtIn = createRegistry(sites).entries.filter(
    ({ operation }) => !operation.id.startsWith('general.'),
  )
  const rows = builtIn.map(({ operation, path }) => {
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

function errorsTable(): string {
  const rows = (Object.keys(faultTable) as FaultCode[]).map(code => {
    const { status, whose, retryable, when, next } = faultTable[code]
    return `| \`${code}\` | ${status} | ${whose} | ${retryable ? 'yes' : 'no'} | ${when} | ${next} |`
  })
  return [
    '| code | status | cause | retry | when | what to do |',
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
