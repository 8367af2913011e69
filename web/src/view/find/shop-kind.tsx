// What kind of shop a shop is: a name alone says little.
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Site } from '../../model/operation-list.ts'

/** Kinds of shops by shop name. */
export const ShopKinds = createContext<Readonly<Record<string, string>>>({})

export function shopKinds(sites: readonly Site[]): Readonly<Record<string, string>> {
  return Object.fromEntries(sites.map(({ name, about }) => [name, shortKind(about)]))
}

/** "Sneaker resale exchange with bids and asks" is a "Sneaker resale exchange". */
export function shortKind(about: string): string {
  return about.split(/ with |[;,(]/)[0] ?? about
}

export function ShopKind({ name }: { name: string }) {
  const kind = useContext(ShopKinds)[name]
  return kind ? <small class="shop-kind">{kind}</small> : null
}
