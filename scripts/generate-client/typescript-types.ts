// Converts schemas to TypeScript types, with the descriptions as comments.
import { STATED_BY_ABSENCE } from '#kit/schema/schema'
import { type NamedSchema, typeNameOf } from './named-types.ts'

/** Results of operations can be changed by the program that asked; those of routes are `readonly`. */
export function createTypes(readonly: '' | 'readonly ') {
  function typeOf(schema: NamedSchema): string {
    return typeNameOf(schema) ?? bareType(schema)
  }

  function bareType(schema: NamedSchema): string {
    if (schema.anyOf) {
      const types = new Set(schema.anyOf.map(typeOf))
      return types.has('unknown') ? 'unknown' : [...types].join(' | ')
    }
    if (schema.properties) return objectType(schema)
    const [values] = Object.values(schema.patternProperties ?? {})
    if (values) return mapType(typeOf(values))
    if (schema.enum) return schema.enum.map(value => `'${value}'`).join(' | ')
    switch (schema.type) {
      case 'array':
        return `${readonly}(${schema.items ? typeOf(schema.items) : 'unknown'})[]`
      case 'object':
        return mapType('unknown')
      case 'integer':
        return 'number'
      case 'string':
      case 'boolean':
      case 'number':
      case 'null':
        return schema.type
      case undefined:
        return 'unknown'
      default:
        throw new Error(`no type is known for ${JSON.stringify(schema).slice(0, 200)}`)
    }
  }

  function mapType(values: string): string {
    return readonly === '' ? `Record<string, ${values}>` : `Readonly<Record<string, ${values}>>`
  }

  function objectType({ properties = {}, required = [] }: NamedSchema): string {
    const lines = Object.entries(properties).map(([name, property]) => {
      const notes = [
        property.description,
        property[STATED_BY_ABSENCE] ? 'left out when the shop states none' : '',
        readonly === '' || property.default === undefined
          ? ''
          : `${JSON.stringify(property.default)} when left out`,
      ]
      const mark = required.includes(name) ? '' : '?'
      return `${comment(notes.filter(Boolean).join('; '))}${readonly}${keyOf(name)}${mark}: ${typeOf(property)}`
    })
    return `{\n${lines.join('\n')}\n}`
  }

  return { typeOf, bareType, objectType }
}

export function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}

export function comment(text: string): string {
  if (!text) return ''
  const lines = text.replaceAll('*/', '* /').split('\n')
  return lines.length === 1
    ? `/** ${text.replaceAll('*/', '* /')} */\n`
    : `/**\n${lines.map(line => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}
