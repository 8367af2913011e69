// The sandbox server: shops under their base paths, images, robots.txt, and every fault on demand.
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandboxServer } from './sandbox-server.ts'
import { defineShop, htmlReply, jsonReply } from './define-shop.ts'

const toyshop = defineShop({
  site: 'toyshop',
  about: 'a shop for tests',
  home: () => htmlReply('home'),
  handle({ path, query, body, base, method }, ctx) {
    if (path.startsWith('/item/')) return jsonReply({ path, q: query.get('q'), base })
    if (path === '/ask') return jsonReply({ method, body })
    if (path === '/heavy') {
      return htmlReply(ctx.page({ site: 'toyshop', base, title: 'Heavy', body: '', weightBytes: 200_000 }))
    }
    return undefined
  },
})

const server = createSandboxServer({ seed: 1, shops: [toyshop] })
let origin = ''

beforeAll(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise(done => server.close(done))
})

const read = async (path: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: got, body } = await request(`${origin}${path}`, { headers })
  const bytes = Buffer.from(await body.arrayBuffer())
  return { status: statusCode, headers: got, bytes, text: bytes.toString() }
}

test('the front page lists the shops and the magic words', async () => {
  const { text } = await read('/')
  expect(text).toContain(`${origin}/toyshop/`)
  expect(text).toContain('~truncated')
})

test('a shop receives the decoded path after its base, and its own URL', async () => {
  expect(JSON.parse((await read('/toyshop/item/a%20b?q=%C3%A9')).text)).toEqual({
    path: '/item/a b',
    q: 'é',
    base: `${origin}/toyshop`,
  })
  expect((await read('/toyshop')).text).toBe('home')
  expect((await read('/toyshop/')).text).toBe('home')
})

test('a path with invalid percent-encoding is not found', async () => {
  expect((await read('/toyshop/%E0%A4')).status).toBe(404)
  expect((await read('/nowhere/1')).status).toBe(404)
})

test('compresses on request, with the same content', async () => {
  const plain = await read('/toyshop/heavy')
  const zipped = await read('/toyshop/heavy', { 'accept-encoding': 'gzip' })
  expect(plain.bytes).toHaveLength(200_000)
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(zipped.bytes.length).toBeLessThan(100_000)
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true)
})

test('any image path returns an image, the same each time', async () => {
  const first = await read('/pictures/watches/30100011/1.svg')
  expect(first.headers['content-type']).toBe('image/svg+xml')
  expect(first.text).toMatch(/^<svg .*<\/svg>$/s)
  expect((await read('/pictures/watches/30100011/1.svg')).text).toBe(first.text)
  expect((await read('/pictures/anything/at-all.jpg')).text).not.toBe(first.text)
})

const simulate = (word: string) => ({ 'x-wares-simulate': word })

describe('a fault selected by the header', () => {
  test.each([
    ['gone', 404, /Page not found/],
    ['blocked', 403, /captcha/],
    ['changed', 200, /class="skeleton"/],
    ['busy', 503, /Unavailable/],
    ['robots', 200, /"\/item\/1"/],
    ['goner', 200, /"\/item\/1"/],
    ['toString', 200, /"\/item\/1"/],
  ])('%s returns %i', async (word, status, holds) => {
    const got = await read('/toyshop/item/1', simulate(word))
    expect(got.status).toBe(status)
    expect(got.text).toMatch(holds)
  })

  test('does not remain in the reply cache', async () => {
    expect((await read('/toyshop/item/2', simulate('gone'))).status).toBe(404)
    expect((await read('/toyshop/item/2')).status).toBe(200)
  })

  test('is not read from the URL', async () => {
    expect(JSON.parse((await read('/toyshop/item/1~gone')).text)).toMatchObject({ path: '/item/1~gone' })
  })

  test('busy sends Retry-After', async () => {
    expect((await read('/toyshop/item/1', simulate('busy'))).headers['retry-after']).toBe('1')
  })

  test('robots uses a URL that robots.txt disallows', async () => {
    expect((await read('/robots.txt')).text).toMatch(/^Disallow: \/\*simulate=robots$/m)
  })

  test('slow sends the usual reply after three seconds', async () => {
    const started = performance.now()
    expect((await read('/toyshop/item/1', simulate('slow'))).text).toBe((await read('/toyshop/item/1')).text)
    expect(performance.now() - started).toBeGreaterThan(2_900)
  })

  test('timeout never answers', async () => {
    const pending = request(`${origin}/toyshop/item/1`, {
      headers: simulate('timeout'),
      signal: AbortSignal.timeout(400),
    })
    await expect(pending).rejects.toThrow(/abort|timeout/i)
  })

  test.each(['reset', 'truncated'])('%s aborts after the headers', async word => {
    const got = await request(`${origin}/toyshop/heavy`, { headers: simulate(word) })
    expect(got.statusCode).toBe(200)
    expect(got.headers['content-length']).toBe('200001')
    await expect(got.body.arrayBuffer()).rejects.toThrow()
  })

  test('huge sends more than 64 MB, and stops when the client disconnects', async () => {
    const whole = await request(`${origin}/toyshop/item/1`, { headers: simulate('huge') })
    let bytes = 0
    for await (const chunk of whole.body) bytes += (chunk as Buffer).length
    expect(bytes).toBeGreaterThan(64 * 1024 * 1024)
    const left = await request(`${origin}/toyshop/item/1`, { headers: simulate('huge') })
    left.body.destroy()
    expect((await read('/toyshop/item/1')).status).toBe(200)
  })
})
