// The redirects layer: the method it keeps, the hosts it allows, and where it stops.
import { describe, expect, it } from 'vitest'
import type { UpstreamRequest } from '../layer.ts'
import { redirects } from './redirects.ts'
import { requestWith, responseWith } from '../request-fixture.ts'
import { shopWith } from '../../settings/shop-fixture.ts'
import { shopDirectoryOf } from '../../settings/shop-directory.ts'

const shop = { origins: { main: 'https://shop.example' } }
const post = requestWith({
  method: 'POST',
  body: '{"id":1}',
  headers: { 'content-type': 'application/json', 'x-shop': '1' },
})

/** Sends to a shop that redirects once; returns the redirected request. */
async function nextRequest(status: number, request: UpstreamRequest, location: string | undefined = '/next') {
  const asked: UpstreamRequest[] = []
  const send = redirects(shop)(async current => {
    asked.push(current)
    const headers: Record<string, string> = location === undefined ? {} : { location }
    return asked.length === 1 ? responseWith({ status, headers }) : responseWith()
  })
  await send(request)
  return asked[1]
}

describe('a POST', () => {
  it.each([307, 308])('stays a POST with its body after %d', async status => {
    expect(await nextRequest(status, post)).toMatchObject({
      method: 'POST',
      body: '{"id":1}',
      headers: { 'content-type': 'application/json' },
      url: new URL('https://shop.example/next'),
    })
  })

  it.each([301, 302, 303])('becomes a GET without a body after %d', async status => {
    const next = await nextRequest(status, post)
    expect(next).toMatchObject({ method: 'GET', headers: { 'x-shop': '1' } })
    expect(next).not.toHaveProperty('body')
    expect(next?.headers).not.toHaveProperty('content-type')
  })
})

it('drops the fragment and stays on the site', async () => {
  const next = await nextRequest(302, requestWith(), 'https://shop.example/b?c=1#d')
  expect(next?.url.href).toBe('https://shop.example/b?c=1')
})

it.each([
  ['https://elsewhere.example/p/1?session=a#b', 'https://elsewhere.example/p/1'],
  ['http://shop.example/p/1', 'http://shop.example/p/1'],
  ['https://me:pass@elsewhere.example/p', 'https://elsewhere.example/p'],
  ['https://elsewhere.example/$(reboot)', 'https://elsewhere.example'],
  [`https://elsewhere.example/${'a'.repeat(200)}`, 'https://elsewhere.example'],
])('names the target %s and the command that adds it', async (location, shown) => {
  await expect(nextRequest(302, requestWith(), location)).rejects.toThrow(
    `the site redirects to ${shown}, which is not configured; \`wares add ${shown}\` adds it`,
  )
})

it.each([
  [304, '/next'],
  [300, '/next'],
  [302, undefined],
])('a %d to %s is a failure', async (status, location) => {
  const send = redirects(shop)(async () =>
    responseWith({ status, headers: location === undefined ? {} : { location } }),
  )
  await expect(send(requestWith())).rejects.toThrow(`responded with ${status} but without a Location`)
})

it('says that a Location is invalid', async () => {
  await expect(nextRequest(302, requestWith(), 'http://[')).rejects.toThrow(
    'the site responded with 302 and an invalid Location',
  )
})

it.each(['file:///etc/passwd', 'javascript:alert(1)'])('does not print the address %s', async location => {
  await expect(nextRequest(302, requestWith(), location)).rejects.toThrow(
    /^the site redirects to an address that is not http or https$/,
  )
})

it.each([
  ['https://www.b.example/p?x=1', 'which is configured as b.example; use https://b.example/p'],
  ['https://c.example/p', 'which is not configured; `wares add https://c.example/p` adds it'],
  ['http://shop.example/p', 'while shop is configured at https://shop.example; correct its entry'],
])('says of %s whether it is configured', async (location, said) => {
  const config = {
    sites: {
      shop: shopWith({ origins: { main: 'https://shop.example' } }),
      'b.example': shopWith({ origins: { main: 'https://b.example' } }),
    },
  }
  const send = redirects(config.sites.shop, to => shopDirectoryOf(config).shopOf(to))(async () =>
    responseWith({ status: 302, headers: { location } }),
  )
  await expect(send(requestWith({ site: 'shop' }))).rejects.toMatchObject({
    code: 'upstream_failed',
    retryable: false,
    message: expect.stringContaining(said) as string,
  })
})

it('stops at a loop and at a chain that is too long', async () => {
  const circle = redirects(shop)(async () => responseWith({ status: 302, headers: { location: '/p' } }))
  await expect(circle(requestWith())).rejects.toThrow('redirects in a loop')
  let count = 0
  const chain = redirects(shop)(async () =>
    responseWith({ status: 302, headers: { location: `/${count++}` } }),
  )
  await expect(chain(requestWith())).rejects.toThrow('more than 8 times')
  expect(count).toBe(9)
})
