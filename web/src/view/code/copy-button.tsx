// Copies a text and says so; where the browser does not allow it, it says that instead.
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../control/button.tsx'

interface Props {
  readonly text: string
  readonly label?: string
}

export function CopyButton({ text, label = 'Copy' }: Props) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (said === '') return undefined
    const timer = setTimeout(() => setSaid(''), 2_000)
    return () => clearTimeout(timer)
  }, [said])
  const copy = () => {
    // Only pages from https or from this machine have a clipboard.
    if (!navigator.clipboard) return setSaid('Copying is not allowed here; select the text instead')
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Copying is not allowed here; select the text instead'),
    )
  }
  return (
    <Button look="small" onClick={copy}>
      <span aria-live="polite">{said || label}</span>
    </Button>
  )
}
