// The page of placeholders: which values of which fields mean "not here", from the definitions alone.
import type { RegistryEntry } from '../src/engine/registry.ts'
import { placeholdersIn } from '../src/kit/placeholders.ts'
import { DATE, type PlainSchema, withoutNull } from '../src/kit/schema.ts'

export function placeholdersPage(entries: readonly RegistryEntry[]): string {
  const rows = entries.flatMap(({ operation }) =>
    placeholdersIn(operation.result).map(
      ({ pointer, value, when }) =>
        `| \`${operation.id}\` | \`${pointer}\` | \`${JSON.stringify(value)}\` | ${when} |`,
    ),
  )
  const dates = entries.flatMap(({ operation }) => {
    const pointers = datesIn(operation.result)
    return pointers.length === 0
      ? []
      : [`| \`${operation.id}\` | ${pointers.map(one => `\`${one}\``).join(' ')} |`]
  })
  return [
    '# Placeholders',
    '',
    'Shops write values that mean "not here": a price of 0 where nobody sells, an epoch date, "N/A". Wares answers such a value',
    'exactly as a missing one: the field keeps its type with a neutral value, and the header `Wares-Absent` names it. This page is',
    'made by `npm run docs`.',
    '',
    '## Values of single fields',
    '',
    '| operation | field | what the shop writes | it means that |',
    '|---|---|---|---|',
    ...rows,
    '',
    'A 0 that can be a fact stays one: counts, quantities, discounts, positions. So does the price `"0.00"` of a storefront, whose',
    'merchants give samples away.',
    '',
    '## Dates',
    '',
    'In these fields the zero of a clock (`1970-01-01`, or its moment in another zone) and the ends of the calendar (`0000-00-00`,',
    '`0001-01-01`, `9999-12-31`) are no dates.',
    '',
    '| operation | fields |',
    '|---|---|',
    ...dates,
    '',
    '## Texts',
    '',
    'In every text `N/A`, `#N/A`, `null`, `undefined`, `NaN` and `[object Object]` are what a program writes for lack of a value.',
    'Only the words of reviewers stand as they are: people may be called Null.',
    '',
  ].join('\n')
}

function datesIn(given: PlainSchema, pointer = ''): string[] {
  const { schema } = withoutNull(given)
  return [
    ...(schema[DATE] ? [pointer] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => datesIn(one, `${pointer}/${name}`)),
    ...(schema.items ? datesIn(schema.items, `${pointer}/*`) : []),
  ]
}
