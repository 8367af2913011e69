// The most stable rule first, never a name that a build tool made, and no rule that breaks another page.
import { describe, expect, it } from 'vitest'
import type { TaughtField } from './taught-rule.ts'
import { chooseRules, type ValidationPage } from './choose-rules.ts'
import { findRules } from './find-rules.ts'
import { openTaughtPage } from './open-page.ts'
import { isMeaningful } from './stable-selectors.ts'
import { readTaughtValue } from './taught-value.ts'

const open = (body: string, head = '') =>
  openTaughtPage(
    `<html><head>${head}</head><body><h1>Lamp</h1>${body}</body></html>`,
    'https://shop.example/p/1',
  )
const kinds = (field: TaughtField, value: string, body: string, head?: string) =>
  findRules(field, value, open(body, head)).map(one => one.kind)

describe('names of elements', () => {
  it.each([
    'price',
    'product-price',
    'productPrice',
    'pdp-price',
    'price_now',
    'salePrice',
    'sku',
    'offer-amount',
  ])('%s has a meaning', name => expect(isMeaningful(name)).toBe(true))
  it.each([
    'css-1x2ab9',
    'sc-bdVaJa',
    'note_x7Fq2',
    'jss142',
    'MuiBox-root',
    'price-12345',
    'mt-4',
    'text-lg',
    'md:flex',
    'a',
    'styled__Price-sc-1ab2c3-0',
    'bXkQwz',
    'is-active',
  ])('%s has none', name => expect(isMeaningful(name)).toBe(false))
})

it('data comes before state, a labelled row, an element and positions', () => {
  const head = `<script type="application/ld+json">{"@type":"Product","name":"Lamp","offers":{"price":"166.00"}}</script>
<script id="state" type="application/json">{"item":{"price":166}}</script>`
  const body = '<table id="facts"><tr><td>Our offer</td><td class="price">166.00</td></tr></table>'
  const found = findRules('price', '166.00', open(body, head))
  expect([...new Set(found.map(one => one.kind))]).toEqual([
    'structured data',
    'state',
    'label',
    'element',
    'positions',
  ])
  expect(found[0]?.rule).toEqual({ json: '@Product', at: '/offers/price' })
  expect(found.find(one => one.kind === 'state')?.rule).toEqual({ json: 'script#state', at: '/item/price' })
  expect(found.find(one => one.kind === 'label')?.rule).toEqual({ label: 'Our offer' })
  expect(found.find(one => one.kind === 'element')?.rule).toEqual({ css: '.price' })
})

it.each([
  ['Weight', '166.00 g'],
  ['Weight (g)', '166.00'],
  ['Free delivery from', '€166.00'],
  ['Minimum order', '€166.00'],
  ['Versandkosten', '166,00 €'],
])('no price: %s %s', (label, text) => {
  const body = `<table><tr><td>${label}</td><td>${text}</td></tr></table>`
  expect(findRules('price', '166.00', open(body)).filter(({ kind }) => kind === 'label')).toEqual([])
})

it.each([
  ['166.00 W', undefined],
  ['1.5 l', undefined],
  ['166 g net', undefined],
  ['30 %', undefined],
  ['166,00 v košarico', '166.00'],
  ['166.00 € / kg', '166.00'],
  ['$166.00 g', '166.00'],
  ['166.00', '166.00'],
])('%s as an amount: %s', (text, amount) => {
  const spelling = { isData: false, url: 'https://shop.example/', language: undefined }
  expect(readTaughtValue('price', text, spelling)).toBe(amount)
})

it('ids of one product are no part of a path', () => {
  const head = '<script id="s" type="application/json">{"products":{"p-90210":{"sku":"AB-1"}}}</script>'
  expect(findRules('sku', 'AB-1', open('', head))[0]?.rule).toEqual({
    json: 'script#s',
    at: '/products/*/sku',
  })
})

it('a word of one product does not mark where a value begins; one that other names have too does', () => {
  const css = (field: TaughtField, value: string, text: string) =>
    findRules(field, value, open(`<p class="note">${text}</p>`)).flatMap(({ rule }) => rule.after ?? [])
  expect(css('brand', 'Acme', 'Walnut Acme')).toEqual([])
  expect(css('gtin', '4006381333931', 'Denison: 4006381333931: hardcover')).toEqual([])
  expect(css('brand', 'Acme', 'Walnut lamp by Acme')).toContain('by ')
  expect(css('sku', 'HW-2041', 'New (Ref. HW-2041)')).toContain('Ref. ')
  expect(css('brand', 'Acme', 'Walnut | Acme')).toContain(' | ')
})

it('a value without a stable place is only a position', () => {
  const body = '<div class="css-1x2ab9"><div class="jss14"><span class="bXkQwz">166.00</span></div></div>'
  expect(kinds('price', '166.00', `<main id="content">${body}</main>`)).not.toContain('label')
  expect(JSON.stringify(findRules('price', '166.00', open(body)))).not.toMatch(/css-|jss|bXkQwz/)
})

const pageWith = (
  url: string,
  body: string,
  before: Partial<Record<TaughtField, string>>,
  where = '',
): ValidationPage => ({
  url,
  page: openTaughtPage(`<html><body>${body}</body></html>`, url),
  before: field => ({ value: before[field] ?? null, where }),
  unaided: field => before[field] ?? null,
})

describe('a rule is chosen', () => {
  const taught = pageWith(
    'https://shop.example/p/1',
    '<h1>Oak</h1><p class="delivery">€24.90</p><p class="now">€166.00</p>',
    { name: 'Oak', price: '24.90' },
  )

  it('if it gives what is read on other pages', () => {
    const other = pageWith('https://shop.example/p/2', '<h1>Ash</h1><p class="now">€89.00</p>', {
      name: 'Ash',
      price: '89.00',
    })
    expect(chooseRules('price', '166.00', taught, { others: [other], fields: {} })).toEqual({
      rules: [{ css: '.now' }],
    })
  })

  it('and leaves pages that print it elsewhere to the reader, if it reads them', () => {
    const reduced = pageWith('https://shop.example/p/3', '<h1>Elm</h1><p class="deal">€120.00</p>', {
      name: 'Elm',
      price: '120.00',
    })
    expect(chooseRules('price', '166.00', taught, { others: [reduced], fields: {} })).toEqual({
      rules: [{ css: '.now', else: 'reader' }],
    })
    const byRule = { ...reduced, unaided: () => null }
    expect(chooseRules('price', '166.00', taught, { others: [byRule], fields: {} })).toMatchObject({
      problem: expect.stringContaining('finds nothing on https://shop.example/p/3') as string,
    })
    const known = { price: { css: '.deal', else: 'reader' } } as const
    expect(chooseRules('price', '166.00', taught, { others: [], fields: known })).toEqual({
      rules: [{ css: '.deal', else: 'reader' }, { css: '.now' }],
    })
  })

  it('after the rules that are there, if they find nothing here; before them, if they are wrong here', () => {
    const after = chooseRules('price', '166.00', taught, { others: [], fields: { price: { css: '.deal' } } })
    expect(after).toEqual({ rules: [{ css: '.deal' }, { css: '.now' }] })
    const first = chooseRules('price', '166.00', taught, {
      others: [],
      fields: { price: { css: '.delivery' } },
    })
    expect(first).toEqual({ rules: [{ css: '.now' }, { css: '.delivery' }] })
  })

  it('but not if it changes what is read elsewhere', () => {
    const other = pageWith('https://shop.example/p/2', '<h1>Ash</h1><p class="now">€8.00</p><b>€89.00</b>', {
      name: 'Ash',
      price: '89.00',
    })
    expect(chooseRules('price', '166.00', taught, { others: [other], fields: {} })).toMatchObject({
      problem: expect.stringContaining(
        'gives another price on https://shop.example/p/2 than 89.00',
      ) as string,
    })
  })

  it('unless the reader looks at the same wrong place there', () => {
    const wrong = { ...taught, before: () => ({ value: '24.90', where: 'p.delivery' }) }
    const other = pageWith(
      'https://shop.example/p/2',
      '<h1>Ash</h1><p class="delivery">€24.90</p><p class="now">€89.00</p>',
      { name: 'Ash', price: '24.90' },
      'p.delivery',
    )
    expect(chooseRules('price', '166.00', wrong, { others: [other], fields: {} })).toEqual({
      rules: [{ css: '.now' }],
    })
  })

  it.each([
    ['Ash lamp for the table - 12 W -...', 'Ash lamp for the table', true],
    ['Ash lamp for the…', 'Ash lamp for the table', true],
    ['Ash table lamp - 12 W - 30 cm - with a switch', 'Ash table lamp', true],
    ['Ash table lamp with a switch and more', 'Ash table lamp', false],
    ['Ash lamp', 'Ash lamp for the table', false],
    ['Ash lamp for the tablet', 'Ash lamp for the table', false],
    ['Elm lamp for the table', 'Ash lamp for the table', false],
  ])('if it gives the same name, longer or cut short: %s', (printed, read, isAccepted) => {
    const one = pageWith('https://shop.example/p/1', '<p class="called">Oak lamp</p>', {})
    const body = `<p class="called">${printed}</p><p class="also">${read}</p>`
    const other = pageWith('https://shop.example/p/2', body, { name: read })
    const chosen = chooseRules('name', 'Oak lamp', one, { others: [other], fields: {} })
    expect('rules' in chosen).toBe(isAccepted)
  })

  it('never for a number that another product has too', () => {
    const one = pageWith('https://shop.example/p/1', '<h1>Oak</h1><p>Shop no.: 4711</p>', { name: 'Oak' })
    const other = pageWith('https://shop.example/p/2', '<h1>Ash</h1><p>Shop no.: 4711</p>', { name: 'Ash' })
    expect(chooseRules('sku', '4711', one, { others: [other], fields: {} })).toMatchObject({
      problem: expect.stringContaining('gives the same sku') as string,
    })
  })
})

describe('the value of another field is no label', () => {
  const acme = (sku: string, next: string) =>
    `<h1>Lamp ${sku}</h1><div><div><span>Acme Co</span><span>${sku}</span></div><table><tr><td>Acme Co</td><td>${sku}</td></tr></table><p>Acme ${sku}</p><p>${next}</p></div>`
  const page = (at: number, sku: string, before: Partial<Record<TaughtField, string>>) =>
    pageWith(`https://shop.example/p/${at}`, acme(sku, 'Brown'), before)
  const labelsOf = (chosen: ReturnType<typeof chooseRules>) =>
    JSON.stringify(chosen).match(/"label":"[^"]*"/g)

  it.each<[string, Parameters<typeof chooseRules>[3]['values'], Partial<Record<TaughtField, string>>]>([
    ['read on the page', {}, { name: 'Lamp', brand: 'Acme Co' }],
    ['named in the same lesson', { brand: 'ACME Co' }, { name: 'Lamp' }],
  ])('that is %s', (_how, values, before) => {
    const others = [page(2, 'HW-2044', { name: 'Ash' })]
    const chosen = chooseRules('sku', 'HW-2041', page(1, 'HW-2041', before), { others, fields: {}, values })
    expect(labelsOf(chosen)).toBeNull()
  })

  it('that is read on another page', () => {
    const others = [page(2, 'HW-2044', { name: 'Ash', brand: 'Acme Co' })]
    const chosen = chooseRules('sku', 'HW-2041', page(1, 'HW-2041', { name: 'Lamp' }), { others, fields: {} })
    expect(labelsOf(chosen)).toBeNull()
  })

  it('nor is a text that only stands before the value', () => {
    const body = '<div><span>Solid oak</span><span>HW-2041</span></div><p>Acme HW-2041</p>'
    expect(kinds('sku', 'HW-2041', body)).not.toContain('label')
    for (const row of [
      '<dl><dt>Code of ours</dt><dd>HW-2041</dd></dl>',
      '<div><span>Code of ours:</span><span>HW-2041</span></div>',
      '<div><span>Order no</span><span>HW-2041</span></div>',
      '<div><span class="label">Code of ours</span><span>HW-2041</span></div>',
      '<p>Order no. HW-2041</p>',
    ])
      expect(kinds('sku', 'HW-2041', row), row).toContain('label')
  })

  it('and a value of another form does not prove a rule', () => {
    const row = (value: string) => `<h1>A</h1><table><tr><td>Facts</td><td>${value}</td></tr></table>`
    const taught = pageWith('https://shop.example/p/1', row('HW-2041'), { name: 'Oak' })
    const other = (value: string, brand = 'Acme') =>
      chooseRules('sku', 'HW-2041', taught, {
        others: [pageWith('https://shop.example/p/2', row(value), { name: 'Ash', brand })],
        fields: {},
      })
    expect(other('Brown')).toMatchObject({ problem: expect.stringContaining('implausible sku') as string })
    expect(other('Acme 3', 'Acme 3')).toMatchObject({
      problem: expect.stringContaining('implausible sku') as string,
    })
    expect(other('HW-2044')).toEqual({ rules: [{ label: 'Facts' }] })
  })
})

it('a sign of one currency cannot be taught to be another; a shared one can', () => {
  expect(kinds('currency', 'USD', '<p class="price">166,00 €</p>')).toEqual([])
  expect(kinds('currency', 'CAD', '<p class="price">$166.00</p>')).not.toEqual([])
})

it('a value that the page offers is not called missing', () => {
  const page = (body = ''): ValidationPage => ({
    url: 'https://shop.example/p/1',
    page: open(body),
    before: () => ({ value: null, where: '' }),
    unaided: () => null,
  })
  const problem = (isOffered: boolean, body?: string) =>
    chooseRules('sku', 'A-1', page(body), { others: [], fields: {}, isOffered })
  expect(problem(false)).toEqual({ problem: expect.stringContaining('"A-1" is not on the page') as string })
  expect(problem(true)).toEqual({
    problem:
      'A-1 is on the page, but nothing near it (label or class) is stable enough to find it again; give a selector with --selector sku="SELECTOR", or write it under the shop in wares.yaml: `fields: { sku: { css: "SELECTOR" } }`',
  })
  expect(problem(false, '<i>Oak and a-1</i>')).toEqual(problem(true))
  expect(chooseRules('availability', 'in_stock', page(), { others: [], fields: {} })).toEqual({
    problem: 'no text on the page was found that means in_stock; write the rule by hand, with `is`',
  })
})
