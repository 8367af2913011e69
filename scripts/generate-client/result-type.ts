// Converts a result schema to a TypeScript type, with the descriptions as comments.
import { type PlainSchema, STATED_BY_ABSENCE, withoutNull } from '../../src/kit/schema.ts'

export function resultType(fullSchema: PlainSchema): string {
  const { schema, nullable } = withoutNull(fullSchema)
  const type = bareType(schema)
  return nullable && type !== 'unknown' ? `${type} | null` : type
}

function bareType(schema: PlainSchema): string {
  if (schema.properties) return objectType(schema)
  const [values] = Object.values(schema.patternProperties ?? {})
  if (values) return `Record<string, ${resultType(values)}>`
  switch (schema.type) {
    case 'array':
      return `(${schema.items ? resultType(schema.items) : 'unknown'})[]`
    case 'string':
      return schema.enum ? schema.enum.map(value => `'${value}'`).join(' | ') : 'string'
    case 'boolean':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case undefined:
      return 'unknown'
    default:
      throw new Error(`no type is known for ${JSON.stringify(schema).slice(0, 200)}`)
  }
}

export function objectType({ properties = {}, required = [] }: PlainSchema): string {
  const lines = Object.entries(properties).map(([name, property]) => {
    const notes = [
      property.description,
      property[STATED_BY_ABSENCE] ? 'left out when the shop states none' : '',
    ]
    const mark = required.includes(name) ? '' : '?'
    return `${comment(notes.filter(Boolean).join('; '))}${keyOf(name)}${mark}: ${resultType(property)}`
  })
  return `{\n${lines.join('\n')}\n}`
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
