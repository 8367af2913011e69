// Finds the changes between two OpenAPI documents that would break existing callers of /api/v1 and /api/v2.
type Json = Record<string, unknown>

/** One sentence for each breaking change between two of our OpenAPI documents; additions do not count. */
export function findBreakingChanges(old: Json, made: Json): string[] {
  const [before, now] = [resolveReferences(old), resolveReferences(made)]
  return Object.entries(objectIn(before, 'paths')).flatMap(([path, was]) => {
    const is = objectIn(now, 'paths')[path]
    if (!isObject(is)) return [`${path} is gone`]
    return METHODS.filter(method => method in (was as Json)).flatMap(method => {
      // A GET needs no word: it is what most paths are.
      const here = method === 'get' ? path : `${method.toUpperCase()} ${path}`
      if (!(method in is)) return [`${here} is gone`]
      return operationBreaks(here, operationAt(was as Json, method), operationAt(is, method))
    })
  })
}

const METHODS = ['get', 'post', 'patch', 'put', 'delete']

/** With the parameters that all methods of its path share. */
function operationAt(path: Json, method: string): Json {
  const operation = objectIn(path, method)
  return { ...operation, parameters: [...listIn(path, 'parameters'), ...listIn(operation, 'parameters')] }
}

/** Replaces every reference by its target, since callers do not depend on component names. */
export function resolveReferences(document: Json): Json {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (!isObject(value)) return value
    const { $ref, ...beside } = value
    if (typeof $ref !== 'string')
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolve(one)]))
    const found = $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((place, name) => (isObject(place) ? place[name] : undefined), document)
    if (!isObject(found)) throw new Error(`${$ref} refers to nothing`)
    return { ...(resolve(found) as Json), ...beside }
  }
  return resolve(document) as Json
}

function operationBreaks(path: string, was: Json, is: Json): string[] {
  return [
    ...parameterBreaks(path, parametersOf(was), parametersOf(is)),
    ...(isOpen(was) && !isOpen(is) ? [`${path} now needs a key`] : []),
    ...Object.keys(objectIn(was, 'responses'))
      .filter(status => objectIn(is, 'responses')[status] === undefined)
      .map(status => `${path} no longer answers ${status}`),
    ...bodyBreaks(`${path} body`, objectIn(was, 'requestBody'), objectIn(is, 'requestBody')),
    ...Object.keys(objectIn(was, 'responses'))
      .filter(status => status in objectIn(is, 'responses'))
      .flatMap(status => resultBreaks(`${path} answers`, resultOf(was, status), resultOf(is, status))),
  ]
}

/** A body that was accepted must still be. */
function bodyBreaks(here: string, was: Json, is: Json): string[] {
  return [
    ...(is.required === true && was.required !== true ? [`${here} is now required`] : []),
    ...inputBreaks(here, schemaIn(was), schemaIn(is)),
  ]
}

/** Fields and values of a body that were accepted and no longer are. */
function inputBreaks(here: string, was: Json, is: Json): string[] {
  const demanded = listIn(is, 'required').filter(name => !listIn(was, 'required').includes(name))
  const branches = listIn(is, 'anyOf') as Json[]
  return [
    ...narrowing(here, was, is),
    ...('type' in was && 'anyOf' in is && !branches.some(one => one.type === was.type)
      ? [`${here} no longer takes a ${String(was.type)}`]
      : []),
    ...(listIn(was, 'anyOf') as Json[])
      .filter(one => ![is, ...branches].some(other => other.type === one.type))
      .map(one => `${here} no longer takes a ${String(one.type)}`),
    ...demanded.map(name => `${here}/${String(name)} is now required`),
    ...Object.entries(objectIn(was, 'properties')).flatMap(([name, old]) => {
      const now = objectIn(is, 'properties')[name]
      return isObject(now)
        ? inputBreaks(`${here}/${name}`, old as Json, now)
        : [`${here} no longer takes ${name}`]
    }),
  ]
}

function parameterBreaks(path: string, was: Map<string, Json>, is: Map<string, Json>): string[] {
  const changed = [...was].flatMap(([name, old]) => {
    const now = is.get(name)
    const here = `${path}?${name}`
    if (!now) return [`${here} is gone`]
    const narrowed = narrowing(here, objectIn(old, 'schema'), objectIn(now, 'schema'))
    return now.required === true && old.required !== true
      ? narrowed.concat(`${here} is now required`)
      : narrowed
  })
  const demanded = [...is].filter(([name, now]) => now.required === true && !was.has(name))
  return [...changed, ...demanded.map(([name]) => `${path}?${name} is new and required`)]
}

const LESS = ['maxLength', 'maximum', 'maxItems']
const MORE = ['minLength', 'minimum', 'minItems']
const SAME = ['type', 'pattern', 'format', 'default']

/** Values or parameters that were accepted and no longer are. */
function narrowing(here: string, was: Json, is: Json): string[] {
  const bound = (name: string, isTighter: (a: number, b: number) => boolean) =>
    typeof is[name] === 'number' && (typeof was[name] !== 'number' || isTighter(is[name], was[name]))
  const lost = listIn(was, 'enum').filter(value => 'enum' in is && !listIn(is, 'enum').includes(value))
  return [
    ...SAME.filter(name => name in is && is[name] !== was[name]).map(name => `${here} has another ${name}`),
    ...LESS.filter(name => bound(name, (a, b) => a < b)).map(name => `${here} has a smaller ${name}`),
    ...MORE.filter(name => bound(name, (a, b) => a > b)).map(name => `${here} has a larger ${name}`),
    ...(!('enum' in was) && 'enum' in is ? [`${here} takes only some values`] : []),
    ...lost.map(value => `${here} no longer takes ${String(value)}`),
    ...('items' in was ? narrowing(`${here}[]`, objectIn(was, 'items'), objectIn(is, 'items')) : []),
  ]
}

/** Guarantees about the answer that no longer hold. */
function resultBreaks(here: string, was: Json, is: Json): string[] {
  const types = listIn(is, 'anyOf').length > listIn(was, 'anyOf').length || was.type !== is.type
  const required = listIn(is, 'required')
  return [
    ...(types ? [`${here} something of another type`] : []),
    ...listIn(was, 'required')
      .filter(name => !required.includes(name))
      .map(name => `${here} without being sure of ${String(name)}`),
    ...listIn(was, 'anyOf').flatMap((branch, place) =>
      resultBreaks(here, branch as Json, (listIn(is, 'anyOf')[place] ?? {}) as Json),
    ),
    ...nestedBreaks(here, was, is, 'properties'),
    ...('items' in was ? resultBreaks(`${here}[]`, objectIn(was, 'items'), objectIn(is, 'items')) : []),
  ]
}

function nestedBreaks(here: string, was: Json, is: Json, name: string): string[] {
  return Object.entries(objectIn(was, name)).flatMap(([property, old]) => {
    const now = objectIn(is, name)[property]
    return isObject(now)
      ? resultBreaks(`${here}/${property}`, old as Json, now)
      : [`${here} without ${property}`]
  })
}

function resultOf(operation: Json, status: string): Json {
  return schemaIn(objectIn(objectIn(operation, 'responses'), status))
}

/** Of a request body or a response. */
function schemaIn(message: Json): Json {
  return objectIn(objectIn(objectIn(message, 'content'), 'application/json'), 'schema')
}

function parametersOf(operation: Json): Map<string, Json> {
  return new Map(listIn(operation, 'parameters').map(one => [String((one as Json).name), one as Json]))
}

function isOpen(operation: Json): boolean {
  return listIn(operation, 'security').some(one => isObject(one) && Object.keys(one).length === 0)
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectIn(value: Json, name: string): Json {
  const inner = value[name]
  return isObject(inner) ? inner : {}
}

function listIn(value: Json, name: string): readonly unknown[] {
  const inner = value[name]
  return Array.isArray(inner) ? inner : []
}
