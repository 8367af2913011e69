// Settings: error messages, precedence, and the source of each value.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type ConfigurableSite, readConfig, readConfigWithSources, readStoreLocation } from './config.ts'
import { effectiveSettings } from './effective-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'wares-settings-'))
const file = join(folder, 'wares.yaml')
afterAll(() => rmSync(folder, { recursive: true }))

const sites: ConfigurableSite[] = [
  { name: 'shoes', settings: { search_key: 'A key' }, moreOrigins: { search: 'The search' } },
  { name: 'watches', manners: { requestsPerSecond: 1 } },
  { name: 'stores', originParam: 'index' },
  { name: 'fashion', moreOrigins: { '*': 'Another country' } },
]

function read(yaml: string, env: Readonly<Record<string, string>> = {}) {
  writeFileSync(file, yaml)
  return readConfig(sites, { WARES_CONFIG: file, ...env })
}

function mistake(yaml: string, env: Readonly<Record<string, string>> = {}): string {
  try {
    read(yaml, env)
  } catch (error) {
    if ((error as Error).name !== 'OperatorError') throw error
    return (error as Error).message.replaceAll(file, 'wares.yaml')
  }
  return 'none'
}

describe('a rule that cannot be read', () => {
  const file = (rule: string) =>
    `reader:\n  hosts:\n    - a.example\n    - host: b.example\n      fields:\n${rule}`
  it.each([
    [
      '        price: { css: ".a", label: Price }',
      'wares.yaml:6:9: reader.hosts.1.fields.price: a rule has exactly one of css, json and label.',
    ],
    [
      '        sku: { label: No. }\n        price: [{ css: "p:hover(" }]',
      'wares.yaml:7:9: reader.hosts.1.fields.price: "p:hover(" is not a selector that Wares can use.',
    ],
    [
      '        prize: { css: .a }',
      'wares.yaml:6:9: there is no setting "reader.hosts.1.fields.prize"; did you mean "price"?',
    ],
    [
      '        price: { xpath: //b }',
      'wares.yaml:6:18: there is no setting "reader.hosts.1.fields.price.xpath"; known settings: css, attr, json, at, label, after, before, is, else.',
    ],
    ['        price: []\n', 'wares.yaml:6:9: reader.hosts.1.fields.price must have at least 1 item, not 0.'],
    [
      `        price: [${Array(9).fill('{ css: .a }').join(', ')}]\n`,
      'wares.yaml:6:9: reader.hosts.1.fields.price must have at most 8 items, not 9.',
    ],
    [
      `        price: { css: .${'a'.repeat(300)} }\n`,
      'wares.yaml:6:18: reader.hosts.1.fields.price.css must have at most 300 characters, not 301.',
    ],
  ])('%j', (rule, sentence) => expect(mistake(file(rule))).toBe(sentence))

  it('and one that can', () => {
    const { reader } = read(file('        gtin: null\n        price: { css: .a }'))
    expect(reader.hosts[1]?.fields).toEqual({ gtin: null, price: { css: '.a' } })
  })
})

describe('a mistake in wares.yaml', () => {
  it.each([
    ['prot: 8080', 'wares.yaml:1:1: there is no setting "prot"; did you mean "port"?'],
    ['port: 80801', 'wares.yaml:1:1: port must be an integer from 0 to 65535, not 80801.'],
    ['port: "8080"', 'wares.yaml:1:1: port must be an integer from 0 to 65535, not "8080".'],
    ['port: -1', 'wares.yaml:1:1: port must be an integer from 0 to 65535, not -1.'],
    ['host: 127', 'wares.yaml:1:1: host must be a text, not 127; put it in quotes.'],
    [
      '# one\nlimits:\n  in_fligt: 3',
      'wares.yaml:3:3: there is no setting "limits.in_fligt"; did you mean "in_flight"?',
    ],
    [
      'limits: { in_flight: 0 }',
      'wares.yaml:1:11: limits.in_flight must be an integer of at least 1, not 0.',
    ],
    ['limits: { key: { rate: 0 } }', 'wares.yaml:1:18: limits.key.rate must be a number above 0, not 0.'],
    [
      'user_agent: "Wares\\nx-admin: 1"',
      'wares.yaml:1:1: user_agent must be one line of ASCII characters, not "Wares\\nx-admin: 1".',
    ],
    [
      'cors_origin: "https://a.example\\r\\nx: 1"',
      'wares.yaml:1:1: cors_origin must be one line of ASCII characters, not "https://a.example\\r\\nx: 1".',
    ],
    [
      'sites: { shoes: { settings: { search_key: "a\\nb" } } }',
      'wares.yaml:1:31: sites.shoes.settings.search_key must be one line of text, not "a\\nb".',
    ],
    [
      [...'bcdefg'].reduce(
        (text, name) =>
          `${text}${name}: &${name} [${`*${String.fromCharCode(name.charCodeAt(0) - 1)}, `.repeat(9)}]\n`,
        'a: &a [x, x, x, x, x, x, x, x, x]\n',
      ),
      'wares.yaml: its aliases (*name) expand too far; write the settings out.',
    ],
    ['sites: &a { shoes: *a }', 'wares.yaml: its aliases (*name) expand too far; write the settings out.'],
    ['limits: 3', 'wares.yaml:1:1: limits must be a map of settings, not 3.'],
    [
      'sites:\n  shoes:\n    render: chrome',
      'wares.yaml:3:5: sites.shoes.render must be one of none, browser, not "chrome".',
    ],
    [
      'sites:\n  shoes:\n    render: browsr',
      'wares.yaml:3:5: sites.shoes.render must be one of none, browser, not "browsr"; did you mean "browser"?',
    ],
    ['sites: { shoe: {} }', 'wares.yaml:1:10: there is no setting "sites.shoe"; did you mean "shoes"?'],
    [
      'sites: { shoes: { settings: { serch_key: a } } }',
      'wares.yaml:1:31: there is no setting "sites.shoes.settings.serch_key"; did you mean "search_key"?',
    ],
    [
      'sites: { watches: { settings: { any: a } } }',
      'wares.yaml:1:33: there is no setting "sites.watches.settings.any"; nothing can be set here.',
    ],
    [
      'sites: { shoes: { origins: { serch: "https://a.example" } } }',
      'wares.yaml:1:30: there is no setting "sites.shoes.origins.serch"; did you mean "search"?',
    ],
    [
      'sites: { shoes: { origin: shop.example } }',
      'wares.yaml:1:19: sites.shoes.origin must be an http or https URL, not "shop.example".',
    ],
    [
      'reader: { hosts: [{ host: shop.example, rendr: browser }] }',
      'wares.yaml:1:41: there is no setting "reader.hosts.0.rendr"; did you mean "render"?',
    ],
    [
      'reader: { hosts: ["*.*.example"] }',
      'wares.yaml:1:19: reader.hosts.0 must be a host name (`shop.example`, `*.example.org`; other alphabets as `xn--…`) or a URL (`http://127.0.0.1:8090`; needed for an IP address), or a map of settings, not "*.*.example".',
    ],
    ['reader: { hosts: [{ render: browser }] }', 'Every entry of reader.hosts must name its host.'],
    ['sandbox: { prot: 1 }', 'wares.yaml:1:12: there is no setting "sandbox.prot"; did you mean "port"?'],
    ['sandbox: often', 'wares.yaml:1:1: sandbox must be true or false, or a map of settings, not "often".'],
    [
      'log: loud',
      'wares.yaml:1:1: log must be one of silent, fatal, error, warn, info, debug, trace, not "loud".',
    ],
    ['- a list', 'wares.yaml must be a map of settings.'],
    ['host: "a', 'wares.yaml:1:9: this is not valid YAML: Missing closing "quote'],
    ['host: a\nhost: b', 'wares.yaml:2:1: this is not valid YAML: Map keys must be unique'],
    [
      'sites: { shoes: { origin: "https://me@shop.example" } }',
      'sites.shoes.origins.main may have a base path, but no user, query or fragment.',
    ],
  ])('%s', (yaml, sentence) => {
    expect(mistake(yaml)).toBe(sentence)
  })
})

describe('several mistakes', () => {
  it('are named all at once, in the file and in the environment', () => {
    const yaml = [
      'prot: 1',
      'log: loud',
      'sites: { shoe: {}, shoes: { origin: a.example, rendr: none } }',
      'reader: { hosts: [127.0.0.1, 10.0.0.1] }',
    ].join('\n')
    const lines = mistake(yaml, { WARES_PORT: 'eighty', WARES_DAT: 'x' }).split('\n')
    const about = [
      '"prot"',
      '"sites.shoe"',
      '"sites.shoes.rendr"',
      'log',
      'sites.shoes.origin',
      'reader.hosts.0',
    ]
    expect(
      lines.slice(0, -2).map(line => /(?:no setting (\S+);|: (\S+) must)/.exec(line)?.slice(1).join('')),
    ).toEqual(expect.arrayContaining(about))
    expect(lines).toHaveLength(about.length + 2)
    expect(lines.slice(-2)).toEqual([
      'WARES_PORT must be an integer from 0 to 65535, not "eighty".',
      'There is no variable WARES_DAT; did you mean WARES_DATA?',
    ])
  })
})

describe('a mistake in the environment', () => {
  it.each([
    ['WARES_PORT', 'eighty', 'WARES_PORT must be an integer from 0 to 65535, not "eighty".'],
    [
      'WARES_LOG',
      'inf',
      'WARES_LOG must be one of silent, fatal, error, warn, info, debug, trace, not "inf"; did you mean "info"?',
    ],
    ['WARES_PROT', '1', 'There is no variable WARES_PROT; did you mean WARES_PORT?'],
    [
      'WARES_SITE_SHOE_ORIGIN',
      'https://a.example',
      'There is no variable WARES_SITE_SHOE_ORIGIN; did you mean WARES_SITE_SHOES_ORIGIN?',
    ],
    [
      'WARES_SITE_XYLOPHONES_ORIGIN',
      'https://a.example',
      'There is no variable WARES_SITE_XYLOPHONES_ORIGIN, since there is no such site.',
    ],
    [
      'WARES_SITE_SHOES_ORIGIN',
      'a.example',
      'WARES_SITE_SHOES_ORIGIN must be an http or https URL, not "a.example".',
    ],
  ])('%s=%s', (name, value, sentence) => {
    expect(mistake('', { [name]: value })).toBe(sentence)
  })

  it('is not reported for an unrelated variable with our prefix', () => {
    expect(mistake('', { WARES_KEY: 'a', WARES_SERVICE_HOST: '10.0.0.1' })).toBe('none')
  })
})

describe('the settings', () => {
  it('may be empty, and names without a value count as unset', () => {
    expect(read('')).toMatchObject({ port: 8080, host: '127.0.0.1', maxInFlight: 4000 })
    expect(read('limits:\nsites:\n  shoes:\nport:')).toMatchObject({ port: 8080 })
  })

  it('of the environment override the file', () => {
    const config = read('port: 1\ndeadline_ms: 7', { WARES_PORT: '2', WARES_DRAIN_MS: '0.5' })
    expect([config.port, config.deadlineMs, config.drainMs]).toEqual([2, 7, 0.5])
    expect(read('port: 1', { WARES_PORT: '' }).port).toBe(1)
  })

  it("of a site come from its own section, the site's definition, or the default", () => {
    const { shoes, watches } = read('sites: { shoes: { origin: "https://a.example/b/", concurrency: 9 } }', {
      WARES_SITE_WATCHES_ORIGIN: 'https://w.example',
    }).sites
    expect(shoes).toMatchObject({
      origins: { main: 'https://a.example/b' },
      concurrency: 9,
      requestsPerSecond: 2,
    })
    expect(watches).toMatchObject({ requestsPerSecond: 1, concurrency: 4, breaker: { failures: 8 } })
  })

  it('allow some sites any names for their origins', () => {
    const { stores, fashion } = read(`sites:
  stores: { origins: { first: https://a.example, second: https://b.example } }
  fashion: { origins: { main: https://m.example, fr: https://f.example } }`).sites
    expect(Object.keys(stores?.origins ?? {})).toEqual(['first', 'second'])
    expect(Object.keys(fashion?.origins ?? {})).toEqual(['main', 'fr'])
  })

  it('can be read without loading the sites', () => {
    writeFileSync(file, 'data: x\nsites: { anything: { at: all } }')
    expect(readStoreLocation({ WARES_CONFIG: file }).dataDir).toMatch(/\/x$/)
    writeFileSync(file, 'dat: x')
    expect(() => readStoreLocation({ WARES_CONFIG: file })).toThrow('did you mean "data"?')
  })

  it('state the source of each value', () => {
    writeFileSync(file, 'host: 127.0.0.2\nsites:\n  stores: { origins: { first: https://a.example } }')
    const { settings } = readConfigWithSources(sites, { WARES_CONFIG: file, WARES_PORT: '9' })
    expect(settings.sourceOf(['host'])).toBe(`${file}:1:1`)
    expect(settings.sourceOf(['port'])).toBe('WARES_PORT')
    expect(settings.sourceOf(['data'])).toBe('default')
    expect(settings.sourceOf(['sites', 'stores', 'origins', 'first'])).toBe(`${file}:3:24`)
  })
})

describe('the sandbox', () => {
  const played = (yaml: string, env = {}): string =>
    Object.entries(read(yaml, env).sites)
      .filter(([, site]) => site.sandboxed)
      .map(([name]) => name)
      .join()
  const all = 'shoes,watches,stores,fashion'

  it.each([
    ['', all],
    ['sites: { shoes: { origin: "https://a.example" } }', ''],
    ['sandbox: true\nsites: { shoes: { origin: "https://a.example" } }', 'watches,stores,fashion'],
    [
      'sandbox: { enabled: true }\nsites: { shoes: { origin: "https://a.example" } }',
      'watches,stores,fashion',
    ],
    ['sites: { shoes: { origin: "https://a.example" }, watches: { sandbox: true } }', 'watches'],
    ['sandbox: false', ''],
  ])('%s', (yaml, names) => {
    expect(played(yaml)).toBe(names)
  })

  it('has no rate limits unless configured', () => {
    const { shoes, watches } = read('sandbox: { port: 5 }\nsites: { shoes: { concurrency: 2 } }').sites
    expect(shoes).toMatchObject({ concurrency: 2, requestsPerSecond: 10_000 })
    expect(watches).toMatchObject({
      concurrency: 1000,
      breaker: { failures: 1_000_000 },
      origins: { main: 'http://127.0.0.1:5/watches' },
      deadEnd: 'https://127.0.0.1:5/watches',
    })
  })
})

describe('wares config', () => {
  const rowsOf = (yaml: string, env: Readonly<Record<string, string>> = {}) => {
    writeFileSync(file, yaml)
    const { config, settings } = readConfigWithSources(sites, { WARES_CONFIG: file, ...env })
    const rows = effectiveSettings(config, settings)
    return (name: string) => {
      const found = rows.find(({ setting }) => setting === name)
      return found && [found.value, found.from.replace(file, 'wares.yaml')]
    }
  }

  it('lists every effective value with its source', () => {
    const find = rowsOf('port: 7\nsites: { shoes: { concurrency: 3 } }', { WARES_LOG: 'warn' })
    expect(find('port')).toEqual([7, 'wares.yaml:1:1'])
    expect(find('log')).toEqual(['warn', 'WARES_LOG'])
    expect(find('limits.key.burst')).toEqual([40, 'default'])
    expect(find('redis_url')).toEqual([null, 'default'])
    expect(find('sites.shoes.concurrency')).toEqual([3, 'wares.yaml:2:19'])
    expect(find('sites.shoes.requests_per_second')).toEqual([10_000, 'sandbox'])
    expect(find('sites.shoes.origins.main')).toEqual(['http://127.0.0.1:8081/shoes', 'sandbox'])
    expect(find('sites.shoes.timeout_ms')).toEqual([10_000, 'default'])
  })

  it('names the source of an origin in both notations', () => {
    const find = rowsOf('sites: { shoes: { origins: { main: "https://a.example" } } }', {
      WARES_SITE_WATCHES_ORIGIN: 'https://w.example',
    })
    expect(find('sites.shoes.origins.main')).toEqual(['https://a.example', 'wares.yaml:1:30'])
    expect(find('sites.watches.origins.main')).toEqual(['https://w.example', 'WARES_SITE_WATCHES_ORIGIN'])
    expect(find('sites.watches.requests_per_second')).toEqual([1, 'default'])
    expect(find('sites.stores.enabled')).toEqual([false, 'default'])
  })

  it('masks secrets', () => {
    const find = rowsOf(
      'sites: { shoes: { settings: { search_key: hush }, proxy: "http://me:hush@p.example:1" } }',
      {
        WARES_DATABASE_URL: 'postgres://me:hush@db.example/wares?sslmode=require&password=hush',
        WARES_REDIS_URL: 'redis://:hush@r.example',
      },
    )
    expect(find('sites.shoes.settings.search_key')?.[0]).toBe('********')
    expect(find('sites.shoes.proxy')?.[0]).toBe('http://********@p.example:1')
    expect(find('database_url')?.[0]).toBe(
      'postgres://********@db.example/wares?sslmode=require&password=********',
    )
    expect(find('redis_url')?.[0]).toBe('redis://********@r.example')
  })
})

describe('reader.hosts', () => {
  it('applies the common settings to what an entry leaves out', () => {
    const { reader } = read(
      'reader: { hosts: [Shop.example, { host: "*.market.example", render: browser, concurrency: 5 }], requests_per_second: 3 }',
    )
    const all = { requestsPerSecond: 3, concurrency: 2, timeoutMs: 10_000, render: 'none' }
    expect(reader.hosts).toEqual([
      { ...all, host: 'shop.example' },
      { ...all, host: '*.market.example', render: 'browser', concurrency: 5 },
    ])
  })
})

describe('watches', () => {
  it('take what the API takes: a catalog, seconds, and words', () => {
    const { watches } = read(
      'watches: [{ catalog: shop.example, every: 900, tags: "a b" }, { url: "https://shop.example/1", cooldown: 3600 }]',
    )
    expect(watches).toEqual([
      { catalog: 'shop.example', every: 900, tags: 'a b' },
      { url: 'https://shop.example/1', cooldown: 3600 },
    ])
  })

  it('have the bounds of the API', () => {
    expect(() => read('watches: [{ url: "https://shop.example/1", confirm: 6 }]')).toThrow(
      /watches\.0\.confirm/,
    )
  })
})
