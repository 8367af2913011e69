// Parameters: a table of accepted and rejected values, and properties that hold for any input.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defineOperation, Fault, param, t } from '#kit'
import { invalidParameterFault, readParams } from './read-params.ts'
import type { RawParam } from '#kit/params/param-specs'

const COLORS = [
  { code: '1', label: 'Black' },
  { code: '9', label: 'Mother of pearl' },
  { code: 'InStock', label: 'In stock' },
  { code: 'UK', label: 'United kingdom' },
  { code: 'RE', label: 'Réunion' },
  { code: '5', label: 'Skeletonized' },
  { code: '6', label: 'Skeletonized' },
]

const operation = defineOperation({
  id: 'shop.product',
  number: 1,
  summary: 'for tests',
  params: {
    url: param.productUrl(),
    id: param.digits('id', { aliases: ['product_id'] }),
    slug: param.identifier('slug'),
    country: param.withDefault(param.country('country', ['UK', 'FR', 'US']), 'US'),
    page: param.page(),
    dial_color: param.codes('filter', COLORS, { aliases: ['dialColor'] }),
    market: { ...param.anyCountry('market'), aliases: [] },
    language: param.language('language'),
  },
  lookup: ['url', 'id', 'slug'],
  result: t.object({ id: t.text() }),
  core: ['/id'],
  freshForS: 1,
  example: { id: '1' },
  load: async () => undefined,
  extract: () => ({ id: '1' }),
})

const query = (values: Record<string, string>): RawParam[] =>
  Object.entries(values).map(([name, value]) => ({ name, value, in: 'query' }))
const body = (values: Record<string, unknown>): RawParam[] =>
  Object.entries(values).map(([name, value]) => ({ name, value, in: 'body' }))

describe('readParams', () => {
  it.each([
    ['an id', query({ id: '12' }), { id: '12', country: 'US', page: 1 }],
    ['a number for an id', body({ id: 12 }), { id: '12', country: 'US', page: 1 }],
    ['an alias', query({ product_id: '12', country_code: 'gb' }), { id: '12', country: 'UK', page: 1 }],
    [
      'query recognised as a URL',
      query({ query: 'https://a.example/x' }),
      { url: 'https://a.example/x', country: 'US', page: 1 },
    ],
    ['query recognised as an id', query({ query: '77' }), { id: '77', country: 'US', page: 1 }],
    ['query recognised as a slug', query({ query: 'low-top' }), { slug: 'low-top', country: 'US', page: 1 }],
    [
      'the same value in query and body',
      [...query({ id: '1', page: '2' }), ...body({ page: 2 })],
      { id: '1', country: 'US', page: 2 },
    ],
    [
      'a list, repeated and in any order',
      [
        ...query({ id: '1' }),
        { name: 'dial_color', value: '9', in: 'query' },
        { name: 'dialColor', value: '1', in: 'query' },
      ],
      { id: '1', country: 'US', page: 1, dial_color: ['1', '9'] },
    ],
    [
      'a list in a body',
      body({ id: '1', dial_color: ['9', 1] }),
      { id: '1', country: 'US', page: 1, dial_color: ['1', '9'] },
    ],
    ['an optional text left empty', query({ id: '1', slug: '' }), { id: '1', country: 'US', page: 1 }],
  ] as [string, RawParam[], Record<string, unknown>][])('reads %s', (_what, given, expected) => {
    expect(readParams(operation, given)).toEqual(expected)
  })

  it.each([
    ['nothing to look up', [], /one of url, id, slug is required/],
    ['two look-ups', query({ id: '1', slug: 'a' }), /only one of/],
    ['a name nobody knows', query({ id: '1', contry: 'UK' }), /did you mean country\?/],
    ['a page in words', query({ id: '1', page: 'two' }), /integer from 1 to 500/],
    ['a page as a text in a body', body({ id: '1', page: '2' }), /integer/],
    ['two values for one name', [...query({ id: '1' }), ...body({ id: '2' })], /different values/],
    ['an unknown country', query({ id: '1', country: 'XX' }), /UK, FR, US/],
    ['half a character', query({ slug: 'a\uD800' }), /Unicode/],
    ['an object for a text', body({ slug: { a: 1 } }), /string/],
    // The last look-up is the least strict one: its reason is the most helpful.
    ['a query that fits no look-up', query({ query: 'x'.repeat(300) }), /^query .*256/],
  ] as [string, RawParam[], RegExp][])('rejects %s', (_what, given, message) => {
    try {
      readParams(operation, given)
      expect.fail('it was accepted')
    } catch (error) {
      expect(error).toBeInstanceOf(Fault)
      expect((error as Fault).code).toBe('invalid_parameter')
      expect((error as Fault).errors?.map(one => one.message).join()).toMatch(message)
    }
  })

  it.each(['words', 'q'])('reports one error for a required text given empty as %s', name => {
    const words = {
      kind: 'text',
      description: 'Words',
      maxLength: 9,
      required: true,
      aliases: ['q'],
    } as const
    const search = { ...operation, lookup: [], params: { words } }
    expect(() => readParams(search, query({ [name]: ' ' }))).toThrow(/^(?:words|q) must not be empty$/)
  })

  it('returns values or throws invalid_parameter for any input, and never changes its input', () => {
    const names = fc.oneof(
      fc.constantFrom(
        'url',
        'id',
        'slug',
        'query',
        'page',
        'country',
        'dial_color',
        '__proto__',
        'constructor',
      ),
      fc.string(),
    )
    const given = fc.array(
      fc.record({
        name: names,
        value: fc.oneof(fc.string(), fc.jsonValue()),
        in: fc.constantFrom('query', 'body'),
      }),
      { maxLength: 5 },
    ) as fc.Arbitrary<RawParam[]>
    fc.assert(
      fc.property(given, list => {
        const before = JSON.stringify(list)
        try {
          const values = readParams(operation, list)
          expect(Object.keys(operation.params)).toEqual(expect.arrayContaining(Object.keys(values)))
        } catch (error) {
          if (!(error instanceof Fault) || error.code !== 'invalid_parameter') throw error
        }
        expect(JSON.stringify(list)).toBe(before)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9-]{1,20}$/), fc.integer({ min: 1, max: 500 }), (slug, page) => {
        const once = readParams(operation, body({ slug, page }))
        expect(readParams(operation, body({ ...once }))).toEqual(once)
      }),
    )
  })
})

describe('a closed set', () => {
  const messagesOf = (given: Record<string, unknown>) => {
    try {
      readParams(operation, body({ id: '1', ...given }))
      return undefined
    } catch (error) {
      return (error as Fault).errors?.map(({ message, accepted }) => ({ message, accepted }))[0]
    }
  }

  it.each([
    ['black', '1 (Black)', ['1']],
    ['pearl', '9 (Mother of pearl)', ['9']],
    ['mother-of-pearl', '9 (Mother of pearl)', ['9']],
    ['blak', '1 (Black)', ['1']],
    ['reunion', 'RE (Réunion)', ['RE']],
    ['instok', 'InStock (In stock)', ['InStock']],
    ['skeletonized', '5 (Skeletonized), 6 (Skeletonized)', ['5', '6']],
  ])('suggests for %s: %s', (given, hint, accepted) => {
    for (const name of ['dial_color', 'dialColor']) {
      expect(messagesOf({ [name]: ['1', given] })).toEqual({
        message: `${name} has no value ${JSON.stringify(given)}; did you mean ${hint}?`,
        accepted,
      })
    }
  })

  it('is listed in full when no value is near', () => {
    expect(messagesOf({ dial_color: '99999' })).toEqual({
      message: 'dial_color has no value "99999"',
      accepted: COLORS.map(({ code }) => code),
    })
  })

  it('accepts codes in any case, and GB for UK', () => {
    expect(readParams(operation, body({ id: '1', dial_color: ['instock', 'GB', 're'] }))).toMatchObject({
      dial_color: ['InStock', 'RE', 'UK'],
    })
  })

  it.each([
    ['market', 'ZZ', /no value "ZZ"/],
    ['market', 'XX', /no value "XX"/],
    ['language', 'xx', /no value "xx"/],
    ['language', 'zz-GB', /no value "zz"/],
    ['language', 'english', /must be a BCP 47/],
  ])('does not contain %s %s', (name, value, message) => {
    expect(messagesOf({ [name]: value })?.message).toMatch(message)
  })

  it.each([
    ['market', 'de', 'DE'],
    ['market', 'gb', 'UK'],
    ['market', 'XK', 'XK'],
    ['language', 'en-GB', 'en-GB'],
    ['language', 'fr', 'fr'],
    ['language', 'fil-PH', 'fil-PH'],
    ['language', 'zh-Hant', 'zh-Hant'],
  ])('contains %s %s', (name, value, read) => {
    expect(readParams(operation, body({ id: '1', [name]: value }))[name]).toBe(read)
  })

  it('suggests the code for the name of a country', () => {
    expect(messagesOf({ market: 'Germany' })).toEqual({
      message: 'market is longer than 2 characters',
      accepted: ['DE'],
    })
  })
})

describe('the errors', () => {
  const errorsOf = (given: RawParam[], changes: object = {}) => {
    try {
      readParams({ ...operation, ...changes }, given)
      return []
    } catch (error) {
      return (error as Fault).errors
    }
  }
  const accepted = ['url', 'id', 'slug', 'query']

  it('of a missing look-up name the first, and say what to pass', () => {
    expect(errorsOf([])).toEqual([
      {
        name: 'url',
        in: 'query',
        message: 'one of url, id, slug is required: pass one of them (or `query`)',
      },
    ])
    expect(errorsOf([], { lookup: ['id'] })).toEqual([
      { name: 'id', in: 'query', message: 'id is required: pass `id` (or `query`)' },
    ])
    expect(errorsOf([], { lookup: undefined })).toEqual([])
    expect(errorsOf([], { lookupOptional: true })).toEqual([])
  })

  it('of two look-ups name both', () => {
    const message = 'pass only one of id, slug'
    const given = query({ slug: 'a', id: '1' })
    const expected = ['id', 'slug'].map(name => ({ name, in: 'query', message, accepted }))
    expect(errorsOf(given)).toEqual(expected)
    expect(errorsOf(given, { lookupOptional: true })).toEqual(expected)
  })

  it('of a value hide a missing look-up, which could be the same mistake', () => {
    expect(errorsOf(query({ idd: '1' }))).toHaveLength(1)
  })

  it('of an unknown name list the known ones, and shorten it', () => {
    const params = { word: operation.params.slug }
    const name = 'z'.repeat(65)
    const shown = name.slice(1)
    const unknown = `"${shown}" is not a parameter of shop.product`
    const expectFor = (changes: object, message: string, names: readonly string[]) =>
      expect(errorsOf(body({ [name]: '' }), changes)).toEqual([
        { name: shown, in: 'body', message, accepted: names },
      ])
    expectFor({ lookup: undefined, params }, unknown, ['word'])
    expectFor({ lookup: ['word'], params }, unknown, ['word', 'query'])
    expectFor({ lookup: undefined, params: {} }, `${unknown}; this operation takes none`, [])
    const withQuery = { query: params.word }
    expectFor({ lookup: ['query'], params: withQuery }, unknown, ['query'])
  })

  it('of a name given twice are its own, in each place', () => {
    const twice = (name: string, place: 'query' | 'body'): RawParam[] => [
      { name, value: '1', in: place },
      { name, value: '1', in: place },
    ]
    expect(errorsOf(twice('id', 'query'))).toEqual([
      { name: 'id', in: 'query', message: 'id is given twice' },
    ])
    expect(errorsOf([...query({ id: '1' }), ...body({ id: '1' })])).toEqual([])
    expect(errorsOf([...query({ id: '1' }), ...body({ product_id: '2' })])).toEqual([
      { name: 'product_id', in: 'body', message: 'id is given twice with different values' },
    ])
  })

  it('are collected up to one more than are listed', () => {
    const given = Array.from({ length: 40 }, (_, place) => ({ name: `x${place}`, value: '', in: 'query' }))
    expect(() => readParams(operation, given as RawParam[])).toThrow(/ \(the first 20 are listed\)$/)
    expect(errorsOf(given as RawParam[])).toHaveLength(20)
  })

  it.each<[string, unknown, string, (readonly string[])?]>([
    ['country', { a: 1 }, 'country must be one of UK, FR, US', ['UK', 'FR', 'US']],
    ['country', ['UK'], 'country must be one of UK, FR, US', ['UK', 'FR', 'US']],
    ['page', 0, 'page must be an integer from 1 to 500'],
    ['page', 501, 'page must be an integer from 1 to 500'],
    ['page', 1.5, 'page must be an integer from 1 to 500'],
    ['slug', 'x'.repeat(257), 'slug is longer than 256 characters'],
    ['slug', 'a/b', 'slug must be a slug, SKU or code without slashes'],
    ['slug', 1.5, 'slug must be a string'],
    ['dial_color', [], 'dial_color must be a filter code, or a list of them'],
    ['dial_color', [1.5], 'dial_color must be a filter code, or a list of them'],
    ['dial_color', ['\uD800'], 'dial_color must be a filter code, or a list of them'],
    ['dial_color', Array(51).fill('1'), 'dial_color has more than 50 values'],
    // Only a closed set of values may be joined with commas.
    ['dial_color', '1,9', 'dial_color has no value "1,9"', COLORS.map(({ code }) => code)],
    ['sort', 'new, chaep', 'sort has no value "chaep"; did you mean cheap?', ['new', 'cheap']],
    ['sort', 7, 'sort has no value "7"', ['new', 'cheap']],
    ['sort', true, 'sort must be one of new, cheap, or a list of them'],
    ['word', ' ', 'word must not be empty'],
    ['word', 'x', 'word must be in a different format'],
  ])('of %s %j: %s', (name, value, message, near) => {
    const word = { kind: 'text', description: '', maxLength: 9, required: true, pattern: /^y/ }
    const sort = param.anyOf('order', ['new', 'cheap'])
    const params = { ...operation.params, ...(name === 'word' && { word }), sort }
    const given = body({ ...(name !== 'slug' && { id: '1' }), [name]: value })
    expect(errorsOf(given, { params })).toEqual([
      { name, in: 'body', message, ...(near && { accepted: near }) },
    ])
  })

  it.each<[string, RawParam[], object]>([
    ['the first and the last page', body({ page: 500 }), { page: 500 }],
    ['a text of the greatest length', body({ word: ' 123456789 ' }), { word: '123456789' }],
    ['values joined with commas', body({ sort: 'new, cheap ,new' }), { sort: ['cheap', 'new'] }],
    ['nothing for null', body({ page: null, sort: null }), { page: 1 }],
    ['an empty text where it is a value', body({ empty: ' ' }), { empty: '' }],
    ['fifty values', body({ sort: Array(50).fill('new') }), { sort: ['new'] }],
  ])('are none for %s', (_, given, expected) => {
    const word = { kind: 'text', description: '', maxLength: 9 } as const
    const params = {
      page: param.page(),
      sort: param.anyOf('order', ['new', 'cheap']),
      word,
      ...('empty' in expected && { empty: { ...word, allowEmpty: true } }),
    }
    expect(readParams({ ...operation, lookup: [], params }, given)).toEqual({ page: 1, ...expected })
  })
})

it.each([
  [1, 'e0'],
  [2, 'e0 (and 1 more)'],
  [20, 'e0 (and 19 more)'],
  [21, 'e0 (the first 20 are listed)'],
])('%i errors are one fault', (count, message) => {
  const errors = Array.from({ length: count }, (_, place) => ({
    name: 'a',
    in: 'query' as const,
    message: `e${place}`,
  }))
  const fault = invalidParameterFault(errors)
  expect(fault).toMatchObject({ code: 'invalid_parameter', message })
  expect(fault.errors).toHaveLength(Math.min(count, 20))
})
