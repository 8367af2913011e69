// What holds for a watched shop: the settings of its site, or of the entry that lists its host.
import { expect, it } from 'vitest'
import { checkActiveTimes, nextOpenMs, requestsPerSecond, type ShopConfig } from './shop-limits.ts'

const NIGHT = '22:00-06:00 UTC'
const NOON = Date.UTC(2027, 0, 1, 12)

const config = (active = NIGHT) =>
  ({
    sites: { sneakerhub: { requestsPerSecond: 2 } },
    reader: {
      sandboxOrigins: ['http://127.0.0.1:8081/shop-json-ld'],
      hosts: [
        { host: 'shop.example', requestsPerSecond: 3, active },
        { host: 'http://127.0.0.1:8090', requestsPerSecond: 4 },
      ],
    },
  }) as unknown as ShopConfig

it.each<[string, number]>([
  ['sneakerhub', 2],
  ['shop.example', 3],
  ['127.0.0.1:8090', 4],
  ['127.0.0.1:8081/shop-json-ld', 10_000],
  ['other.example', Infinity],
])('the shop %s takes %d requests a second', (shop, rate) => {
  expect(requestsPerSecond(config(), shop)).toBe(rate)
})

it('may be checked in its active times, and always without any', () => {
  expect(nextOpenMs(config(), 'shop.example', NOON)).toBe(Date.UTC(2027, 0, 1, 22))
  expect(nextOpenMs(config(), 'sneakerhub', NOON)).toBe(NOON)
})

it('refuses times that cannot be read, and says where they are', () => {
  checkActiveTimes(config())
  expect(() => checkActiveTimes(config('at night'))).toThrow(/^active of shop\.example in wares\.yaml: /)
})
