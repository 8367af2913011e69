// What `wares start` says about sites and keys.
import { describe, expect, it } from 'vitest'
import { sites } from '../../../adapters/sites/index.ts'
import { readConfigFromOptions } from '../../settings/config.ts'
import { createRegistry } from '../../answer/request/registry.ts'
import { greeting } from './greeting.ts'

const SNEAKERS = { sneakerhub: { origin: 'https://sneakers.example' } }
const STOREFRONT = { storefront: { origin: 'https://shop.example' } }

function greet(options: object, key?: string): string {
  const config = readConfigFromOptions(sites, { data: 'unused', ...options })
  const address = 'http://127.0.0.1:8080'
  const server = { address, finderAddress: address, sandboxOrigin: undefined, workers: 2 }
  return greeting({ ...server, registry: createRegistry(sites, config) }, config, key)
}

describe('the greeting', () => {
  it.each([
    [{}, '14 in the sandbox'],
    [{ sites: SNEAKERS }, '1 real (sneakerhub)'],
    [{ sites: SNEAKERS, sandbox: true }, '1 real (sneakerhub), 13 in the sandbox'],
    [{ reader: { hosts: ['boots.example'] } }, '1 real (boots.example)'],
  ])('of %j says: %s', (options, line) => {
    expect(greet(options)).toContain(`  Shops      ${line}\n`)
  })

  it('names a currency that the operator states in place of the shop', () => {
    const storefront = { ...STOREFRONT.storefront, settings: { currency: 'EUR' } }
    const text = greet({ sites: { storefront } })
    expect(text).toContain(
      '  Currency   storefront: EUR   (settings.currency; used where the shop states none)\n',
    )
    expect(greet({ sites: STOREFRONT })).not.toContain('Currency')
  })

  it('shows a call to the sandbox, never to a real shop', () => {
    const text = greet({ sites: STOREFRONT, sandbox: true }, 'wares_x')
    expect(text).toMatch(/Try it:\n {2}curl .*\/api\/v2\/product\?url=.*127\.0\.0\.1/)
    expect(text).toContain('wares_x   (for every shop, real ones too)')
    expect(greet({ sites: STOREFRONT })).toMatch(/Create a key:\n {2}npx wares keys create/)
  })

  it('names an entry of reader.hosts that has no effect', () => {
    const hosts = ['shop.example', 'https://shop.example', 'other.example', '*.example.org']
    const text = greet({ sites: STOREFRONT, reader: { hosts } })
    expect(text.match(/^Not used: \S+/gm)).toEqual([
      'Not used: shop.example',
      'Not used: https://shop.example',
    ])
    expect(text).toContain('a host of the site storefront')
  })
})
