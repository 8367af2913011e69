// The base URL of the API that a recorded address belongs to.

/** What comes before the route in the address, without a trailing slash; undefined when it is not an address of that route. */
export function baseUrlBefore(recorded: URL, route: string): string | undefined {
  const place = recorded.pathname.indexOf(route)
  return place === -1 ? undefined : recorded.origin + recorded.pathname.slice(0, place)
}
