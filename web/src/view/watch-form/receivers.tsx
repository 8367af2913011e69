// Where alerts are sent: the receivers with their state, a test message, and a form for a new one.
import { useEffect, useState } from 'preact/hooks'
import type { Receiver, WatchApi } from '../../model/watch-api.ts'
import { Button } from '../control/button.tsx'
import { Select, TextField, Tick } from '../control/fields.tsx'
import { useRequest } from '../shell/use-request.ts'
import { LocalForm } from '../control/local-form.tsx'

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
    // The list of watches tells of a server that does not answer.
    void api
      .receivers(control.signal)
      .then(answer => 'value' in answer && !control.signal.aborted && setAll(answer.value.webhooks))
    return () => control.abort()
  }, [api, changes])
  return { all, renew: () => setChanges(last => last + 1) }
}

export function Receivers({ api }: { api: WatchApi }) {
  const { all, renew } = useReceivers(api)
  return (
    <details class="card all receivers">
      <summary>Notifications ({all.length})</summary>
      <p class="hint">Alerts go to these. Addresses are secrets and are shown only in part.</p>
      <ul>
        {all.map(receiver => (
          <ReceiverRow key={receiver.id} receiver={receiver} api={api} onChanged={renew} />
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
  const { said, run } = useRequest()
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
          void run(
            api.testReceiver(id),
            ({ delivered, outcome }) => `${delivered ? 'Delivered' : 'Not delivered'}: ${outcome}.`,
          ).then(onChanged)
        }
      >
        Send a test{label}
      </Button>
      <Button look="small" onClick={() => void run(api.pauseReceiver(id, !isPaused), onChanged)}>
        {isPaused ? 'Resume' : 'Pause'}
        {label}
      </Button>
      <Button look="small" onClick={() => void run(api.removeReceiver(id), onChanged)}>
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
  const { said, run } = useRequest()
  const add = () => {
    const receiver = { kind, url: url.trim(), ...(isPrivate && { allow_private: true }) }
    void run(api.addReceiver(receiver), ({ secret }) => {
      setUrl('')
      onAdded()
      return secret === undefined ? 'Added.' : `Added. Its secret, shown only now: ${secret}`
    })
  }
  return (
    <LocalForm class="parts" onSubmit={add}>
      <div class="add-fields">
        <Select label="Send to" placed="above" value={kind} options={Object.keys(KINDS)} onChange={setKind} />
        <TextField
          label="Address"
          placed="above"
          required
          autocomplete="off"
          spellcheck={false}
          placeholder={KINDS[kind]}
          value={url}
          onChange={setUrl}
        />
      </div>
      <div class="buttons">
        <Button type="submit">Add</Button>
        <Tick label="on a private network" checked={isPrivate} onChange={setIsPrivate} />
        <span role="status">{said}</span>
      </div>
    </LocalForm>
  )
}
