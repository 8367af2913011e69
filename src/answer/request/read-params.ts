// Parses and validates an operation's parameters as the operation declares them; reports all errors together.
import type { OperationHead } from '#kit/define/define'
import { Fault, type ParameterError } from '#kit/fault'
import type {
  ChoiceParam,
  RawParam,
  IntegerParam,
  ListParam,
  Param,
  ParamValues,
  TextParam,
  UrlParam,
} from '#kit/params/param-specs'
import { findKnown, unknownValue } from './known-value.ts'
import { findNearestName } from '../../runtime/nearest-name.ts'

type Value = string | number | readonly string[]
type ParseResult =
  | { readonly value: Value }
  | { readonly message: string; readonly accepted?: readonly string[] }

export function readParams(operation: OperationHead, rawParams: readonly RawParam[]): ParamValues {
  const errors: ParameterError[] = []
  const values = collectValues(operation, rawParams, errors)
  checkLookup(operation, values, errors)
  const names = paramNamesByAlias(operation)
  const refused = new Set(errors.map(error => names.get(error.name)))
  for (const [name, param] of Object.entries(operation.params)) {
    if (values.has(name)) continue
    const initial = 'default' in param ? param.default : undefined
    if (initial !== undefined) values.set(name, initial)
    else if (param.required && !refused.has(name))
      errors.push({ name, in: 'query', message: `${name} is required: ${param.description}` })
  }
  if (errors.length > 0) throw invalidParameterFault(errors)
  return Object.fromEntries(values)
}

/** Callers fix errors one by one; an unbounded list would only make the answer large. */
export const ERRORS_MAX = 20

export function invalidParameterFault(errors: readonly ParameterError[]): Fault {
  const [first] = errors
  const more =
    errors.length > ERRORS_MAX
      ? ` (the first ${ERRORS_MAX} are listed)`
      : errors.length > 1
        ? ` (and ${errors.length - 1} more)`
        : ''
  return new Fault('invalid_parameter', `${first?.message ?? 'the parameters are not valid'}${more}`, {
    errors: errors.slice(0, ERRORS_MAX),
  })
}

/** Parameter names by every name that callers may use, aliases included. */
export function paramNamesByAlias(operation: OperationHead): Map<string, string> {
  const names = new Map<string, string>()
  for (const [name, param] of Object.entries(operation.params)) {
    names.set(name, name)
    for (const alias of param.aliases ?? []) names.set(alias, name)
  }
  return names
}

function collectValues(
  operation: OperationHead,
  rawParams: readonly RawParam[],
  errors: ParameterError[],
): Map<string, Value> {
  const names = paramNamesByAlias(operation)
  const values = new Map<string, Value>()
  const seen = new Set<string>()
  for (const raw of rawParams) {
    if (errors.length > ERRORS_MAX) break
    const recognised =
      raw.name === 'query' && !names.has('query') ? detectLookupParam(operation, raw.value) : undefined
    const name = names.get(raw.name) ?? recognised
    const param = name === undefined ? undefined : operation.params[name]
    if (name === undefined || param === undefined) {
      errors.push(unknownParamError(operation, names, raw))
      continue
    }
    const place = `${raw.in} ${raw.name}`
    if (seen.has(place) && param.kind !== 'list') {
      errors.push({ name: raw.name, in: raw.in, message: `${raw.name} is given twice` })
      continue
    }
    seen.add(place)
    if (isBlank(param, raw.value)) continue
    const parsed = raw.isRead ? { value: raw.value as Value } : readValue(param, raw.value, raw.in)
    if ('message' in parsed)
      errors.push({ name: raw.name, in: raw.in, ...parsed, message: `${raw.name} ${parsed.message}` })
    else addValue(values, name, parsed.value, raw, errors)
  }
  return values
}

function addValue(
  values: Map<string, Value>,
  name: string,
  value: Value,
  raw: RawParam,
  errors: ParameterError[],
): void {
  const old = values.get(name)
  if (Array.isArray(old) && Array.isArray(value))
    values.set(name, sortUnique([...old, ...(value as readonly string[])]))
  else if (old !== undefined && old !== value) {
    errors.push({ name: raw.name, in: raw.in, message: `${name} is given twice with different values` })
  } else values.set(name, value)
}

/** `query` on a product operation: a URL, an id, a slug or a SKU, recognised by its form. */
function detectLookupParam(operation: OperationHead, value: unknown): string | undefined {
  const { lookup = [] } = operation
  return (
    lookup.find(name => {
      const param = operation.params[name]
      return param !== undefined && 'value' in readValue(param, value, 'query')
    }) ?? lookup.at(-1)
  )
}

function checkLookup(operation: OperationHead, values: Map<string, Value>, errors: ParameterError[]): void {
  const { lookup = [], lookupOptional } = operation
  if (lookup.length === 0 || errors.length > 0) return
  const present = lookup.filter(name => values.has(name))
  const accepted = [...lookup, 'query']
  if (present.length === 0 && !lookupOptional) {
    const [only = 'query'] = lookup
    const other = only === 'query' ? '' : ' (or `query`)'
    const message =
      lookup.length === 1
        ? `${only} is required: pass \`${only}\`${other}`
        : `one of ${lookup.join(', ')} is required: pass one of them (or \`query\`)`
    errors.push({ name: only, in: 'query', message })
  } else if (present.length > 1) {
    for (const name of present) {
      errors.push({ name, in: 'query', message: `pass only one of ${present.join(', ')}`, accepted })
    }
  }
}

function unknownParamError(
  operation: OperationHead,
  names: Map<string, string>,
  raw: RawParam,
): ParameterError {
  const canonical = Object.keys(operation.params)
  const accepted = operation.lookup && !canonical.includes('query') ? [...canonical, 'query'] : canonical
  const near = findNearestName(raw.name, [...names.keys(), ...accepted])
  const quoted = JSON.stringify(raw.name.slice(0, 64))
  const hint = near ? `; did you mean ${near}?` : accepted.length === 0 ? '; this operation takes none' : ''
  return {
    name: raw.name.slice(0, 64),
    in: raw.in,
    message: `${quoted} is not a parameter of ${operation.id}${hint}`,
    accepted,
  }
}

/** An optional text that is empty counts as not given. */
function isBlank(param: Param, value: unknown): boolean {
  if (value === null) return true
  return (
    typeof value === 'string' &&
    value.trim() === '' &&
    !param.required &&
    !('allowEmpty' in param && param.allowEmpty)
  )
}

function readValue(param: Param, value: unknown, place: RawParam['in']): ParseResult {
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

function readText(param: TextParam | UrlParam, value: unknown): ParseResult {
  // Callers often have an id as a number; a JSON body may send it as one.
  const text = Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string') return { message: 'must be a string' }
  const trimmed = text.trim()
  if (trimmed.length > param.maxLength)
    return { message: `is longer than ${param.maxLength} characters`, ...nearestTo(param, trimmed) }
  if (!trimmed.isWellFormed()) return { message: 'is not well-formed Unicode' }
  if (trimmed === '' && !('allowEmpty' in param && param.allowEmpty)) return { message: 'must not be empty' }
  if (param.pattern && !param.pattern.test(trimmed))
    return { message: `must be ${param.form ?? 'in a different format'}`, ...nearestTo(param, trimmed) }
  const normalised = 'normalise' in param && param.normalise ? param.normalise(trimmed) : trimmed
  return (param.kind === 'text' && checkKnown(param, normalised)) || { value: normalised }
}

function readInteger(param: IntegerParam, value: unknown, place: RawParam['in']): ParseResult {
  const number =
    place === 'query' && typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= param.min && number <= param.max) {
    return { value: number }
  }
  return { message: `must be an integer from ${param.min} to ${param.max}` }
}

function readChoice(param: ChoiceParam, value: unknown): ParseResult {
  const word = typeof value === 'string' ? value.trim().toUpperCase() : undefined
  const choice = word === undefined ? undefined : (param.synonyms?.[word] ?? word)
  const match = param.values.find(one => one.toUpperCase() === choice)
  return match === undefined
    ? { message: `must be one of ${param.values.join(', ')}`, accepted: param.values }
    : { value: match }
}

function checkKnown({ known: allowed, knownPart }: TextParam, value: string): ParseResult | undefined {
  if (!allowed) return undefined
  const part = knownPart ? knownPart.exec(value)?.[0] : value
  return part === undefined || findKnown(allowed, part) ? undefined : unknownValue(allowed, part)
}

/** Suggests the code when the caller sends a name, such as "Germany" for DE. */
function nearestTo(param: TextParam | UrlParam, value: string): { accepted?: readonly string[] } {
  const allowed = 'known' in param ? param.known : undefined
  const near = allowed && unknownValue(allowed, value).accepted
  return near && near.length < (allowed?.length ?? 0) ? { accepted: near } : {}
}

function readList(param: ListParam, value: unknown): ParseResult {
  const items = (Array.isArray(value) ? value : param.values ? splitAtCommas(value) : [value]).map(item =>
    Number.isSafeInteger(item) ? String(item) : item,
  )
  if (items.length > param.maxItems) return { message: `has more than ${param.maxItems} values` }
  if (items.length === 0) return { message: `must be ${param.form}, or a list of them` }
  const codes: string[] = []
  for (const item of items) {
    if (typeof item !== 'string' || !item.isWellFormed())
      return { message: `must be ${param.form}, or a list of them` }
    const match = findKnown(param.known, item)
    if (!match && !param.also?.test(item.trim())) return unknownValue(param.known, item)
    codes.push(match?.code ?? item.trim().toLowerCase())
  }
  return { value: sortUnique(codes) }
}

function splitAtCommas(value: unknown): unknown[] {
  return typeof value === 'string' ? value.split(',').map(part => part.trim()) : [value]
}

/** Equivalent lists share a cache entry. */
function sortUnique(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted((a, b) => (a < b ? -1 : 1))
}
