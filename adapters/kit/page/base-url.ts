// Derives the base URL of an API from a recorded URL.

/** The URL up to the route, without a trailing slash; undefined when the URL does not contain the route. */
export function baseUrlBefore(recorded: URL, route: string): string | undefined {
  const place = recorded.pathname.indexOf(route)
  return place === -1 ? undefined : recorded.origin + recorded.pathname.slice(0, place)
}
