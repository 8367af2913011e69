// A shop is managed where it is shown: paused, edited and removed, by a key that may.
import { useState } from 'preact/hooks'
import type { ChangedShop, Shop, ShopEdit } from '../../../../client/src/api.ts'
import { apiWith, reply, type Reply } from '../../model/api.ts'
import { Code } from '../code/code.tsx'
import { Button } from '../control/button.tsx'

interface Props {
  readonly shop: Shop
  readonly accessKey: string
  /** The change, if the shop is gone with it. */
  readonly onChanged: (removed?: ChangedShop) => void
}

/** What is open below the buttons. */
type Panel = 'none' | 'edit' | 'remove'

export function ManageShop({ shop, accessKey, onChanged }: Props) {
  const { name, paused } = shop
  const { shops } = apiWith(accessKey)
  const [panel, setPanel] = useState<Panel>('none')
  const { isBusy, outcome, run } = useChange((verb, changed) => {
    setPanel('none')
    onChanged(verb === 'Removed' ? changed : undefined)
  })
  const opener = (one: Panel, text: string) => (
    <Button
      look="small"
      aria-expanded={panel === one}
      disabled={isBusy}
      onClick={() => setPanel(panel === one ? 'none' : one)}
    >
      {text}
      <span class="quiet"> {name}</span>
    </Button>
  )
  return (
    <div class="manage-shop">
      <div class="buttons">
        {opener('edit', 'Edit')}
        <Button
          look="small"
          disabled={isBusy}
          onClick={() => void run(paused ? 'Resumed' : 'Paused', shops.update(name, { paused: !paused }))}
        >
          {paused ? 'Resume' : 'Pause'}
          <span class="quiet"> {name}</span>
        </Button>
        {opener('remove', 'Remove…')}
      </div>
      {panel === 'edit' && (
        <EditShop shop={shop} isBusy={isBusy} onSave={edit => void run('Saved', shops.update(name, edit))} />
      )}
      {panel === 'remove' && (
        <p class="line">
          Its watches are paused; their histories stay.
          <Button look="small" disabled={isBusy} onClick={() => void run('Removed', shops.remove(name))}>
            Remove {name}
          </Button>
        </p>
      )}
      <div role="status">{outcome && <Outcome {...outcome} />}</div>
    </div>
  )
}

interface ChangeOutcome {
  readonly verb: string
  readonly answer: Reply<ChangedShop>
}

/** Runs one change at a time. */
function useChange(onDone: (verb: string, changed: ChangedShop) => void) {
  const [isBusy, setIsBusy] = useState(false)
  const [outcome, setOutcome] = useState<ChangeOutcome>()
  const run = async (verb: string, asked: Promise<ChangedShop>) => {
    setIsBusy(true)
    setOutcome(undefined)
    try {
      const answer = await reply(asked)
      setOutcome({ verb, answer })
      if ('value' in answer && answer.value.written) onDone(verb, answer.value)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, outcome, run }
}

function Outcome({ verb, answer }: ChangeOutcome) {
  if ('problem' in answer) return <p class="error">{answer.problem.detail}</p>
  const { watches, written, problem, entry } = answer.value
  const many = `${watches} ${watches === 1 ? 'watch' : 'watches'}`
  const follow: Readonly<Record<string, string>> = {
    Paused: ` ${many} paused.`,
    Resumed: ` ${many} resumed.`,
  }
  return (
    <>
      {problem !== null && <p class="error">{problem}</p>}
      {written && (
        <p class="hint">
          {verb}.{watches > 0 && follow[verb]}
        </p>
      )}
      {!written && <Entry entry={entry} />}
    </>
  )
}

/** What was removed, beside the shops that are left. */
export function RemovedShop({ changed }: { changed: ChangedShop | undefined }) {
  return (
    <div role="status">
      {changed && (
        <p>
          {changed.shop} was removed.
          {changed.watches > 0 && ` Watches paused: ${changed.watches}.`} To put it back, write these lines to{' '}
          <code>wares.yaml</code>:
        </p>
      )}
      {changed && <Entry entry={changed.entry} />}
    </div>
  )
}

function Entry({ entry }: Pick<ChangedShop, 'entry'>) {
  return (
    <pre>
      <Code text={entry} language="yaml" />
    </pre>
  )
}

interface EditProps {
  readonly shop: Shop
  readonly isBusy: boolean
  readonly onSave: (edit: ShopEdit) => void
}

function EditShop({ shop: { settings }, isBusy, onSave }: EditProps) {
  const [currency, setCurrency] = useState(settings?.currency ?? '')
  const [rate, setRate] = useState(String(settings?.requests_per_second ?? ''))
  const [active, setActive] = useState(settings?.active ?? '')
  const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim())
  const save = () => {
    const isSameRate = rate === String(settings?.requests_per_second ?? '')
    onSave({
      currency: textOrNull(currency.toUpperCase()),
      active: textOrNull(active),
      // The default is not written to the file.
      ...(isSameRate ? {} : { requests_per_second: rate.trim() === '' ? null : Number(rate) }),
    })
  }
  return (
    <form
      class="edit-shop"
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
    >
      <label>
        Currency of a shared sign, such as $
        <input
          value={currency}
          maxLength={3}
          placeholder="USD"
          onInput={event => setCurrency(event.currentTarget.value)}
        />
      </label>
      <label>
        Requests per second
        <input inputMode="decimal" value={rate} onInput={event => setRate(event.currentTarget.value)} />
      </label>
      <label>
        Check its watches only
        <input
          value={active}
          placeholder="22:00-06:00 Europe/Berlin"
          onInput={event => setActive(event.currentTarget.value)}
        />
      </label>
      <Button look="small primary" type="submit" disabled={isBusy}>
        Save
      </Button>
    </form>
  )
}
