// Where the finder leads: every operation and every page.
import type { Site } from './operations.ts'

export interface Destination {
  readonly href: string
  readonly name: string
  readonly about: string
}

export const PAGES = [
  ['/', 'Explorer'],
  ['/watches', 'Watches'],
  ['/errors', 'Errors'],
  ['/status', 'Status'],
  ['/usage', 'Usage'],
  ['/settings', 'Settings'],
  ['/docs', 'Docs'],
] as const

export function destinationsOf(sites: readonly Site[]): Destination[] {
  const operations = sites.flatMap(site =>
    site.operations.map(({ id, summary }) => ({ href: `/#/${id}`, name: id, about: summary })),
  )
  return [...operations, ...PAGES.map(([href, name]) => ({ href, name, about: 'Page' }))]
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
