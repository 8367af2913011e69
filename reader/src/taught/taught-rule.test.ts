// Rules that cannot be read are refused with one sentence.
import { expect, it } from 'vitest'
import { fieldRulesText, findRuleProblem, type TaughtFields } from './taught-rule.ts'

it.each<[TaughtFields, RegExp]>([
  [{ price: {} }, /exactly one of css, json and label/],
  [{ price: { css: '.a', label: 'Price' } }, /exactly one of css, json and label/],
  [{ price: { label: 'Price', attr: 'title' } }, /attr needs css/],
  [{ price: { json: '@Product' } }, /json needs at/],
  [{ price: { json: '@Product', at: 'offers' } }, /at must begin with \//],
  [{ price: { css: '.a', at: '/a' } }, /at needs json, or css with attr/],
  [{ price: { css: '.a', is: '12' } }, /is can be used for currency, availability and condition only/],
  [
    { sku: [{ css: '.a' }, { css: 'p:contains(x)' }] },
    /"p:contains\(x\)" is not a selector that Wares can use/,
  ],
  [{ availability: { css: '.a', is: 'banana' } }, /is must be one of in_stock, .*discontinued, not "banana"/],
  [{ condition: { css: '.a', is: 'shiny' } }, /is must be one of new, used, refurbished, damaged/],
  [{ currency: { css: '.a', is: 'EURO' } }, /is must be a currency code such as EUR, not "EURO"/],
  [{ currency: { css: '.a', is: 'eur' } }, /is must be a currency code/],
  [{ sku: { json: 'div#state', at: '/a' } }, /json must be `@` with a type, .* not "div#state"/],
  [{ sku: { json: 'div.state', at: '/a' } }, /json must be .*a name with dots as `window\.app\.state`/],
  [{ sku: { json: 'main.state', at: '/a' } }, /json must be/],
  [{ sku: { json: 'window.', at: '/a' } }, /json must be/],
  [{ sku: { json: '@', at: '/a' } }, /json must be/],
  [{ sku: { json: '@Product', at: '/a~2b' } }, /at has a ~ that is not ~0 or ~1/],
  [{ sku: { css: '.a', attr: 'data eur' } }, /"data eur" is not the name of an attribute/],
  [{ sku: { json: 'script[[', at: '/a' } }, /"script\[\[" is not a selector/],
])('%j', (fields, sentence) => expect(findRuleProblem(fields)?.sentence).toMatch(sentence))

it('accepts what the guide shows', () => {
  const fields: TaughtFields = {
    price: [{ css: 'td.fill', attr: 'data-eur' }, { css: '.price' }],
    sku: { label: 'Order no.' },
    brand: { json: 'script#__NEXT_DATA__', at: '/props/brand' },
    availability: { css: '.state', after: 'Ships today', is: 'in_stock' },
    gtin: null,
    mpn: { json: 'window.__STATE__', at: '/a~1b~0' },
    currency: { css: '.p', after: '$', is: 'CAD' },
    condition: { css: '.c', is: 'used' },
  }
  expect(findRuleProblem(fields)).toBeUndefined()
  expect(fieldRulesText(fields.price)).toBe('css td.fill, attr data-eur; else css .price')
  expect(fieldRulesText(fields.sku)).toBe('label "Order no."')
  expect(fieldRulesText(fields.gtin)).toBe('none')
})
