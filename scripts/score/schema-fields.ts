// Compares two descriptions of one item by type, name, price, currency and availability.

const fields = ['type', 'name', 'price', 'currency', 'availability'] as const
type Field = (typeof fields)[number]
export type SchemaFields = Readonly<Record<Field, ReadonlySet<string>>>

const fieldOf = new Map<string, Field>([
  ['name', 'name'],
  ['price', 'price'],
  ['lowPrice', 'price'],
  ['highPrice', 'price'],
  ['priceCurrency', 'currency'],
  ['availability', 'availability'],
])

/** All values that JSON-LD or microdata gives for the five fields, at any depth. */
export function schemaFieldsOf(data: unknown): SchemaFields {
  const facts: Record<Field, Set<string>> = {
    type: new Set(),
    name: new Set(),
    price: new Set(),
    currency: new Set(),
    availability: new Set(),
  }
  collect(data, facts)
  return facts
}

function collect(data: unknown, facts: Record<Field, Set<string>>): void {
  for (const value of listOf(data)) {
    if (typeof value !== 'object' || value === null) continue
    const item = value as Record<string, unknown>
    for (const type of listOf(item['@type'] ?? item['type']))
      if (typeof type === 'string') facts.type.add(normalize('type', type))
    for (const [name, member] of Object.entries(
      (item['properties'] as Record<string, unknown> | undefined) ?? item,
    )) {
      const field = fieldOf.get(name)
      for (const text of field === undefined ? [] : listOf(member)) {
        if (typeof text === 'string' || typeof text === 'number')
          facts[field ?? 'name'].add(normalize(field ?? 'name', String(text)))
      }
      collect(member, facts)
    }
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value]
}

/** The examples are written by hand, so case, spaces and punctuation in names are ignored, and "13" equals "13.00". */
function normalize(field: Field, text: string): string {
  const short = text.trim().replace(/^https?:\/\/schema\.org\//, '')
  if (field === 'name') return short.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return field === 'price' ? String(Number(short.replace(/[$,]/g, ''))) : short
}

/** One line for each field on which the two contradict each other; an additional value is not a contradiction. */
export function contradictions(a: SchemaFields, b: SchemaFields): string[] {
  return fields
    .filter(field => !a[field].isSubsetOf(b[field]) && !b[field].isSubsetOf(a[field]))
    .map(
      field =>
        `${field}: ${quote(a[field].difference(b[field]))} and ${quote(b[field].difference(a[field]))}`,
    )
}

function quote(values: ReadonlySet<string>): string {
  return [...values].map(value => `"${value}"`).join(', ')
}
