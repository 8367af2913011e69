// Converts schemas to Python types: TypedDicts, each declared once. A schema with a title is declared under it, another object
// under a name derived from its path.
import { MEANING } from '../../src/settings/named-schema.ts'
import { type NamedSchema, typeNameOf } from './named-types.ts'

export interface PythonTypes {
  /** The type of a schema. Nested objects are declared under names that begin with `name`. */
  typeOf(schema: NamedSchema, name: string): string
  /** Declarations so far, each before its first use. */
  readonly declarations: readonly string[]
}

export function createPythonTypes(): PythonTypes {
  const declarations: string[] = []
  const declared = new Set<string>()

  function typeOf(schema: NamedSchema, name: string): string {
    const named = typeNameOf(schema)
    if (named !== undefined) return schema.$ref === undefined ? declare(schema, named) : named
    if (schema.anyOf) {
      const types = new Set(schema.anyOf.map(one => typeOf(one, name)))
      return types.has('Any') ? 'Any' : [...types].join(' | ')
    }
    if (schema.properties) return declare(schema, name)
    const [values] = Object.values(schema.patternProperties ?? {})
    if (values) return `dict[str, ${typeOf(values, name)}]`
    if (schema.enum) return literalType(schema.enum)
    switch (schema.type) {
      case 'array':
        return `list[${schema.items ? typeOf(schema.items, `${name}Item`) : 'Any'}]`
      case 'object':
        return 'dict[str, Any]'
      case 'string':
        return 'str'
      case 'boolean':
        return 'bool'
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'null':
        return 'None'
      case undefined:
        return 'Any'
      default:
        throw new Error(`no type is known for ${JSON.stringify(schema).slice(0, 200)}`)
    }
  }

  function declare(schema: NamedSchema, name: string): string {
    if (declared.has(name)) return name
    declared.add(name)
    const { properties, required = [], title: _, [MEANING]: __, ...rest } = schema
    if (!properties) {
      declarations.push(`${name} = ${typeOf(rest, name)}`)
      return name
    }
    const fields = Object.entries(properties).map(([key, property]) => ({
      key,
      type: typeOf(property, name + pascalCase(key)),
      isRequired: required.includes(key),
    }))
    declarations.push(...typedDicts(name, fields))
    return name
  }

  return { typeOf, declarations }
}

export function literalType(values: readonly string[]): string {
  return `Literal[${values.map(value => JSON.stringify(value)).join(', ')}]`
}

interface PythonField {
  readonly key: string
  readonly type: string
  readonly isRequired: boolean
}

/** Optional keys are in a separate class, because `NotRequired` is newer than Python 3.10. */
function typedDicts(name: string, fields: readonly PythonField[]): string[] {
  const always = fields.filter(({ isRequired }) => isRequired)
  const sometimes = fields.filter(({ isRequired }) => !isRequired)
  if (sometimes.length === 0) return [typedDict(name, always, true)]
  if (always.length === 0) return [typedDict(name, sometimes, false)]
  return [
    typedDict(`_${name}`, always, true),
    typedDict(`_${name}Optional`, sometimes, false),
    `class ${name}(_${name}, _${name}Optional):\n    pass`,
  ]
}

/** The functional syntax allows any key (`360_images`, `class`). */
function typedDict(
  name: string,
  fields: readonly { readonly key: string; readonly type: string }[],
  total: boolean,
): string {
  const lines = fields.map(({ key, type }) => `        ${JSON.stringify(key)}: ${JSON.stringify(type)},\n`)
  return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n${total ? '' : '    total=False,\n'})`
}

export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map(part => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}
