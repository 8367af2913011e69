// The operation and the parameters that the address holds.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { type CallRoute, parseCallRoute } from '../../model/call-route.ts'
import type { Site } from '../../model/operations.ts'

/** The route that the address holds, undefined for an unknown operation; `onRoute` is called when a link, back or forward changes it. */
export function useHashRoute(sites: readonly Site[], onRoute: (route: CallRoute) => void) {
  const operations = useMemo(() => sites.flatMap(site => site.operations), [sites])
  const start = useMemo(() => parseCallRoute(location.hash, operations), [])
  const [route, setRoute] = useState<CallRoute | undefined>(start)
  useEffect(() => {
    const follow = () => {
      const next = parseCallRoute(location.hash, operations)
      if (!next) return
      setRoute(next)
      onRoute(next)
    }
    addEventListener('hashchange', follow)
    // It may have changed since the first render.
    if (start && parseCallRoute(location.hash, operations)?.operation.id !== start.operation.id) follow()
    return () => removeEventListener('hashchange', follow)
  }, [operations, onRoute])
  return [route, setRoute] as const
}
