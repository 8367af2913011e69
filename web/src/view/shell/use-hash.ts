// The part of the address that names what a page shows, followed as it changes.
import { useEffect, useState } from 'preact/hooks'

export function useHash(): string {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const follow = () => setHash(location.hash)
    addEventListener('hashchange', follow)
    addEventListener('popstate', follow)
    // It may have changed between the first drawing and now.
    follow()
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener('popstate', follow)
    }
  }, [])
  return hash
}
