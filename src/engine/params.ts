// Reads an operation's parameters out of what a caller sent, by the operation's own declaration; collects every error at once.
import type { Operation } from '../kit/define.ts'
import { Fault, type ParameterError } from '../kit/fault.ts'
import type {
  ChoiceParam,
  IntegerParam,
  ListParam,
  Param,
  ParamValues,
  TextParam,
  UrlParam,
} from '../kit/params.ts'
import { nearest } from './nearest.ts'

/** One name and value as sent. Values from a query string are always strings. */
export interface Given {
  readonly name: string
  readonly value: unknown
  readonly in: 'query' | 'body'
}

type Value = string | number | readonly string[]
type Read = { readonly value: Value } | { readonly message: string; readonly accepted?: readonly string[] }

export function readParams(operation: Operation, given: readonly Given[]): ParamValues {
  const errors: ParameterError[] = []
  const values = gather(operation, given, errors)
  checkLookup(operation, values, errors)
  for (const [name, param] of Object.entries(operation.params)) {
    if (values.has(name)) continue
    const initial = 'default' in param ? param.default : undefined
    if (initial !== undefined) values.set(name, initial)
    else if (param.required)
      errors.push({ name, in: 'query', message: `${name} is required: ${param.description}` })
  }
  if (errors.length > 0) throw invalid(errors)
  return Object.fromEntries(values)
}

export function invalid(errors: readonly ParameterError[]): Fault {
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return new Fault('invalid_parameter', `${first?.message ?? 'the parameters are not valid'}${more}`, {
    errors,
  })
}

/** The names by which callers may know a parameter. */
export function namesOf(operation: Operation): Map<string, string> {
  const names = new Map<string, string>()
  for (const [name, param] of Object.entries(operation.params)) {
    names.set(name, name)
    for (const alias of param.aliases ?? []) names.set(alias, name)
  }
  return names
}

function gather(operation: Operation, given: readonly Given[], errors: ParameterError[]): Map<string, Value> {
  const names = namesOf(operation)
  const values = new Map<string, Value>()
  const seen = new Set<string>()
  for (const one of given) {
    const told = one.name === 'query' && !names.has('query') ? tellLookup(operation, one.value) : undefined
    const name = names.get(one.name) ?? told
    const param = name === undefined ? undefined : operation.params[name]
    if (name === undefined || param === undefined) {
      errors.push(unknownName(operation, names, one))
      continue
    }
    const place = `${one.in} ${one.name}`
    if (seen.has(place) && param.kind !== 'list') {
      errors.push({ name: one.name, in: one.in, message: `${one.name} is given twice` })
      continue
    }
    seen.add(place)
    if (isBlank(param, one.value)) continue
    const read = readValue(param, one.value, one.in)
    if ('message' in read)
      errors.push({ name: one.name, in: one.in, ...read, message: `${one.name} ${read.message}` })
    else addValue(values, name, read.value, one, errors)
  }
  return values
}

function addValue(
  values: Map<string, Value>,
  name: string,
  value: Value,
  one: Given,
  errors: ParameterError[],
): void {
  const old = values.get(name)
  if (Array.isArray(old) && Array.isArray(value))
    values.set(name, inOrder([...old, ...(value as readonly string[])]))
  else if (old !== undefined && old !== value) {
    errors.push({ name: one.name, in: one.in, message: `${name} is given twice with different values` })
  } else values.set(name, value)
}

/** `query` on a product operation: a URL, an id, a slug or a SKU, told by its form. */
function tellLookup(operation: Operation, value: unknown): string | undefined {
  const { lookup = [] } = operation
  return (
    lookup.find(name => {
      const param = operation.params[name]
      return param !== undefined && 'value' in readValue(param, value, 'query')
    }) ?? lookup.at(-1)
  )
}

function checkLookup(operation: Operation, values: Map<string, Value>, errors: ParameterError[]): void {
  const { lookup = [], lookupOptional } = operation
  if (lookup.length === 0 || errors.length > 0) return
  const present = lookup.filter(name => values.has(name))
  const accepted = [...lookup, 'query']
  if (present.length === 0 && !lookupOptional) {
    const message =
      lookup.length === 1 ? `${lookup[0]} is required` : `one of ${lookup.join(', ')} is required`
    errors.push({ name: lookup[0] ?? 'query', in: 'query', message, accepted })
  } else if (present.length > 1) {
    for (const name of present) {
      errors.push({ name, in: 'query', message: `give only one of ${present.join(', ')}`, accepted })
    }
  }
}

function unknownName(operation: Operation, names: Map<string, string>, one: Given): ParameterError {
  const canonical = Object.keys(operation.params)
  const accepted = operation.lookup && !canonical.includes('query') ? [...canonical, 'query'] : canonical
  const near = nearest(one.name, [...names.keys(), ...accepted])
  const shown = JSON.stringify(one.name.slice(0, 64))
  const hint = near ? `; did you mean ${near}?` : accepted.length === 0 ? '; this operation takes none' : ''
  return {
    name: one.name.slice(0, 64),
    in: one.in,
    message: `${shown} is not a parameter of ${operation.id}${hint}`,
    accepted,
  }
}

/** An optional text left empty is a text not given. */
function isBlank(param: Param, value: unknown): boolean {
  if (value === null) return true
  return (
    typeof value === 'string' &&
    value.trim() === '' &&
    !param.required &&
    !('allowEmpty' in param && param.allowEmpty)
  )
}

function readValue(param: Param, value: unknown, place: Given['in']): Read {
  switch (param.kind) {
    case 'integer':
      return readInteger(param, value, place)
    case 'choice':
      return readChoice(param, value)
    case 'list':
      return readList(param, value)
    default:
      return readText(param, value)
  }
}

function readText(param: TextParam | UrlParam, value: unknown): Read {
  // An id is often at hand as a number; in a body it may stay one.
  const text = Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string') return { message: 'must be a string' }
  const trimmed = text.trim()
  if (trimmed.length > param.maxLength) return { message: `is longer than ${param.maxLength} characters` }
  if (!trimmed.isWellFormed()) return { message: 'is not well-formed Unicode' }
  if (trimmed === '' && !('allowEmpty' in param && param.allowEmpty)) return { message: 'must not be empty' }
  if (param.pattern && !param.pattern.test(trimmed))
    return { message: `must be ${param.form ?? 'of another form'}` }
  return { value: 'normalise' in param && param.normalise ? param.normalise(trimmed) : trimmed }
}

function readInteger(param: IntegerParam, value: unknown, place: Given['in']): Read {
  const number =
    place === 'query' && typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= param.min && number <= param.max) {
    return { value: number }
  }
  return { message: `must be an integer from ${param.min} to ${param.max}` }
}

function readChoice(param: ChoiceParam, value: unknown): Read {
  const wanted = typeof value === 'string' ? value.trim().toUpperCase() : undefined
  const named = wanted === undefined ? undefined : (param.synonyms?.[wanted] ?? wanted)
  const found = param.values.find(one => one.toUpperCase() === named)
  return found === undefined
    ? { message: `must be one of ${param.values.join(', ')}`, accepted: param.values }
    : { value: found }
}

function readList(param: ListParam, value: unknown): Read {
  const items = (Array.isArray(value) ? value : [value]).map(item =>
    Number.isSafeInteger(item) ? String(item) : item,
  )
  if (items.length > param.maxItems) return { message: `has more than ${param.maxItems} values` }
  const texts = items.filter(item => typeof item === 'string' && param.pattern.test(item)) as string[]
  if (texts.length < items.length || items.length === 0)
    return { message: `must be ${param.form}, or a list of them` }
  return { value: inOrder(texts) }
}

/** Lists that mean the same share a cache entry. */
function inOrder(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted((a, b) => (a < b ? -1 : 1))
}
