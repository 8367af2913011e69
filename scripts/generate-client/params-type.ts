// Generates the TypeScript type of an operation's parameters: exactly one lookup parameter, the others as declared.
import type { OperationHead } from '#kit/define/define'
import type { Param } from '#kit/params/param-specs'
import { comment, keyOf } from './typescript-types.ts'

export function paramsType(operation: OperationHead): string {
  const lookup = operation.lookup ?? []
  const alone = lookup.length === 1 && operation.lookupOptional !== true ? lookup[0] : undefined
  const exclusive = alone === undefined && operation.lookupOptional !== true ? lookup : []
  const rest = Object.entries(operation.params).filter(([name]) => !exclusive.includes(name))
  const plain = rest.map(([name, param]) =>
    fieldOf(name, param, param.required === true || name === alone, lookup.includes(name)),
  )
  if (exclusive.length === 0) return `{\n${plain.join('\n')}\n}`
  const choices = exclusive.map(name => {
    const param = operation.params[name]
    if (!param) throw new Error(`${operation.id} has no parameter ${name}`)
    return fieldOf(name, param, true, true)
  })
  const anyOf =
    '/** Any of the others; which one is recognised by its form. */\nreadonly query: string | number'
  const oneOf = `OneOf<{\n${[...choices, anyOf].join('\n')}\n}>`
  return plain.length > 0 ? `${oneOf} & {\n${plain.join('\n')}\n}` : oneOf
}

function fieldOf(name: string, param: Param, required: boolean, isLookup: boolean): string {
  const initial = 'default' in param && param.default !== undefined ? `; ${param.default} when left out` : ''
  const type = typeOf(param, isLookup)
  return `${comment(param.description + initial)}readonly ${keyOf(name)}${required ? '' : '?'}: ${type}`
}

function typeOf(param: Param, isLookup: boolean): string {
  switch (param.kind) {
    case 'integer':
      return 'number'
    case 'choice':
      return param.values.map(value => `'${value}'`).join(' | ')
    case 'list':
      if (!param.values) return 'Codes'
      return `readonly (${param.values.map(value => `'${value}'`).join(' | ')})[]`
    case 'url':
      return 'string'
    default:
      // Callers often have an id as a number, because some answers contain it that way.
      return isLookup ? 'string | number' : 'string'
  }
}
