// Which IP addresses a host name may resolve to.
import { describe, expect, it } from 'vitest'
import { mayConnect, systemResolver } from './checked-connector.ts'

describe('mayConnect', () => {
  it.each([
    ['www.watchmarket.example', '203.0.114.7', true],
    ['www.watchmarket.example', '2606:4700::1111', true],
    ['www.watchmarket.example', '127.0.0.1', false],
    ['www.watchmarket.example', '10.1.2.3', false],
    ['www.watchmarket.example', '172.16.0.1', false],
    ['www.watchmarket.example', '192.168.1.1', false],
    ['www.watchmarket.example', '169.254.169.254', false],
    ['www.watchmarket.example', '0.0.0.0', false],
    ['www.watchmarket.example', '224.0.0.1', false],
    ['www.watchmarket.example', '255.255.255.255', false],
    ['www.watchmarket.example', '::1', false],
    ['www.watchmarket.example', '::', false],
    ['www.watchmarket.example', '::ffff:10.0.0.1', false],
    ['www.watchmarket.example', '64:ff9b::a00:1', false],
    ['www.watchmarket.example', '2002:7f00:1::', false],
    ['www.watchmarket.example', 'fe80::1', false],
    ['www.watchmarket.example', 'fd12::1', false],
    ['www.watchmarket.example', 'fec0::1', false],
    ['www.watchmarket.example', 'feff:ffff::1', false],
    ['www.watchmarket.example', '64:ff9b:1::a00:1', false],
    ['www.watchmarket.example', '64:ff9b:1:ffff::1', false],
    ['www.watchmarket.example', '::7f00:1', false],
    ['www.watchmarket.example', '4000::1', false],
    ['www.watchmarket.example', 'not an address', false],
    ['localhost', '127.0.0.1', true],
    ['sandbox', '172.18.0.3', true],
    ['sandbox', '169.254.169.254', false],
    ['shop.internal', '10.0.0.5', true],
    ['shop.localhost', '::1', true],
    ['shop.internal.example', '10.0.0.5', false],
    ['127.0.0.1', '127.0.0.1', true],
    ['10.0.0.5', '10.0.0.5', true],
  ])('%s → %s: %s', (hostname, address, allowed) => {
    expect(mayConnect(hostname, address)).toBe(allowed)
  })
})

it('a look-up returns all addresses of a name', async () => {
  const found = await systemResolver('localhost')
  expect(found.length).toBeGreaterThan(0)
  expect(found.every(({ address }) => ['127.0.0.1', '::1'].includes(address))).toBe(true)
})
