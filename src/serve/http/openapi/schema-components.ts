// Turns result schemas into OpenAPI components: every object becomes a named component with references to it.
import { type PlainSchema, STATED_BY_ABSENCE } from '#kit/schema/schema'

export type Json = Record<string, unknown>

interface Component {
  readonly name: string
  readonly shape: object
  /** Its descriptions in all the places that use it. */
  readonly meanings: Set<string | undefined>
}

/** The location of a part, from which its name is derived. */
interface Place {
  readonly site: string
  /** Name of the component that contains it. */
  readonly owner: string
  readonly key: string
}

export function createSchemaComponents() {
  const index = createComponentIndex()
  return {
    /** Adds the result schema of an operation with all its parts; returns the reference to it. */
    publish(operationId: string, schema: PlainSchema, description: string): Json {
      const [site = ''] = operationId.split('.')
      const name = resultName(operationId)
      const place = { site: pascalCase(site), owner: name, key: '' }
      if (schema.type !== 'array' || !schema.items)
        return publishPart(index, { ...schema, description }, place, name) as Json
      const item = itemName(name)
      const items = publishPart(index, schema.items, { ...place, owner: item }, item)
      return referTo(index, { ...schema, description, items }, place, name)
    },
    /** All components so far, by name. */
    schemas: () => Object.fromEntries(index.all().map(one => [one.name, publishedSchema(one)])),
  }
}

/** The component gets the description only if it is the same everywhere. */
function publishedSchema({ shape, meanings: [first, ...others] }: Component): Json {
  return { ...shape, ...(first !== undefined && others.length === 0 ? { description: first } : {}) }
}

type ComponentIndex = ReturnType<typeof createComponentIndex>

function createComponentIndex() {
  const byName = new Map<string, Component>()
  const byShape = new Map<string, Component>()
  return {
    /** Returns the component with this shape, or creates it. */
    find(shape: { readonly title?: string }, place: Place, fixed: string | undefined): Component {
      // Two sites may have the same shape by coincidence; a change in one must not rename the other's component.
      const key = fixed ?? `${place.site} ${JSON.stringify(shape)}`
      const component = byShape.get(key)
      if (component) return component
      const name = fixed ?? partName(shape, place)
      if (byName.has(name)) throw new Error(`two schemas would be named ${name}: give one a title`)
      const added = { name, shape, meanings: new Set<string | undefined>() }
      byShape.set(key, added)
      byName.set(name, added)
      return added
    },
    /** Sorted by name. */
    all: () => [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }
}

/** `fixed` is the name, if it follows from the operation alone. */
function publishPart(index: ComponentIndex, schema: PlainSchema, place: Place, fixed?: string): PlainSchema {
  // A union with an unconstrained branch is unconstrained.
  const { anyOf, ...notes } = schema
  if (anyOf?.some(branch => Object.keys(branch).length === 0)) return notes
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map(branch => publishPart(index, branch, place)) }
  const itemPlace = { ...place, key: singular(place.key) }
  if (schema.items) return { ...schema, items: publishPart(index, schema.items, itemPlace) }
  const { patternProperties, ...rest } = schema
  const [values] = Object.values(patternProperties ?? {})
  if (values) {
    const isOpen = Object.keys(values).length === 0
    return { ...rest, additionalProperties: isOpen || publishPart(index, values, itemPlace) } as PlainSchema
  }
  return schema.properties ? referTo(index, withParts(index, schema, place, fixed), place, fixed) : schema
}

function withParts(
  index: ComponentIndex,
  schema: PlainSchema,
  place: Place,
  fixed: string | undefined,
): PlainSchema {
  const owner = fixed ?? partName(schema, place)
  const properties = Object.entries(schema.properties ?? {}).map(([key, property]) => [
    key,
    publishPart(index, property, { ...place, owner, key }),
  ])
  return { ...schema, properties: Object.fromEntries(properties) as PlainSchema['properties'] & object }
}

function referTo(
  index: ComponentIndex,
  schema: PlainSchema & { additionalProperties?: unknown },
  place: Place,
  fixed?: string,
): Json {
  // Fields may be added later: validators and generated clients must not reject them.
  const { description, [STATED_BY_ABSENCE]: stated, additionalProperties: _closed, ...shape } = schema
  const component = index.find(shape, place, fixed)
  component.meanings.add(description)
  return {
    $ref: `#/components/schemas/${component.name}`,
    ...(description === undefined || fixed !== undefined ? {} : { description }),
    ...(stated ? { [STATED_BY_ABSENCE]: true } : {}),
  }
}

function partName({ title }: { readonly title?: string }, { site, owner, key }: Place): string {
  return title === undefined ? owner + pascalCase(key) : site + title
}

/** `sneakerhub.search` → `SneakerhubSearch`. */
export function resultName(operationId: string): string {
  return operationId.split('.').map(pascalCase).join('')
}

/** The name for an item of a list: `StorefrontProducts` → `StorefrontProduct`. */
function itemName(name: string): string {
  const singularName = singular(name)
  return singularName === name ? `${name}Item` : singularName
}

function singular(word: string): string {
  return word.replace(/(?<=[^s])s$/, '').replace(/(?<=t)ie$/, 'y')
}

function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map(part => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}
