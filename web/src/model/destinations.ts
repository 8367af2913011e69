// Where the finder leads: every operation, page, shop and watch.
import type { Shop, Watch } from '../../../client/src/api.ts'
import type { Site } from './operation-list.ts'
import { shopLink } from './shop-link.ts'

export interface Destination {
  readonly href: string
  readonly name: string
  readonly about: string
}

export const PAGES = [
  ['/', 'Explorer'],
  ['/watches', 'Watches'],
  ['/status', 'Status'],
  ['/usage', 'Usage'],
  ['/settings', 'Settings'],
  ['/docs', 'Docs'],
] as const

/** What the server has; what could not be asked is empty. */
export interface Contents {
  readonly sites: readonly Site[]
  readonly shops: readonly Shop[]
  readonly watches: readonly Pick<Watch, 'id' | 'name' | 'tags'>[]
}

export function destinationsOf({ sites, shops, watches }: Contents): Destination[] {
  const operations = sites.flatMap(site =>
    site.operations.map(({ id, summary }) => ({ href: `/#/${id}`, name: id, about: summary })),
  )
  return [
    ...operations,
    ...PAGES.map(([href, name]) => ({ href, name, about: 'Page' })),
    // The sandbox's shops without an adapter are many, and nobody's concern.
    ...shops
      .filter(shop => shop.kind !== 'sandbox' || !shop.name.includes('/'))
      .map(shop => ({ href: shopLink(shop, sites), name: shop.name, about: 'Shop' })),
    ...watches.map(({ id, name, tags }) => ({
      href: `/watches#/${id}`,
      name,
      about: ['Watch', ...tags.map(tag => `#${tag}`)].join(' '),
    })),
  ]
}

/** Those that have every word, in the name before in the description. */
export function findDestinations(all: readonly Destination[], words: string): Destination[] {
  const wanted = words
    .toLowerCase()
    .split(/[\s.]+/)
    .filter(Boolean)
  const rank = ({ name, about }: Destination): number => {
    const [own, both] = [name.toLowerCase(), `${name} ${about}`.toLowerCase()]
    if (wanted.every(word => own.includes(word))) return 0
    return wanted.every(word => both.includes(word)) ? 1 : 2
  }
  return all
    .map(one => ({ one, place: rank(one) }))
    .filter(({ place }) => place < 2)
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one)
}
