// A part of a page whose code is fetched when it is shown.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function Lazy(props: P) {
    const [Loaded, setLoaded] = useState<ComponentType<P>>()
    useEffect(() => {
      void load().then(one => setLoaded(() => one))
    }, [])
    return Loaded ? <Loaded {...props} /> : null
  }
}
