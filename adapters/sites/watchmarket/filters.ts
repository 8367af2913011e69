// Operation 2: the filter lookup, answered from our own table without an upstream request.
import { type Draft, defineOperation, param, type Static, t } from '#kit'
import { type Filter, filters } from './filter-groups.ts'

const FilterGroup = t.object({
  id: t.text('Name of the filter; the same filter may be listed twice, once in each spelling'),
  input_type: t.statedByAbsence(t.text({ description: 'Checkbox or IllustrationCheckbox' })),
  label: t.text('Heading of the filter on the site'),
  searchable: t.flag('Whether the list is long enough to have its own search'),
  values: t.list(
    t.map(t.text(), {
      description:
        '`label`, and the code under the name of the filter: `{"label": "Black", "dial_color": "702"}`',
    }),
    'Selectable values; the same label may appear with different codes',
  ),
  filterGroupId: t.statedByAbsence(t.text('Name of the filter again; only for filters in camelCase')),
  inputType: t.statedByAbsence(
    t.text({ description: 'Same as `input_type`; only for filters in camelCase' }),
  ),
})

type FilterGroup = Draft<Static<typeof FilterGroup>>

// No recording shows which groups the site illustrates or searches. Here, filters that are clearer as pictures are
// illustrated, and lists that no longer fit a screen are searchable.
const ILLUSTRATED = new Set(['watchCategories', 'clasp', 'dialNumbers'])
const SEARCHABLE_ABOVE = 30

// Properties of the watch are listed in both spellings, properties of the offer only in that of the URL.
// `watchCategories` is known only in snake_case.
const BOTH_SPELLINGS = new Set([
  'caseMaterials',
  'bezelMaterial',
  'claspMaterial',
  'dialNumbers',
  'dialColor',
  'movementTypes',
  'braceletMaterial',
  'braceletColor',
])

export const filterLookup = defineOperation({
  id: 'watchmarket.filters',
  number: 2,
  summary: 'Find filters of the watch search and their codes',
  path: '/api/v2/finder/watchmarket-search',
  open: true,
  params: {
    query: param.required(
      param.words('Part of a filter’s name or label, case-insensitive; "" returns all filters', {
        allowEmpty: true,
      }),
    ),
  },
  result: t.list(FilterGroup),
  core: ['/*/id', '/*/values'],
  freshForS: 86_400,
  example: { query: 'color' },
  async load() {},
  extract(_, { query }) {
    const wanted = query.trim().toLowerCase()
    return filters.filter(one => namesOf(one).some(name => name.includes(wanted))).flatMap(groupsOf)
  },
})

/** A caller may use either spelling, even if only one is listed. */
function namesOf({ camel, snake, label }: Filter): string[] {
  return [camel, snake, label].map(name => name.toLowerCase())
}

function groupsOf(filter: Filter): FilterGroup[] {
  const { camel, snake } = filter
  if (BOTH_SPELLINGS.has(camel)) return [inCamelCase(filter), inSnakeCase(filter)]
  return [camel === snake || camel === 'watchCategories' ? inSnakeCase(filter) : inCamelCase(filter)]
}

function inCamelCase(filter: Filter): FilterGroup {
  const { camel } = filter
  return {
    ...groupOf(filter, camel),
    input_type: undefined,
    filterGroupId: camel,
    inputType: inputOf(filter),
  }
}

function inSnakeCase(filter: Filter): FilterGroup {
  return {
    ...groupOf(filter, filter.snake),
    input_type: inputOf(filter),
    filterGroupId: undefined,
    inputType: undefined,
  }
}

function groupOf({ label, codes }: Filter, id: string) {
  return {
    id,
    label,
    searchable: codes.length > SEARCHABLE_ABOVE,
    values: codes.map(one => ({ label: one.label, [id]: one.code })),
  }
}

function inputOf({ camel }: Filter): string {
  return ILLUSTRATED.has(camel) ? 'IllustrationCheckbox' : 'Checkbox'
}
