// Help for one operation: its parameters with their accepted values, and a working example.
import { styleText } from 'node:util'
import { type Config, readConfig } from '../../settings/config.ts'
import { createRegistry, isComposite, type RegisteredOperation } from '../../answer/request/registry.ts'
import { hasTable } from '../../serve/http/answer/csv-answer.ts'
import type { OperationHead } from '#kit/define/define'
import type { Param } from '#kit/params/param-specs'
import { sites } from '../../../adapters/sites/index.ts'
import { findEntry } from '../options/find-entry.ts'
import { terminalWidth, wrapText } from '../print/terminal-text.ts'

/** Maximum number of listed values; `/openapi.json` has all. */
const VALUES_MAX = 10
const INDENT = '  '

/** For `wares call OPERATION --help`. */
export function helpOf(id: string, width: number | undefined): string {
  const config = readConfig(sites)
  return `${operationHelp(findEntry(id, config), config, width ?? terminalWidth())}\n`
}

/** Every operation, in the order of the contract. */
export function operationList(): string {
  const { entries } = createRegistry(sites)
  const columns = Math.max(...entries.map(({ operation }) => operation.id.length)) + 2
  return entries
    .map(({ operation }) => `${INDENT}${operation.id.padEnd(columns)}${operation.summary}`)
    .join('\n')
}

function operationHelp(entry: RegisteredOperation, config: Config, width: number): string {
  const { operation, site, path, example } = entry
  const names = Object.keys(operation.params)
  const columns = Math.max(...names.map(name => name.length)) + 6
  return [
    `${styleText('bold', operation.id)}  ${operation.summary}`,
    `${site.about}. GET ${path}`,
    '',
    ...wrapText(usageOf(entry), width).map((line, place) => (place === 0 ? line : INDENT + line)),
    '',
    styleText('bold', 'Parameters:'),
    ...Object.entries(operation.params).flatMap(([name, param]) =>
      paramLines(name, sentencesOf(entry, name, param), columns, width),
    ),
    ...lookupLines(entry, width),
    '',
    styleText('bold', isSandboxed(entry, config) ? 'Example (answered by the sandbox):' : 'Example:'),
    `${INDENT}${exampleCommand(operation.id, example)}`,
    '',
    styleText('bold', 'Answer:'),
    ...wrapText(
      `${hasTable(entry) ? 'A list: --output table, json, ndjson or csv.' : 'One item: --output table, json or ndjson.'} Answers stay fresh for ${operation.freshForS} seconds. \`wares call --help\` shows the other options.`,
      width - INDENT.length,
    ).map(line => INDENT + line),
  ].join('\n')
}

function paramLines(name: string, sentences: readonly string[], columns: number, width: number): string[] {
  const texts = sentences.flatMap(text => wrapText(text, Math.max(30, width - columns)))
  const label = styleText('cyan', `--${name}`.padEnd(columns - INDENT.length))
  return texts.map((text, place) => (place === 0 ? `${INDENT}${label}${text}` : ' '.repeat(columns) + text))
}

function exampleCommand(id: string, example: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(example).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(one => `--${name} ${shellWord(String(one))}`),
  )
  return ['wares call', id, ...words].join(' ')
}

function shellWord(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function usageOf({ operation }: RegisteredOperation): string {
  const { lookup = [], lookupOptional = false } = operation
  const rest = Object.entries(operation.params).filter(([name]) => !lookup.includes(name))
  const choice = lookup.map(name => `--${name} VALUE`).join(' | ')
  const needed = lookupOptional ? `[${choice}]` : lookup.length > 1 ? `(${choice})` : choice
  const optional = rest.map(([name, param]) => (param.required ? `--${name} VALUE` : `[--${name} VALUE]`))
  return [
    'Usage: wares call',
    operation.id,
    ...(lookup.length > 0 ? [needed] : []),
    ...(optional.length > 6 ? ['[parameters]'] : optional),
  ].join(' ')
}

function lookupLines({ operation }: RegisteredOperation, width: number): string[] {
  const { lookup = [], lookupOptional, params } = operation
  const texts = [
    lookup.length > 1 ? `Give ${lookupOptional ? 'at most' : 'exactly'} one of ${lookup.join(', ')}.` : '',
    lookup.length > 0 && !params.query
      ? `--query VALUE stands for ${lookup.length > 1 ? 'any of them: Wares recognises the value by its format' : `--${lookup[0]} VALUE`}.`
      : '',
  ].filter(Boolean)
  return texts.length === 0 ? [] : ['', ...wrapText(texts.join(' '), width)]
}

function sentencesOf({ operation }: RegisteredOperation, name: string, param: Param): string[] {
  const initial = 'default' in param ? param.default : undefined
  return [
    `${param.description}.${isRequired(operation, name) ? ' Required.' : ''}`,
    acceptedText(param),
    initial === undefined ? '' : `Default: ${initial === '' ? '(empty)' : initial}.`,
    param.aliases?.length ? `Also: ${param.aliases.map(alias => `--${alias}`).join(', ')}.` : '',
  ].filter(Boolean)
}

function isRequired({ params, lookup = [], lookupOptional }: OperationHead, name: string): boolean {
  const isOnlyLookup = lookup.length === 1 && lookup[0] === name && !lookupOptional
  return params[name]?.required === true || isOnlyLookup
}

function acceptedText(param: Param): string {
  if (param.kind === 'integer') return `Accepts ${param.min} to ${param.max}.`
  const values = knownValues(param)
  // For text, the format is more helpful than the first ten countries.
  if (values.length > 0 && param.kind !== 'text') {
    const texts = values.slice(0, VALUES_MAX).map(({ code, label }) => valueText(code, label))
    const more = values.length - texts.length
    const note = param.kind === 'list' ? ' Repeat it for several values.' : ''
    return `Accepts ${texts.join(', ')}${more > 0 ? ` and ${more} more` : ''}.${synonymText(param)}${note}`
  }
  const form = 'form' in param && param.form ? param.form : 'text'
  return `Accepts ${form}, at most ${'maxLength' in param ? param.maxLength : 0} characters.`
}

function valueText(code: string, label: string): string {
  return code === label ? code : `${code} (${label})`
}

function synonymText(param: Param): string {
  const synonyms = param.kind === 'choice' ? Object.entries(param.synonyms ?? {}) : []
  return synonyms.map(([other, value]) => ` ${other} means ${value}.`).join('')
}

function knownValues(param: Param): readonly { readonly code: string; readonly label: string }[] {
  if (param.kind === 'choice') return param.values.map(value => ({ code: value, label: value }))
  return 'known' in param ? (param.known ?? []) : []
}

function isSandboxed(entry: RegisteredOperation, config: Config): boolean {
  return isComposite(entry) ? config.sandbox.needed : config.sites[entry.site.name]?.sandboxed === true
}
