// makeCase: rewriting URLs, scrubbing secrets, and dropping what a replay does not read.
import { describe, expect, it } from 'vitest'
import type { Har } from '../har/har.ts'
import { makeCase } from './make-case.ts'

const exchange = (url: string, text: string, status = 200) => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  request: { method: 'GET', url, headers: [{ name: 'cookie', value: 'a=b' }], queryString: [], cookies: [] },
  response: {
    status,
    headers: [
      { name: 'Content-Type', value: 'application/json' },
      { name: 'Set-Cookie', value: 'a=b' },
      { name: 'Location', value: 'http://127.0.0.1:8081/shop/b?token=hush' },
    ],
    content: { size: 1, mimeType: 'text/plain', text },
    redirectURL: '',
  },
  timings: {},
})

const har = {
  log: {
    version: '1.2',
    creator: { name: 'browser', version: '1' },
    _operation: 'shop.product',
    entries: [
      exchange('http://127.0.0.1:8081/robots.txt', 'User-agent: *'),
      exchange('http://127.0.0.1:8081/shop/cancelled', '', 0),
      exchange(
        'http://127.0.0.1:8081/shop/a?key=hush',
        String.raw`{"self":"http:\/\/127.0.0.1:8081\/shop\/a","picture":"http://127.0.0.1:8081/pictures/1.svg","cdn":"//127.0.0.1:8081/x"}`,
      ),
      exchange('http://127.0.0.1:8081/shop/search/q', 'u=http%3A%2F%2F127.0.0.1%3A8081%2Fshop%2Fa'),
    ],
  },
} satisfies Har

const origins = {
  main: 'http://127.0.0.1:8081/shop',
  search: 'http://127.0.0.1:8081/shop/search',
  'http://127.0.0.1:8081': 'http://127.0.0.1:8081',
}
const made = makeCase('shop', har, { url: 'http://127.0.0.1:8081/shop/a', page: 2 }, origins)

describe('makeCase', () => {
  it('keeps only the exchanges of the operation, and only what a replay reads', () => {
    expect(made.har).toEqual({
      log: {
        version: '1.2',
        entries: [
          {
            request: { method: 'GET', url: 'https://shop.example/a?key=scrubbed' },
            response: {
              status: 200,
              headers: [{ name: 'location', value: 'https://shop.example/b?token=scrubbed' }],
              content: {
                mimeType: 'application/json',
                text: String.raw`{"self":"https:\/\/shop.example\/a","picture":"https://shop.example/pictures/1.svg","cdn":"//shop.example/x"}`,
              },
            },
          },
          {
            request: { method: 'GET', url: 'https://search.shop.example/q' },
            response: {
              status: 200,
              headers: [{ name: 'location', value: 'https://shop.example/b?token=scrubbed' }],
              content: { mimeType: 'application/json', text: 'u=https%3A%2F%2Fshop.example%2Fa' },
            },
          },
        ],
      },
    })
  })

  it('rewrites parameters and further origins to example URLs', () => {
    expect(made.params).toEqual({ url: 'https://shop.example/a', page: 2 })
    expect(made.origins).toEqual({ search: 'https://search.shop.example' })
  })
})
