// Opens the finder, by a button or with Ctrl+K; its code and its list are fetched when it is first wanted.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type Destination, destinationsOf } from '../../model/destinations.ts'
import { getSites } from './server-info.ts'

type Finder = ComponentType<{
  readonly destinations: readonly Destination[] | undefined
  readonly onClose: () => void
}>

export function FinderButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [Finder, setFinder] = useState<Finder>()
  const [destinations, setDestinations] = useState<readonly Destination[]>()
  const open = () => {
    setIsOpen(true)
    void import('./operation-finder.tsx').then(({ OperationFinder }) => setFinder(() => OperationFinder))
    // Without the operations the pages can still be found.
    if (!destinations)
      getSites().then(
        sites => setDestinations(destinationsOf(sites)),
        () => setDestinations(destinationsOf([])),
      )
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  return (
    <>
      <button class="button finder-button" type="button" aria-keyshortcuts="Control+K" onClick={open}>
        Go to <kbd>Ctrl K</kbd>
      </button>
      {isOpen && Finder && <Finder destinations={destinations} onClose={() => setIsOpen(false)} />}
    </>
  )
}
