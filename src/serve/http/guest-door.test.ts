// The guest key is given to our own page in a browser on this machine, and to nothing else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { request } from 'undici'
import { createGuestDoor } from './guest-door.ts'

let key: string | undefined = 'k'
const door = createGuestDoor({ guestKey: () => key, pagePorts: () => [8080, 80, undefined] })
beforeAll(() => door.listen('127.0.0.1'))
afterAll(() => door.close())

const address = () => door.addressFor('localhost:8080') ?? ''
async function ask(headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') {
  const reply = await request(address(), { method, headers })
  const text = await reply.body.text()
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

it.each([
  'http://localhost:8080',
  'http://LOCALHOST:8080',
  'http://127.0.0.1:8080',
  'http://127.1.22.255:8080',
  'http://[::1]:8080',
  'http://localhost',
])('is given to our own page on %s, and to no cache', async origin => {
  expect(await ask({ origin })).toMatchObject({
    status: 200,
    headers: { 'access-control-allow-origin': origin, 'cache-control': 'no-store', vary: 'origin' },
    body: { key: 'k' },
  })
})

it.each([
  '',
  'null',
  'https://localhost:8080',
  'http://localhost:3000',
  'http://x.localhost:8080',
  'http://127.0.0.1.example:8080',
  'http://192.168.0.2:8080',
  'http://wares.example:8080',
  'http://wares.example',
])('is not given to a page on %j', async origin => {
  const refused = await ask({ origin })
  expect([refused.status, refused.body]).toEqual([403, undefined])
  expect(refused.headers['access-control-allow-origin']).toBeUndefined()
})

it('is not given under a foreign name that resolves to this machine, nor to another method', async () => {
  const origin = 'http://localhost:8080'
  expect((await ask({ origin, host: 'rebound.example' })).status).toBe(403)
  expect((await ask({ origin, host: 'a b' })).status).toBe(403)
  expect((await ask({ origin }, 'POST')).status).toBe(403)
})

it('is null while there is none', async () => {
  key = undefined
  expect((await ask({ origin: 'http://localhost:8080' })).body).toEqual({ key: null })
})

describe('the address of the door', () => {
  it('is told to pages that can use it', () => {
    expect(address()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(door.addressFor('[::1]:8080')).toBe(address())
    for (const host of ['wares.example', 'localhost:8000', 'wares.example:8080', 'a b', '', undefined])
      expect(door.addressFor(host)).toBeUndefined()
  })
})
