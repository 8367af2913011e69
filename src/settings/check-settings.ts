// Reports the errors of settings, each in one sentence with its location and the nearest valid name.
import { memberOf, tokensOf } from '#kit/schema/pointer'
import type { TSchema } from 'typebox'
import { findSchemaErrors, type SchemaError } from '../runtime/check-schema.ts'
import { findNearestName } from '../runtime/nearest-name.ts'

type Path = readonly string[]

export interface SettingsProblem {
  readonly path: Path
  /** True if the setting's name is unknown; false if its value is invalid. */
  readonly isUnknown: boolean
  /** The sentence without location and full stop. */
  readonly sentence: string
}

interface PlainSchema {
  readonly type?: string
  readonly anyOf?: readonly PlainSchema[]
  readonly properties?: Readonly<Record<string, PlainSchema>>
  readonly additionalProperties?: boolean | PlainSchema
  readonly items?: PlainSchema
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly pattern?: string
  /** The pattern in words. */
  readonly 'x-wares-form'?: string
}

/** More than one sitting corrects. */
const PROBLEMS_MAX = 20

/** Each mistake is left out before the next is looked for; of a list, only the first. */
export function findProblems(schema: TSchema, value: object): SettingsProblem[] {
  const problems: SettingsProblem[] = []
  let rest: unknown = value
  while (problems.length < PROBLEMS_MAX) {
    const problem = findProblem(schema, rest)
    if (!problem) break
    problems.push(problem)
    if (problem.path.length === 0) break
    rest = without(rest, problem.path)
  }
  return problems
}

function without(value: unknown, [key = '', ...path]: Path): unknown {
  const { [key]: inner, ...others } = value as Record<string, unknown>
  return path.length === 0 || Array.isArray(inner) ? others : { ...others, [key]: without(inner, path) }
}

export function findProblem(schema: TSchema, value: unknown): SettingsProblem | undefined {
  if (fitsPlainly(schema, value)) return undefined
  // For a setting with several allowed types, the deepest error belongs to the intended type.
  const [first] = findSchemaErrors(schema, value)
    .filter(({ keyword }) => keyword !== 'boolean' && keyword !== 'anyOf')
    .toSorted((a, b) => rank(b) - rank(a))
  if (!first) return undefined
  const path = tokensOf(first.instancePath)
  return first.keyword === 'additionalProperties'
    ? unknownSetting(schema, path, first.params)
    : first.keyword in SIZES
      ? wrongSize(first, path, value)
      : wrongValue(schema, path, value)
}

/** Limits that a value of the right type can miss. */
const SIZES: Readonly<Record<string, string>> = {
  minItems: 'at least # item',
  maxItems: 'at most # item',
  maxLength: 'at most # character',
}

function wrongSize({ keyword, params }: SchemaError, path: Path, root: unknown): SettingsProblem {
  const { limit } = params as { readonly limit: number }
  const { length } = path.reduce(memberOf, root) as string | readonly unknown[]
  const size = `${SIZES[keyword]?.replace('#', String(limit))}${limit === 1 ? '' : 's'}`
  return { path, isUnknown: false, sentence: `${path.join('.')} must have ${size}, not ${length}` }
}

/** Checks text and numbers without TypeBox, which takes longer to load than most commands take to run. */
function fitsPlainly(schema: PlainSchema, value: unknown): boolean {
  const { type, enum: values, minimum = -Infinity, maximum = Infinity, minLength = 0, pattern } = schema
  if (typeof value === 'number') {
    const isOfType = type === 'number' || (type === 'integer' && Number.isSafeInteger(value))
    return isOfType && value >= minimum && value <= maximum && value > (schema.exclusiveMinimum ?? -Infinity)
  }
  if (typeof value !== 'string') return false
  if (values) return values.includes(value)
  return type === 'string' && value.length >= minLength && (!pattern || new RegExp(pattern, 'u').test(value))
}

function rank({ keyword, instancePath }: SchemaError): number {
  const more = keyword === 'additionalProperties' ? 1.5 : keyword in SIZES ? 0.5 : 0
  return tokensOf(instancePath).length + more
}

function unknownSetting(schema: PlainSchema, path: Path, params: object): SettingsProblem {
  const [name = ''] = 'additionalProperties' in params ? (params.additionalProperties as string[]) : []
  const names = Object.keys(groupIn(schemaAt(schema, path)).properties ?? {})
  const near = findNearestName(name, names)
  const hint = near
    ? `did you mean "${near}"?`
    : names.length === 0
      ? 'nothing can be set here'
      : `known settings: ${names.join(', ')}`
  const full = [...path, name]
  return { path: full, isUnknown: true, sentence: `there is no setting "${full.join('.')}"; ${hint}` }
}

function wrongValue(schema: PlainSchema, path: Path, root: unknown): SettingsProblem {
  const value = path.reduce(memberOf, root)
  const expected = schemaAt(schema, path)
  const near =
    expected?.enum && typeof value === 'string'
      ? findNearestName(value, expected.enum.map(String))
      : undefined
  const quotes = expected?.type === 'string' && typeof value === 'number' ? '; put it in quotes' : ''
  const hint = near ? `; did you mean "${near}"?` : quotes
  return {
    path,
    isUnknown: false,
    sentence: `${path.join('.') || 'the file'} must be ${describe(expected)}, not ${show(value)}${hint}`,
  }
}

function schemaAt(schema: PlainSchema, path: Path): PlainSchema | undefined {
  let here: PlainSchema | undefined = schema
  for (const key of path) {
    const { properties, additionalProperties, items }: PlainSchema = groupIn(here)
    const more = typeof additionalProperties === 'object' ? additionalProperties : undefined
    here = properties?.[key] ?? more ?? items
  }
  return here
}

/** The alternative with nested settings, for a setting with several allowed types. */
function groupIn(schema: PlainSchema | undefined): PlainSchema {
  return schema?.anyOf?.find(one => one.properties) ?? schema ?? {}
}

function describe(schema: PlainSchema | undefined): string {
  if (schema?.anyOf) return schema.anyOf.map(describe).join(', or ')
  if (schema?.['x-wares-form']) return schema['x-wares-form']
  if (schema?.enum) return `one of ${schema.enum.join(', ')}`
  if (schema?.pattern === '^https?://') return 'an http or https URL'
  switch (schema?.type) {
    case 'integer':
    case 'number':
      return describeNumber(schema)
    case 'boolean':
      return 'true or false'
    case 'string':
      return 'a text'
    case 'array':
      return 'a list'
    default:
      return 'a map of settings'
  }
}

function describeNumber({ type, minimum, exclusiveMinimum, maximum }: PlainSchema): string {
  const kind = type === 'integer' ? 'an integer' : 'a number'
  if (minimum !== undefined && maximum !== undefined) return `${kind} from ${minimum} to ${maximum}`
  if (minimum !== undefined) return `${kind} of at least ${minimum}`
  return exclusiveMinimum === undefined ? kind : `${kind} above ${exclusiveMinimum}`
}

function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'a map'
  return JSON.stringify(value) ?? 'nothing'
}
