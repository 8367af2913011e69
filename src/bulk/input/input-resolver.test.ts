// Resolving an input to an operation, by name or by the host of a URL.
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../settings/config.ts'
import { createRegistry } from '../../answer/request/registry.ts'
import { defineOperation, defineAdapter, param, t } from '#kit'
import { createInputResolver } from './input-resolver.ts'

const plain = {
  number: 1,
  summary: 'one',
  result: t.object({ id: t.text() }),
  core: [],
  freshForS: 1,
  load: async () => undefined,
  extract: () => ({ id: '' }),
} as const

const shop = (name: string, params: Parameters<typeof defineOperation>[0]['params'], lookup: string[]) =>
  defineAdapter({
    name,
    about: 'a shop',
    operations: [
      defineOperation({
        ...plain,
        id: `${name}.product`,
        number: name.length,
        params,
        lookup,
        example: { [lookup[0] ?? '']: lookup[0] === 'id' ? '1' : 'https://x.example/' },
      }),
    ],
  })

const sites = [
  shop('shoes', { url: param.productUrl(), country: param.anyCountry('country') }, ['url']),
  shop('shoesoutlet', { url: param.productUrl() }, ['url']),
  shop('merchant', { query: param.words('words') }, ['query']),
  shop('gadgets', { id: param.identifier('id') }, ['id']),
]
const config = readConfig(sites, {
  WARES_CONFIG: undefined,
  WARES_SITE_SHOES_ORIGIN: 'https://mall.example',
  WARES_SITE_SHOESOUTLET_ORIGIN: 'https://mall.example/outlet',
  WARES_SITE_MERCHANT_ORIGIN: 'https://merchant.example',
  WARES_SITE_GADGETS_ORIGIN: 'https://gadgets.example',
})
const resolveInput = createInputResolver(createRegistry(sites, config), config)

function describeInput(value: unknown, isText = false) {
  const answer = resolveInput({ value, isText })
  if ('fault' in answer) return `${answer.fault.code}: ${answer.fault.message}`
  const given = answer.work.rawParams.map(({ name, value, in: place }) => `${place} ${name}=${String(value)}`)
  return [answer.work.entry.operation.id, ...given].join(', ')
}

describe('an input', () => {
  it.each([
    [{ operation: 'gadgets.product', params: { id: 7 } }, 'gadgets.product, body id=7'],
    [{ operation: 'gadgets.product', params: { id: 7 }, mine: 'x' }, 'gadgets.product, body id=7'],
    [{ operation: 'gadgets.product', id: '7' }, 'gadgets.product, body id=7'],
    ['https://mall.example/p/1', 'shoes.product, body url=https://mall.example/p/1'],
    ['https://mall.example/outlet/p/1', 'shoesoutlet.product, body url=https://mall.example/outlet/p/1'],
    [
      { url: 'https://mall.example/p/1', country: 'FR' },
      'shoes.product, body url=https://mall.example/p/1, body country=FR',
    ],
    ['https://merchant.example/p/1', 'merchant.product, body query=https://merchant.example/p/1'],
    ['https://gadgets.example/p/1', /^invalid_parameter: no operation of gadgets takes a URL/],
    ['https://elsewhere.example/p/1', /^url_not_allowed: /],
    ['nope', /^invalid_parameter: url must be an http or https URL/],
    [{ url: 'elsewhere.example/p/1' }, /^invalid_parameter: url must be an http or https URL/],
    [{ url: 'ftp://elsewhere.example/p/1' }, /^invalid_parameter: url must be an http or https URL/],
    [{ url: 'https://' }, /^invalid_parameter: url must be an http or https URL/],
    ['https://user:pass@mall.example/', /^url_not_allowed: /],
    [{ operation: 'gadgets.produkt' }, /^invalid_parameter: .*did you mean gadgets.product/],
    [{ operation: 7 }, /^invalid_parameter: there is no operation/],
    [{ operation: 'gadgets.product', params: [1] }, /^invalid_parameter: params must be/],
    [{ id: 1 }, /^invalid_parameter: an input needs/],
    [[1], /^invalid_parameter: an input is/],
    [null, /^invalid_parameter: an input is/],
  ])('%j', (value, expected) => {
    if (typeof expected === 'string') expect(describeInput(value)).toBe(expected)
    else expect(describeInput(value)).toMatch(expected)
  })

  it.each([
    [{ operation: 'gadgets.product', params: { id: 7, shelf: 'x' }, mine: 1 }, ['id', 'shelf'], ['mine']],
    [{ operation: 'gadgets.product', id: '7', shelf: 'A1', note: 'n' }, ['id'], ['shelf', 'note']],
    [{ url: 'https://mall.example/p/1', sku: 'mine', country: 'FR' }, ['url', 'country'], ['sku']],
    // Misspelt parameters stay parameters, so that they are reported.
    [{ url: 'https://mall.example/p/1', contry: 'FR', Url: 'x' }, ['url', 'contry', 'Url'], []],
    [{ operation: 'gadgets.product', query: '7' }, ['query'], []],
    // For an operation without a country, one must not be ignored.
    [
      { url: 'https://mall.example/outlet/p/1', country: 'FR', countryCode: 'FR' },
      ['url', 'country', 'countryCode'],
      [],
    ],
  ])('%j has own fields beside its parameters', (value, given, own) => {
    const answer = resolveInput({ value, isText: true })
    if (!('work' in answer)) throw answer.fault
    expect(answer.work.rawParams.map(({ name }) => name)).toEqual(given)
    expect(answer.work.own).toEqual(own)
  })

  it('of a CSV file is parsed like a query string', () => {
    expect(describeInput({ operation: 'gadgets.product', id: '7' }, true)).toBe('gadgets.product, query id=7')
  })
})
