// Where alerts are sent: the receivers with their state, a test message, and a form for a new one.
import { useEffect, useState } from 'preact/hooks'
import type { Receiver, WatchApi } from '../../model/watches.ts'
import type { Reply } from '../../model/api.ts'
import { Button } from '../control/button.tsx'

const KINDS: Readonly<Record<string, string>> = {
  webhook: 'https://… of your endpoint; messages are signed',
  slack: 'https://… of an incoming webhook',
  discord: 'https://… of a channel webhook',
  telegram: 'https://api.telegram.org/bot<TOKEN>/sendMessage?chat_id=<CHAT>',
  ntfy: 'https://… of a topic',
  gotify: 'https://<HOST>/message?token=<APP TOKEN>',
  teams: 'https://… of a workflow',
  mailto: 'mailto:<ADDRESS>',
}
const SIGNS = { active: 'good', failing: 'bad', paused: '' }

/** The receivers that this key may see; none until they are loaded. */
export function useReceivers(api: WatchApi) {
  const [all, setAll] = useState<readonly Receiver[]>([])
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    const control = new AbortController()
    api
      .receivers(control.signal)
      .then(reply => 'value' in reply && setAll(reply.value.webhooks))
      // The list of watches tells of a server that does not answer.
      .catch(() => {})
    return () => control.abort()
  }, [api, changes])
  return { all, renew: () => setChanges(last => last + 1) }
}

export function Receivers({ api }: { api: WatchApi }) {
  const { all, renew } = useReceivers(api)
  return (
    <details class="card more receivers">
      <summary>Notifications ({all.length})</summary>
      <p class="hint">Alerts go to these. Addresses are secrets and are shown only in part.</p>
      <ul>
        {all.map(one => (
          <ReceiverRow key={one.id} receiver={one} api={api} onChanged={renew} />
        ))}
      </ul>
      <AddReceiver api={api} onAdded={renew} />
    </details>
  )
}

interface RowProps {
  readonly receiver: Receiver
  readonly api: WatchApi
  readonly onChanged: () => void
}

function ReceiverRow({ receiver, api, onChanged }: RowProps) {
  const { id, kind, url, state, reason } = receiver
  const [said, setSaid] = useState('')
  const run = <T,>(ask: () => Promise<Reply<T>>, done: (value: T) => string) =>
    void act(ask, done, setSaid).then(onChanged)
  const isPaused = state === 'paused'
  const label = <span class="quiet"> {id}</span>
  return (
    <li class="line">
      <strong>{kind}</strong>
      <code>{url}</code>
      <span class={`tag ${SIGNS[state]}`} title={reason ?? undefined}>
        {state}
      </span>
      <Button
        look="small"
        onClick={() =>
          run(
            () => api.testReceiver(id),
            ({ delivered, outcome }) => `${delivered ? 'Delivered' : 'Not delivered'}: ${outcome}.`,
          )
        }
      >
        Send a test{label}
      </Button>
      <Button
        look="small"
        onClick={() =>
          run(
            () => api.pauseReceiver(id, !isPaused),
            () => '',
          )
        }
      >
        {isPaused ? 'Resume' : 'Pause'}
        {label}
      </Button>
      <Button
        look="small"
        onClick={() =>
          run(
            () => api.removeReceiver(id),
            () => '',
          )
        }
      >
        Remove{label}
      </Button>
      <span role="status">{said}</span>
    </li>
  )
}

function AddReceiver({ api, onAdded }: { api: WatchApi; onAdded: () => void }) {
  const [kind, setKind] = useState('ntfy')
  const [url, setUrl] = useState('')
  const [isPrivate, setIsPrivate] = useState(false)
  const [said, setSaid] = useState('')
  const add = async () => {
    const receiver = { kind, url: url.trim(), ...(isPrivate && { allow_private: true }) }
    await act(
      () => api.addReceiver(receiver),
      ({ secret }) => {
        setUrl('')
        return secret === undefined ? 'Added.' : `Added. Its secret, shown only now: ${secret}`
      },
      setSaid,
    )
    onAdded()
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void add()
      }}
    >
      <div class="add-fields">
        <label>
          Send to
          <select value={kind} onChange={event => setKind(event.currentTarget.value)}>
            {Object.keys(KINDS).map(one => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label class="wide-field">
          Address
          <input
            required
            autocomplete="off"
            spellcheck={false}
            placeholder={KINDS[kind]}
            value={url}
            onInput={event => setUrl(event.currentTarget.value)}
          />
        </label>
      </div>
      <div class="buttons">
        <Button type="submit">Add</Button>
        <PrivateBox isPrivate={isPrivate} onChange={setIsPrivate} />
        <span role="status">{said}</span>
      </div>
    </form>
  )
}

async function act<T>(
  ask: () => Promise<Reply<T>>,
  done: (value: T) => string,
  say: (text: string) => void,
): Promise<void> {
  say('')
  try {
    const reply = await ask()
    if ('value' in reply) return say(done(reply.value))
    const [error] = reply.problem.errors ?? []
    say(error?.message ?? reply.problem.detail)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
}

function PrivateBox({ isPrivate, onChange }: { isPrivate: boolean; onChange: (is: boolean) => void }) {
  return (
    <label class="inline">
      <input type="checkbox" checked={isPrivate} onChange={event => onChange(event.currentTarget.checked)} />
      on a private network
    </label>
  )
}
