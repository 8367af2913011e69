// `fields` of a tool call: selects parts of an answer, checked against the operation's result schema.
import { ERRORS_MAX } from '../../answer/request/read-params.ts'
import { Fault, type ParameterError } from '#kit/fault'
import { type PlainSchema, withoutNull } from '#kit/schema/schema'

export interface FieldSelection {
  /** The selected parts of an answer, each at its original position. */
  readonly pick: (value: unknown) => unknown
  /** Whether a pointer (`*` for list positions) is within the selection. */
  readonly covers: (pointer: string) => boolean
}

const ALL_FIELDS: FieldSelection = { pick: value => value, covers: () => true }

/** Names (`price`), paths (`variants.price`) or JSON Pointers; list positions may be omitted. */
export function parseFieldSelection(schema: PlainSchema, fields: unknown): FieldSelection {
  if (fields === undefined || fields === null) return ALL_FIELDS
  const names = typeof fields === 'string' ? fields.split(',') : fields
  if (!Array.isArray(names) || names.some(name => typeof name !== 'string'))
    throw invalidFieldsFault([{ name: 'fields', in: 'body', message: 'fields must be a list of names' }])
  const resolved = names.map(name => resolveFieldPath(schema, (name as string).trim()))
  const errors = resolved.filter(one => 'message' in one)
  if (errors.length > 0) throw invalidFieldsFault(errors)
  const paths = resolved.filter(Array.isArray) as string[][]
  if (paths.length === 0) return ALL_FIELDS
  return {
    pick: value => pickPaths(value, paths),
    covers: pointer => paths.some(path => overlap(path, pointer.split('/').slice(1))),
  }
}

function invalidFieldsFault(errors: readonly ParameterError[]): Fault {
  const first = errors.slice(0, ERRORS_MAX)
  return new Fault('invalid_parameter', first.map(error => error.message).join('; '), { errors: first })
}

function resolveFieldPath(schema: PlainSchema, field: string): string[] | ParameterError {
  const path: string[] = []
  let here: PlainSchema = withoutNull(schema).schema
  for (const token of field.split(/[/.]/).filter(Boolean)) {
    while (here.type === 'array' && here.items) {
      path.push('*')
      here = withoutNull(here.items).schema
      if (token === '*') break
    }
    if (token === '*' && path.at(-1) === '*') continue
    const property =
      here.properties && Object.hasOwn(here.properties, token) ? here.properties[token] : undefined
    const next = property ?? Object.values(here.patternProperties ?? {})[0]
    if (!next && here.properties) {
      const accepted = Object.keys(here.properties)
      return {
        name: 'fields',
        in: 'body',
        message: `the answer has no field ${JSON.stringify(field)}; ${path.length > 0 ? `in /${path.join('/')} ` : ''}there are ${accepted.join(', ')}`,
        accepted,
      }
    }
    path.push(token)
    here = next ? withoutNull(next).schema : {}
  }
  return path
}

function pickPaths(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some(path => path.length === 0)) return value
  if (Array.isArray(value)) {
    const inner = paths.filter(([first]) => first === '*').map(path => path.slice(1))
    return value.map(one => pickPaths(one, inner))
  }
  if (typeof value !== 'object' || value === null) return value
  const byName = Map.groupBy(paths, ([first = '']) => first)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const inner = byName.get(name)?.map(path => path.slice(1))
      return inner ? [[name, pickPaths(member, inner)]] : []
    }),
  )
}

function overlap(path: readonly string[], tokens: readonly string[]): boolean {
  return path.slice(0, tokens.length).every((token, place) => token === tokens[place])
}
