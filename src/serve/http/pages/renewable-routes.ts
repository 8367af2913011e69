// Routes whose answers are made of the settings: made anew when these change, at the same paths.
import type { Exchange } from '../exchange.ts'
import type { Route } from '../route.ts'

export function createRenewableRoutes(make: () => readonly Route[]): {
  readonly routes: readonly Route[]
  renew(): void
} {
  const first = make()
  let current = new Map(first.map(route => [route.path, route]))
  return {
    routes: first.map(route =>
      Object.assign({}, route, {
        handle: (exchange: Exchange) => (current.get(route.path) ?? route).handle(exchange),
      }),
    ),
    renew() {
      current = new Map(make().map(route => [route.path, route]))
    },
  }
}
