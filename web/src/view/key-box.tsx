// Where the key is entered, shown and removed.
import { useRef, useState } from 'preact/hooks'

interface Props {
  readonly value: string
  readonly isGuest: boolean
  readonly onChange: (key: string) => void
}

export function KeyBox({ value, isGuest, onChange }: Props) {
  const [text, setText] = useState('')
  const box = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (box.current) box.current.open = false
  }
  const change = (key: string) => {
    onChange(key)
    setText('')
    close()
  }
  const state = value === '' ? 'No key' : isGuest ? 'Guest key' : `Key …${value.slice(-4)}`
  return (
    <details class="key-box" ref={box} onKeyDown={event => event.key === 'Escape' && close()}>
      <summary class={value === '' ? 'button attention' : 'button'}>{state}</summary>
      <form
        class="card"
        onSubmit={event => {
          event.preventDefault()
          change(text.trim())
        }}
      >
        <label for="key">Your key</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="wares_…"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
        {isGuest && (
          <p class="hint">
            These pages use a guest key of their own, which ends with the server. For your programs, use the
            sandbox key: <code>npm start</code> prints it, and <code>data/sandbox-key</code> has it.
          </p>
        )}
        <p class="hint">
          A key that you enter stays in this tab until you close it. The operator creates keys with{' '}
          <code>npx wares keys create --name NAME</code>.
        </p>
        <div class="buttons">
          <button class="button primary" type="submit" disabled={text.trim() === ''}>
            Use this key
          </button>
          {value !== '' && (
            <button class="button" type="button" onClick={() => change('')}>
              Forget the key
            </button>
          )}
        </div>
      </form>
    </details>
  )
}
