// Reads the effective settings with the source of each: environment variables, then wares.yaml, then defaults.
import { memberOf } from '#kit/schema/pointer'
import type { TSchema } from 'typebox'
import { findNearestName } from '../runtime/nearest-name.ts'
import { operatorError } from '../runtime/operator-error.ts'
import { findRuleProblem, type TaughtFields } from '#reader/taught/taught-rule'
import { findProblem, findProblems, type SettingsProblem } from './check-settings.ts'
import { defaultDataFolder } from './data-folder.ts'
import { readSettingsFile, type SettingsFile } from './settings-file.ts'
import { type SettingsValues, settingsSchema } from './settings-schema.ts'
import type { ConfigurableSite } from './site-settings.ts'

export type Env = Readonly<Record<string, string | undefined>>

export interface Settings {
  /** Values of environment and file, with the schema's defaults. */
  readonly values: SettingsValues
  /** `default`, a line of the file, or the name of an environment variable. */
  sourceOf(path: readonly string[]): string
}

/** A setting of the schema that has a value, not a group. */
export interface SettingLeaf {
  readonly path: readonly string[]
  readonly schema: TSchema & { readonly default?: unknown; readonly description?: string }
  readonly env: string | undefined
  readonly unset: string | undefined
}

export function readSettings(
  env: Env,
  sites?: readonly ConfigurableSite[],
  file = readSettingsFile(env.WARES_CONFIG),
): Settings {
  const schema = settingsSchema(sites)
  const mistakes = mistakesIn(file, schema)
  const leaves = leavesOf(schema)
  const sources = new Map<string, string>()
  let values: object = { ...file.settings, ...sandboxOf(file) }
  for (const leaf of leaves) {
    const override = leaf.env === undefined ? undefined : env[leaf.env]
    if (override !== undefined && override !== '' && leaf.env !== undefined) {
      const value = parseVariable(leaf.schema, override.trim())
      mistakes.push(...mistakesInVariable(leaf.schema, leaf.env, value))
      values = put(values, leaf.path, value)
      sources.set(leaf.path.join('.'), leaf.env)
    } else if (get(values, leaf.path) !== undefined) {
      sources.set(leaf.path.join('.'), file.placeOf(leaf.path))
    } else if ('default' in leaf.schema) values = put(values, leaf.path, leaf.schema.default)
  }
  if (get(values, ['data']) === undefined) {
    const { path, from } = defaultDataFolder(env)
    values = put(values, ['data'], path)
    sources.set('data', from)
  }
  if (sites) mistakes.push(...misspeltVariables(env, leaves))
  if (mistakes.length > 0) throw operatorError(mistakes.join('\n'))
  return {
    values: values as SettingsValues,
    sourceOf: path =>
      sources.get(path.join('.')) ??
      (get(file.settings, path) === undefined ? 'default' : file.placeOf(path)),
  }
}

function mistakesIn(file: SettingsFile, schema: TSchema): string[] {
  if (Object.keys(file.settings).length === 0) return []
  const problems = findProblems(schema, file.settings)
  return [...problems, ...(problems.length === 0 ? ruleProblems(file) : [])].map(
    ({ path, sentence }) => `${file.placeOf(path)}: ${withFullStop(sentence)}`,
  )
}

/** Problems of taught rules that a schema cannot express. */
function ruleProblems({ settings }: SettingsFile): Pick<SettingsProblem, 'path' | 'sentence'>[] {
  const { hosts = [] } =
    (settings as { readonly reader?: { readonly hosts?: readonly unknown[] } }).reader ?? {}
  return hosts.flatMap((entry, place) => {
    const { fields } = Object(entry) as { readonly fields?: TaughtFields }
    const problem = fields && findRuleProblem(fields)
    if (!problem) return []
    const path = ['reader', 'hosts', String(place), 'fields', problem.field]
    return [{ path, sentence: `${path.join('.')}: ${problem.sentence}` }]
  })
}

/** `sandbox: true` is short for `sandbox: { enabled: true }`. */
function sandboxOf({ settings }: SettingsFile): object {
  return typeof settings.sandbox === 'boolean' ? { sandbox: { enabled: settings.sandbox } } : {}
}

function mistakesInVariable(schema: TSchema, name: string, value: unknown): string[] {
  const problem = findProblem(schema, value)
  return problem ? [withFullStop(problem.sentence.replace('the file', name))] : []
}

function parseVariable(schema: TSchema, text: string): unknown {
  const type = 'type' in schema ? schema.type : undefined
  if ((type === 'integer' || type === 'number') && text !== '' && Number.isFinite(Number(text)))
    return Number(text)
  if (type === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true'
  return text
}

/** Other programs may use variables with our prefix; only a name close to one of ours is a mistake. */
function misspeltVariables(env: Env, leaves: readonly SettingLeaf[]): string[] {
  const names = new Set(['WARES_CONFIG', ...leaves.flatMap(leaf => leaf.env ?? [])])
  return Object.keys(env).flatMap(name => {
    if (!name.startsWith('WARES_') || names.has(name) || env[name] === undefined) return []
    const isOrigin = /^WARES_SITE_.+_ORIGIN$/.test(name)
    const near = findNearestName(name, names, isOrigin ? 3 : 2)
    if (near === undefined && !isOrigin) return []
    return [
      `There is no variable ${name}${near ? `; did you mean ${near}?` : ', since there is no such site.'}`,
    ]
  })
}

interface GroupSchema {
  readonly anyOf?: readonly TSchema[]
  readonly properties?: Readonly<Record<string, TSchema>>
}

/** Every setting of the schema that has a value, in schema order. */
export function leavesOf(schema: TSchema, path: readonly string[] = []): SettingLeaf[] {
  const { properties, anyOf }: GroupSchema = schema
  const inner = properties ?? anyOf?.map((one: GroupSchema) => one.properties).find(Boolean)
  if (inner) return Object.entries(inner).flatMap(([key, one]) => leavesOf(one, [...path, key]))
  const noted = schema as { 'x-wares-env'?: string; 'x-wares-unset'?: string }
  return [{ path, schema, env: noted['x-wares-env'], unset: noted['x-wares-unset'] }]
}

function get(tree: object, path: readonly string[]): unknown {
  return path.reduce(memberOf, tree as unknown)
}

function put(tree: object, [key, ...rest]: readonly string[], value: unknown): object {
  if (key === undefined) return tree
  const inner = (tree as Record<string, unknown>)[key]
  const old = typeof inner === 'object' && inner !== null ? inner : {}
  return { ...tree, [key]: rest.length === 0 ? value : put(old, rest, value) }
}

function withFullStop(sentence: string): string {
  return sentence.endsWith('?') ? sentence : `${sentence}.`
}
