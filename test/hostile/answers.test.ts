// What a caller or a shop can put into answers: bounded lists, safe headers, the same time for every rejected key.
import { describe, expect, afterAll, beforeAll, it } from 'vitest'
import { headerText, headerUrl } from '../../src/serve/http/answer/send-answer.ts'
import { createOriginPolicy } from '../../src/serve/http/origin-headers.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'

const SEARCH = '/api/v1/scraper/sneakerhub/search'

let wares: TestWares
beforeAll(async () => {
  wares = await startTestWares()
})
afterAll(() => wares.stop())

it('lists at most 20 errors, however many names are unknown', async () => {
  const names = Array.from({ length: 2_000 }, (_, place) => `n${place}`)
  const reply = await wares.call(`${SEARCH}?${names.join('&')}`)
  expect(reply.status).toBe(400)
  expect(reply.json<{ errors: unknown[] }>().errors).toHaveLength(20)
  expect(reply.bytes.length).toBeLessThan(20_000)
  const few = await wares.call(`${SEARCH}?${names.slice(0, 19).join('&')}&query=x`)
  expect(few.json<{ errors: unknown[] }>().errors).toHaveLength(19)
})

describe("a shop's text in a header", () => {
  it.each([
    ['plain', '/a/b, /c;dropped=2', '/a/b, /c;dropped=2'],
    ['CR and LF', '/a\r\nx-evil: 1', '/a%0D%0Ax-evil: 1'],
    ['other letters', '/旗/é', '/%E6%97%97/%C3%A9'],
    ['half a surrogate pair', '/\ud800', '/%EF%BF%BD'],
  ])('%s', (_what, text, sent) => {
    expect(headerText(text)).toBe(sent)
  })

  it('in a link cannot leave the link', () => {
    expect(headerUrl('https://a.example/x y>; rel="evil"')).toBe(
      'https://a.example/x%20y%3E;%20rel=%22evil%22',
    )
  })
})

it('a rejected key takes the same time, whatever is wrong with it', async () => {
  const { id, key: revoked } = await wares.newKey()
  await wares.call(`${SEARCH}?query=x`, { key: revoked })
  await wares.store.keys.revoke(id, new Date().toISOString())
  const { key: expired } = await wares.newKey({ expiresAt: new Date(Date.now() - 1_000).toISOString() })
  const shortest = []
  for (const key of [revoked, expired, 'wares_unknown', `${revoked.slice(0, -1)}0`]) {
    const times = []
    for (let count = 0; count < 15; count++) {
      const reply = await wares.call(`${SEARCH}?query=x`, { key })
      expect(reply.status).toBe(401)
      times.push(Number(/total;dur=([\d.]+)/.exec(reply.headers['server-timing'] ?? '')?.[1]))
    }
    // The minimum, because other work on the machine can only add time.
    shortest.push(Math.min(...times))
  }
  // Never before 20 ms, minus the timer's resolution of a millisecond or two.
  expect(Math.min(...shortest)).toBeGreaterThanOrEqual(18)
  expect(Math.max(...shortest) - Math.min(...shortest)).toBeLessThan(10)
})

describe('cors_origin', () => {
  it('allows * for pages that send an Origin header, and nothing is sent to other callers', async () => {
    const page = await wares.call(`${SEARCH}?query=x`, { headers: { origin: 'https://a.example' } })
    expect(page.headers['access-control-allow-origin']).toBe('*')
    expect(page.headers.vary).toBe('Accept, Accept-Encoding, x-api-key, Origin')
    const again = await wares.call(`${SEARCH}?query=x`, { headers: { origin: 'https://a.example' } })
    expect(again.headers['cache-status']).toContain('hit')
    expect(again.headers['access-control-allow-origin']).toBe('*')
    const program = await wares.call(`${SEARCH}?query=x`)
    expect(program.headers).not.toHaveProperty('access-control-allow-origin')
    expect(program.headers).not.toHaveProperty('access-control-expose-headers')
  })

  it('allows only the named origins', () => {
    const policy = createOriginPolicy('https://a.example, https://b.example')
    expect(policy('https://b.example')).toContain('https://b.example')
    expect(policy('https://c.example')).not.toContain('access-control-allow-origin')
    expect(policy(undefined)).toEqual(['vary', 'Accept, Accept-Encoding, x-api-key'])
  })
})

it('tools/list of MCP counts against the rate limit', async () => {
  const { key } = await wares.newKey({ ratePerS: 0.001, burst: 3 })
  const list = () =>
    wares.call('/mcp', {
      method: 'POST',
      key,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })
  const statuses = []
  for (let count = 0; count < 4; count++) statuses.push((await list()).status)
  expect(statuses.slice(0, 3)).not.toContain(429)
  expect(statuses[3]).toBe(429)
})
