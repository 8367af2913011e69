// Which tools an agent has, what they are called, and how `call` finds an operation.
import { describe, expect, it } from 'vitest'
import { sites } from '../../../adapters/sites/index.ts'
import { createRegistry, isComposite, type RegisteredOperation } from '../../answer/request/registry.ts'
import { Fault } from '#kit/fault'
import { parseTextMode, parseToolSelection, selectTools, type ToolSelection } from './tool-selection.ts'
import { commonArguments, requiredParams, toolName } from './tools.ts'

const { entries, byId } = createRegistry(sites)
const names = sites.map(site => site.name)
const everything = () => true

function toolNames(selection: ToolSelection, offers: (entry: RegisteredOperation) => boolean = everything) {
  return selectTools(selection, entries, offers).map(tool => tool.definition.name)
}

function faultOf(run: () => unknown): Fault {
  try {
    run()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('there was no fault')
}

describe('parseToolSelection', () => {
  it.each<[string | undefined, ToolSelection]>([
    [undefined, 'default'],
    ['', 'default'],
    [' , ', 'default'],
    ['default', 'default'],
    ['all', 'all'],
    ['sneakerhub', ['sneakerhub']],
    [' sneakerhub, watchmarket ', ['sneakerhub', 'watchmarket']],
  ])('%j is %j', (text, selection) => {
    expect(parseToolSelection(text, names)).toEqual(selection)
  })

  it.each(['all,sneakerhub', 'default,sneakerhub', 'sneakerhub,nowhere'])('refuses %s', text => {
    expect(faultOf(() => parseToolSelection(text, names))).toMatchObject({
      code: 'invalid_parameter',
      errors: [{ name: 'tools', in: 'query', accepted: ['default', 'all', ...names] }],
    })
  })

  it('the text is a summary unless json is asked for; nothing else', () => {
    expect([parseTextMode(), parseTextMode('summary'), parseTextMode('json')]).toEqual([
      'summary',
      'summary',
      'json',
    ])
    expect(faultOf(() => parseTextMode('xml')).code).toBe('invalid_parameter')
  })
})

describe('selectTools', () => {
  it('by default: the general operations, then call', () => {
    expect(toolNames('default')).toEqual(['product', 'search', 'offers', 'catalog', 'call'])
  })

  it('all: one tool for each operation, the catalog too', () => {
    const natives = entries.filter(entry => !isComposite(entry))
    expect(toolNames('all')).toHaveLength(entries.length)
    expect(toolNames('all')).toContain('catalog')
    expect(toolNames('all')).toEqual(
      expect.arrayContaining(natives.map(({ operation }) => operation.id.replace('.', '_'))),
    )
  })

  it('names of sites: the general operations and those of the sites', () => {
    const own = entries.filter(({ site }) => site.name === 'sneakerhub').map(({ operation }) => operation.id)
    expect(toolNames(['sneakerhub'])).toEqual([
      'product',
      'search',
      'offers',
      'catalog',
      ...own.map(id => id.replace('.', '_')),
    ])
  })

  it('has no call where the scope covers no operation of a site', () => {
    expect(toolNames('default', isComposite)).toEqual(['product', 'search', 'offers', 'catalog'])
    expect(toolNames('all', isComposite)).toHaveLength(entries.filter(isComposite).length)
  })
})

describe('call', () => {
  const covers = ({ site }: RegisteredOperation) => site.name !== 'watchmarket'
  const tool = selectTools('default', entries, covers).find(({ definition }) => definition.name === 'call')
  const resolve = (args: Record<string, unknown>) => tool?.resolve(args)

  it('passes params to the operation and keeps the options apart', () => {
    const params = { id: '1' }
    expect(resolve({ operation: 'sneakerhub.prices', params, limit: 5 })).toEqual({
      entry: byId.get('sneakerhub.prices'),
      params,
      options: { limit: 5 },
    })
    expect(resolve({ operation: 'sneakerhub.prices' })?.params).toEqual({})
  })

  it('tells an operation that the scope does not cover from one that does not exist', () => {
    const uncovered = entries.find(({ site }) => site.name === 'watchmarket')?.operation.id ?? ''
    expect(faultOf(() => resolve({ operation: uncovered })).code).toBe('key_not_allowed')
    const unknown = faultOf(() => resolve({ operation: 'sneakerhub.price' }))
    expect(unknown.code).toBe('invalid_parameter')
    expect(unknown.message).toContain('"sneakerhub.price"; did you mean sneakerhub.prices?')
    expect(unknown.errors?.[0]?.accepted).not.toContain(uncovered)
  })

  it.each([undefined, 7, 'x'.repeat(100)])('suggests nothing for %j', operation => {
    const { message } = faultOf(() => resolve({ operation }))
    expect(message).not.toContain('did you mean')
    expect(message.length).toBeLessThan(200)
  })

  it.each([null, 'id=1', [1]])('refuses params of %j', params => {
    const { errors } = faultOf(() => resolve({ operation: 'sneakerhub.prices', params }))
    expect(errors).toMatchObject([{ name: 'params' }])
  })

  it('says that a parameter beside params belongs into it', () => {
    const { errors } = faultOf(() => resolve({ operation: 'sneakerhub.prices', id: '1' }))
    expect(errors).toMatchObject([{ name: 'id', message: expect.stringContaining('in params') as string }])
  })

  it('describes an operation with its parameters: the required, the optional, and a choice of one', () => {
    const { description = '' } = tool?.definition ?? {}
    expect(description).not.toContain('watchmarket:')
    for (const entry of entries.filter(one => !isComposite(one) && covers(one))) {
      const { id, params, lookup = [] } = entry.operation
      const own = description.split(`${entry.site.name}: `)[1]?.split(';')[0] ?? ''
      const signature = own.split(' ').find(one => one.startsWith(`${id.split('.')[1]}(`)) ?? ''
      const words = signature.replace(/^\w+\(|\)$/g, '').split(',')
      const isChoice = lookup.length > 1
      expect(words.includes(lookup.join('|'))).toBe(
        lookup.length > 0 && (isChoice || requiredParams(entry).includes(lookup[0] ?? '')),
      )
      const lists = Object.values(params).filter(param => param.kind === 'list')
      expect(words.includes('filters?')).toBe(lists.length > 0)
      for (const [name, param] of Object.entries(params)) {
        if (param.kind === 'list' || (isChoice && lookup.includes(name))) continue
        expect(words).toContain(requiredParams(entry).includes(name) ? name : `${name}?`)
      }
    }
  })
})

describe('descriptions', () => {
  const descriptions = new Map(
    selectTools('all', entries, everything).map(({ definition }) => [
      definition.name,
      definition.description ?? '',
    ]),
  )

  it('say which values are placeholders, with paths and without list positions', () => {
    const notes = [...descriptions.values()].flatMap(
      text =>
        /0 or an empty text in (.*?) means that the shop gives no value\./.exec(text)?.[1]?.split(', ') ?? [],
    )
    expect(notes.length).toBeGreaterThan(0)
    for (const path of notes) expect(path).toMatch(/^\w+(\.[\w*]+)*$/)
  })

  it('ask for exactly one parameter where there is a choice, and have an example', () => {
    for (const entry of entries) {
      const { lookup = [] } = entry.operation
      const text = descriptions.get(toolName(entry)) ?? ''
      expect(text.includes('Pass exactly one of')).toBe(lookup.length > 1)
      expect(text.endsWith(`Example: ${JSON.stringify(entry.example)}`)).toBe(true)
      expect(text.includes('Prices: {amount, currency}')).toBe(isComposite(entry))
    }
  })

  it('of parameters have no lengths and patterns', () => {
    const keywords = selectTools('all', entries, everything).flatMap(({ definition }) =>
      Object.values(definition.inputSchema.properties ?? {}).flatMap(one => Object.keys(one as object)),
    )
    expect([...new Set(keywords)].toSorted()).toEqual(['default', 'description', 'enum', 'items', 'type'])
  })
})

describe('arguments', () => {
  it('limit is there for rows, unless the operation has one of its own', () => {
    expect(commonArguments(byId.get('general.product') as RegisteredOperation)).not.toContain('limit')
    expect(commonArguments(byId.get('general.search') as RegisteredOperation)).toContain('limit')
    for (const entry of entries) {
      const shared = commonArguments(entry).filter(name => name in entry.operation.params)
      expect(shared).toEqual([])
    }
  })

  it('a tool has the parameters and the common arguments, and tells them apart', () => {
    const [tool] = selectTools('default', entries, everything)
    expect(Object.keys(tool?.definition.inputSchema.properties ?? {})).toEqual(
      expect.arrayContaining(['url', 'fields', 'max_chars', 'max_age_s']),
    )
    expect(tool?.resolve({ url: 'https://shop.example/', fields: ['name'], limit: 3 })).toMatchObject({
      params: { url: 'https://shop.example/', limit: 3 },
      options: { fields: ['name'] },
    })
  })
})
