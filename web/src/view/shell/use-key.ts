// The key of this tab: the one that was given, or the guest key that a sandbox lends to its own page.
import { useEffect, useState } from 'preact/hooks'
import { onKeyStored, readStoredKey, storeKey } from '../../model/stored-key.ts'

export interface Access {
  readonly key: string
  readonly isGuest: boolean
  readonly change: (key: string) => void
}

export function useKey(guestKey: string | null): Access {
  const [enteredKey, setGiven] = useState(readStoredKey)
  const [refused, setRefused] = useState(false)
  useEffect(
    () =>
      onKeyStored(() => {
        const key = readStoredKey()
        setGiven(key)
        // Forgetting means having none, the guest's included.
        setRefused(key === '')
      }),
    [],
  )
  const guest = refused ? '' : (guestKey ?? '')
  return { key: enteredKey || guest, isGuest: enteredKey === '' && guest !== '', change: storeKey }
}
