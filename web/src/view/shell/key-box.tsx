// Where the key is entered, shown and removed.
import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { storeKey } from '../../model/stored-key.ts'
import { Button } from '../control/button.tsx'
import type { Access } from './use-key.ts'
import { apiWith, reply } from '../../model/server-api.ts'
import { LocalForm } from '../control/local-form.tsx'

const UNKNOWN =
  'The server does not know this key, or it is revoked or expired. Check it for missing letters.'

/** Why the server does not accept the key; undefined if it does, whatever the key may do. */
async function keyProblem(key: string): Promise<string | undefined> {
  if (!/^[!-~]+$/.test(key)) return UNKNOWN
  // Every key may see its own usage, which is not counted.
  const answer = await reply(apiWith(key).usage.get())
  if (!('problem' in answer)) return undefined
  const { status, detail } = answer.problem
  if (status === 0) return `The key could not be checked: ${detail}. Try again.`
  return status === 401 ? UNKNOWN : undefined
}

interface FormProps {
  readonly label: string
  readonly onChange: (key: string) => void
  /** Between the field and its button. */
  readonly children?: ComponentChildren
  /** Content beside its button. */
  readonly more?: ComponentChildren
}

/** One field for a key. */
function KeyForm({ label, onChange, children, more }: FormProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const use = async () => {
    const key = text.trim()
    setChecking(true)
    const keyFault = await keyProblem(key)
    setChecking(false)
    setProblem(keyFault)
    if (keyFault !== undefined) return
    setText('')
    onChange(key)
  }
  return (
    <LocalForm class="key-form" onSubmit={() => void use()}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="password"
        autocomplete="off"
        spellcheck={false}
        placeholder="wares_…"
        value={text}
        onInput={event => setText(event.currentTarget.value)}
      />
      {problem !== undefined && (
        <p class="failing" role="alert">
          {problem}
        </p>
      )}
      {children}
      <div class="buttons">
        <Button look="primary" type="submit" disabled={text.trim() === '' || isChecking}>
          Use this key
        </Button>
        {more}
      </div>
    </LocalForm>
  )
}

const KEY_PROBLEMS: ReadonlySet<string> = new Set(['missing_key', 'invalid_key', 'key_not_allowed'])

interface NeededProps {
  /** Code of the problem. */
  readonly code: string
  /** What the new key must be for: arguments of `--scope`. */
  readonly scopes?: string
}

/** A field for a key beside a problem that another key solves; nothing beside any other. */
export function KeyNeeded({ code, scopes = '' }: NeededProps) {
  if (!KEY_PROBLEMS.has(code)) return null
  return (
    <KeyForm label={code === 'missing_key' ? 'Enter a key' : 'Enter another key'} onChange={storeKey}>
      <p class="hint">
        The operator creates one with{' '}
        <code>npx wares keys create --name NAME{scopes && ` --scope ${scopes}`}</code>; on the machine of the
        server, <code>data/sandbox-key</code> has one for the sandbox. It stays in this tab until you close
        it.
      </p>
    </KeyForm>
  )
}

export function KeyBox({ access: { key: value, isGuest, change: onChange } }: { access: Access }) {
  const box = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (box.current) box.current.open = false
  }
  const change = (key: string) => {
    onChange(key)
    close()
  }
  const state = value === '' ? 'No key' : isGuest ? 'Guest key' : `Key …${value.slice(-4)}`
  const forget = <Button onClick={() => change('')}>Forget the key</Button>
  return (
    <details class="key-box" ref={box} onKeyDown={event => event.key === 'Escape' && close()}>
      <summary class={value === '' ? 'button attention' : 'button'}>{state}</summary>
      <div class="card">
        <KeyForm label="Your key" onChange={change} more={value !== '' && forget}>
          {isGuest && (
            <p class="hint">
              These pages use a temporary guest key. It stops working when the server stops. In your programs,
              use the sandbox key: <code>npm start</code> prints it, and <code>data/sandbox-key</code> has it.
            </p>
          )}
          <p class="hint">
            A key that you enter stays in this tab until you close it. The operator creates keys with{' '}
            <code>npx wares keys create --name NAME</code>.
          </p>
        </KeyForm>
      </div>
    </details>
  )
}
