// The filter lookup: every group and code of the table, and that the search accepts what the lookup returns.
import { describe, expect, it } from 'vitest'
import { filterCodes } from './filter-codes.ts'
import { filterLookup } from './filters.ts'
import { search } from './search.ts'

interface Group {
  readonly id: string
  readonly filterGroupId?: string
  readonly input_type?: string
  readonly inputType?: string
  readonly searchable: boolean
  readonly values: readonly Readonly<Record<string, string>>[]
}

const site = { origins: {}, settings: {} }
const lookUp = (query: string) => filterLookup.extract(undefined, { query }, site) as readonly Group[]
const all = lookUp('')

describe('filter lookup', () => {
  it('has 25 filters with 425 codes', () => {
    expect(new Set(filterCodes.map(([name]) => name)).size).toBe(25)
    const codes = filterCodes.flatMap(([, , pairs]) => pairs.split(';'))
    expect(codes).toHaveLength(425)
    expect(codes.map(pair => pair.trim()).filter(pair => !/^[\w-]+ \S/.test(pair))).toEqual([])
  })

  it('lists eight filters in both spellings', () => {
    expect(all).toHaveLength(25 + 8)
    const snake = new Set(all.map(group => group.id))
    const twice = all.filter(group => group.id !== lower(group.id) && snake.has(lower(group.id)))
    expect(twice).toHaveLength(8)
  })

  it.each(all.map(group => [group.id, group] as const))('spells %s in one way', (id, group) => {
    const isCamel = group.filterGroupId !== undefined
    expect(isCamel ? group.filterGroupId : group.id).toBe(id)
    expect(
      isCamel ? [group.input_type, typeof group.inputType] : [group.inputType, typeof group.input_type],
    ).toEqual([undefined, 'string'])
    for (const value of group.values) expect(Object.keys(value)).toEqual(['label', id])
  })

  it.each([
    ['dial', ['dialNumbers', 'dial_numbers', 'dialColor', 'dial_color']],
    ['DIALCOLOR', ['dialColor', 'dial_color']],
    ['dial_color', ['dialColor', 'dial_color']],
    ['dial color', ['dialColor', 'dial_color']],
    [' location ', ['countryIds']],
    ['country_ids', ['countryIds']],
    ['black', []],
  ])('returns for the query %j the filters %j', (query, ids) => {
    expect(lookUp(query).map(group => group.id)).toEqual(ids)
  })

  it('keeps a label that has two codes', () => {
    const colours = all.find(group => group.id === 'dial_color')?.values ?? []
    const codes = colours.filter(value => value.label === 'Skeletonized').map(value => value.dial_color)
    expect(codes).toEqual(['726', '704'])
  })

  it('marks only long lists as searchable', () => {
    expect(all.filter(group => group.searchable).map(group => group.id)).toEqual(['countryIds', 'styles'])
  })
})

describe('watch search', () => {
  it.each(all.map(group => [group.id, group] as const))('accepts %s with every code', (id, group) => {
    const taken = search.params[lower(id)]
    if (taken?.kind !== 'list') expect.fail(`${id} is no list parameter of the search`)
    expect([lower(id), ...(taken.aliases ?? [])]).toContain(id)
    const codes = taken.known.map(one => ({ label: one.label, [id]: one.code }))
    expect(group.values).toEqual(codes)
  })
})

function lower(id: string): string {
  return id.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
