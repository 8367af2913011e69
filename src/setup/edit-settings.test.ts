// Shops are added to wares.yaml without touching anything else in it.
import { describe, expect, it } from 'vitest'
import { addEntries, setFields, type ShopEntry } from './edit-settings.ts'

const HOST: ShopEntry = { kind: 'host', host: 'shop.example' }
const RENDERED: ShopEntry = {
  kind: 'host',
  host: 'app.example',
  render: 'browser',
  example: 'https://app.example/p/1',
}
const SITE: ShopEntry = {
  kind: 'site',
  site: 'sneakerhub',
  origin: 'https://sneakers.example',
  example: 'https://sneakers.example/p',
}

describe('an entry is added', () => {
  it.each([
    ['', 'reader:\n  hosts:\n    - shop.example\n'],
    ['reader:\n', 'reader:\n  hosts:\n    - shop.example\n'],
    ['# mine\nport: 80 # http\n', '# mine\nport: 80 # http\nreader:\n  hosts:\n    - shop.example\n'],
    [
      'reader:\n  # known\n  hosts:\n    - a.example # first\n  timeout_ms: 5\n',
      'reader:\n  # known\n  hosts:\n    - a.example # first\n    - shop.example\n  timeout_ms: 5\n',
    ],
    [
      'reader:\n  hosts:\n    # - a.example\n    # Later: b.example\n',
      'reader:\n  hosts:\n    # - a.example\n    # Later: b.example\n    - shop.example\n',
    ],
    [
      'reader:\n  hosts: # none yet\n    # - a.example\n  timeout_ms: 5 # short\n',
      'reader:\n  hosts:\n    # none yet\n    # - a.example\n    - shop.example\n  timeout_ms: 5 # short\n',
    ],
    ['reader:\n  # hosts:\nport: 80\n', 'reader:\n  # hosts:\n  hosts:\n    - shop.example\nport: 80\n'],
    [
      'reader:\n  hosts:\n    - a.example # first\n    # - b.example\n\n  # How long\n  timeout_ms: 5\n# Where\nport:   80',
      'reader:\n  hosts:\n    - a.example # first\n    - shop.example\n    # - b.example\n\n  # How long\n  timeout_ms: 5\n# Where\nport:   80',
    ],
    [
      'reader:\n  hosts:\n  - host: a.example\n    render: browser\n  # How long\n  timeout_ms: 5\n',
      'reader:\n  hosts:\n  - host: a.example\n    render: browser\n  - shop.example\n  # How long\n  timeout_ms: 5\n',
    ],
    ['reader:\n  hosts:\n    - a.example', 'reader:\n  hosts:\n    - a.example\n    - shop.example\n'],
    [
      'reader:\n  hosts: &shops\n    - a.example\n',
      'reader:\n  hosts: &shops\n    - a.example\n    - shop.example\n',
    ],
    ['reader: { hosts: [a.example] }\n', 'reader: { hosts: [ a.example, shop.example ] }\n'],
  ])('to %j', (before, after) => {
    expect(addEntries(before, [HOST])).toBe(after)
  })

  it('with its settings, and to a site', () => {
    expect(addEntries('', [RENDERED, SITE])).toBe(
      'reader:\n  hosts:\n    - host: app.example\n      render: browser\n      example: https://app.example/p/1\nsites:\n  sneakerhub:\n    origin: https://sneakers.example\n    example: https://sneakers.example/p\n',
    )
  })

  it.each([
    [
      '',
      'reader:\n  hosts:\n    - shop.example\nsandbox: true # The test shops and their guest key stay beside your shops; false ends them.\n',
    ],
    [
      'sandbox:\n',
      'sandbox: true # The test shops and their guest key stay beside your shops; false ends them.\nreader:\n  hosts:\n    - shop.example\n',
    ],
    [
      'sandbox:\n  port: 9000 # free\n',
      'sandbox:\n  port: 9000 # free\n  enabled: true\nreader:\n  hosts:\n    - shop.example\n',
    ],
    ['sandbox: false\n', 'sandbox: false\nreader:\n  hosts:\n    - shop.example\n'],
  ])('and the sandbox stays on, in %j', (before, after) => {
    expect(addEntries(before, [HOST], true)).toBe(after)
  })

  it('keeps a file of comments only', () => {
    const text = addEntries('# yaml-language-server: $schema=./x\n# Settings\n\n#port: 8080\n', [HOST])
    expect(text).toContain('#port: 8080')
    expect(text).toMatch(/reader:\n {2}hosts:\n {4}- shop\.example\n/)
  })
})

it.each(['a: [', '- a\n- b\n', 'text'])('refuses %j', text => {
  expect(() => addEntries(text, [HOST])).toThrow(/settings file/)
})

describe('what was taught is written under its shop', () => {
  const fields = { price: { css: 'td.fill', attr: 'data-eur' }, gtin: null }
  it.each([
    [
      'reader:\n  hosts:\n    - a.example # first\n    # second\n    - shop.example # mine\nport: 80\n',
      'reader:\n  hosts:\n    - a.example # first\n    # second\n    - host: shop.example\n      fields:\n        price: { css: td.fill, attr: data-eur }\n        gtin: null\n      # mine\nport: 80\n',
    ],
    [
      'reader:\n  hosts:\n    - host: https://shop.example # mine\n      render: browser\n',
      'reader:\n  hosts:\n    - host: https://shop.example # mine\n      render: browser\n      fields:\n        price: { css: td.fill, attr: data-eur }\n        gtin: null\n',
    ],
    [
      'reader:\n  hosts:\n    - host: shop.example\n      fields:\n        # known\n        price: { css: td.fill, attr: data-eur } # stays\n        sku: { label: No. } # goes\n',
      'reader:\n  hosts:\n    - host: shop.example\n      fields:\n        # known\n        price: { css: td.fill, attr: data-eur } # stays\n        gtin: null\n',
    ],
  ])('%j', (before, after) =>
    expect(setFields(before, { host: 'shop.example', fields, knownFields: { sku: { label: 'No.' } } })).toBe(
      after,
    ),
  )

  it('beside what somebody else wrote meanwhile', () => {
    const text = 'reader:\n  hosts:\n    - host: shop.example\n      fields: { sku: { css: .no } }\n'
    const [known, next] = [{ price: { css: '.a' } }, { brand: { css: '.b' } }]
    expect(
      setFields(text, { host: 'shop.example', fields: { ...known, ...next }, knownFields: known }),
    ).toContain('fields: { sku: { css: .no }, brand: { css: .b } }')
    expect(() => setFields(text, { host: 'shop.example', fields: { sku: { css: '.x' } } })).toThrow(
      'The rules for sku of shop.example were changed meanwhile; teach it again.',
    )
  })

  it('and goes with the last field', () => {
    const text = 'reader:\n  hosts:\n    - host: shop.example\n      fields: { gtin: null }\n'
    expect(setFields(text, { host: 'shop.example', fields: {}, knownFields: { gtin: null } })).toBe(
      'reader:\n  hosts:\n    - host: shop.example\n',
    )
  })

  it('refuses a shop that the file does not list', () => {
    expect(() => setFields('reader:\n  hosts: [a.example]\n', { host: 'shop.example', fields })).toThrow(
      /does not list shop\.example/,
    )
  })
})
