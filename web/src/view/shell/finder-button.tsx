// Opens the finder, by a button or with Ctrl+K; its code and its list are fetched when it is wanted.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../control/button.tsx'

type Finder = ComponentType<{ readonly onClose: () => void }>

export function FinderButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [Finder, setFinder] = useState<Finder>()
  const open = () => {
    setIsOpen(true)
    void import('./operation-finder.tsx').then(({ OperationFinder }) => setFinder(() => OperationFinder))
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
      <Button look="finder-button" aria-keyshortcuts="Control+K" onClick={open}>
        Go to <kbd>Ctrl K</kbd>
      </Button>
      {isOpen && Finder && <Finder onClose={() => setIsOpen(false)} />}
    </>
  )
}
