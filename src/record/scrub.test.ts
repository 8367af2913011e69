// What must not survive in a recording, and what must be unchanged.
import { describe, expect, it } from 'vitest'
import { scrubBody, scrubHeaders, scrubUrl } from '../runtime/scrub-exchange.ts'
import { scrubPage } from './scrub-page.ts'

describe('headers', () => {
  it.each([
    'Cookie',
    'set-cookie',
    'Authorization',
    'proxy-authorization',
    'x-api-key',
    'x-apikey',
    'X-CSRF',
    'x-xsrf-csrf-check',
    'x-auth-token',
    'client-secret',
    'x-session',
    'x-signature',
  ])('%s is scrubbed', name => {
    expect(scrubHeaders({ [name]: 'abc' })).toEqual([{ name, value: 'scrubbed' }])
  })

  it.each(['content-type', 'x-author', 'accept-language', 'etag'])('%s is unchanged', name => {
    expect(scrubHeaders({ [name]: 'abc' })).toEqual([{ name, value: 'abc' }])
  })

  it('secrets in the query of a location are scrubbed', () => {
    expect(scrubHeaders({ Location: '/next?token=abc&page=2' })).toEqual([
      { name: 'Location', value: '/next?token=scrubbed&page=2' },
    ])
  })
})

describe('URLs', () => {
  it.each([
    ['https://shop.example/p', 'https://shop.example/p'],
    ['/p?size=9#reviews', '/p?size=9#reviews'],
    ['/p?key=1&monkey=2', '/p?key=scrubbed&monkey=2'],
    ['/p?api%5Fkey=1', '/p?api%5Fkey=scrubbed'],
    ['/p?csrf=1#a#b', '/p?csrf=scrubbed#a#b'],
    ['/p?token', '/p?token'],
    ['/p?%E0%A4=1&sig=2', '/p?%E0%A4=1&sig=scrubbed'],
  ])('%s', (address, scrubbed) => {
    expect(scrubUrl(address)).toBe(scrubbed)
  })
})

describe('bodies', () => {
  it('have the values of secret names scrubbed, whatever the strings contain', () => {
    expect(scrubBody('{"csrf" : "a\\"b", "name":"Coat", "access_key":"c"}')).toBe(
      '{"csrf" : "scrubbed", "name":"Coat", "access_key":"scrubbed"}',
    )
  })

  it('that are not JSON are unchanged', () => {
    expect(scrubBody('<p>token</p>')).toBe('<p>token</p>')
  })
})

describe('pages', () => {
  it('have tokens of a known form and values next to secret names scrubbed', () => {
    const jwt = `eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`
    const page = `<meta name="csrf-token" content="abcdef123456"><script>x={"accessToken":"secret-value-1","t":"${jwt}"}</script>`
    const clean = scrubPage(page, [])
    expect(clean).not.toContain('abcdef123456')
    expect(clean).not.toContain('secret-value-1')
    expect(clean).not.toContain(jwt)
  })

  it.each(['eyJ', 'token ', 'token=', 'wares_', 'csrf<meta '])(
    'full of %o are scrubbed in linear time',
    unit => {
      const timeOf = (bytes: number) => {
        const page = unit.repeat(bytes / unit.length)
        const before = process.cpuUsage()
        scrubPage(page, [])
        const { user } = process.cpuUsage(before)
        return user / 1_000
      }
      timeOf(50_000)
      expect(timeOf(400_000)).toBeLessThan(2_000)
    },
  )
})
