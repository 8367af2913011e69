// A shop is managed where it is shown: paused, edited and removed, by a key that may.
import { useState } from 'preact/hooks'
import type { ChangedShop, Shop, ShopEdit } from '../../../../client/src/api.ts'
import { apiWith, reply } from '../../model/server-api.ts'
import { Code } from '../code/code.tsx'
import { Button } from '../control/button.tsx'
import { useRequest } from '../shell/use-request.ts'
import { TextField } from '../control/fields.tsx'
import { LocalForm } from '../control/local-form.tsx'

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
  const [changed, setChanged] = useState<ChangedShop>()
  const { isBusy, said, problem, run } = useRequest()
  const change = (verb: Verb, pending: Promise<ChangedShop>) => {
    setChanged(undefined)
    void run(reply(pending), answer => {
      setChanged(answer)
      if (!answer.written) return ''
      setPanel('none')
      onChanged(verb === 'Removed' ? answer : undefined)
      return changeText(verb, answer)
    })
  }
  const opener = (target: Panel, text: string) => (
    <Button
      look="small"
      aria-expanded={panel === target}
      disabled={isBusy}
      onClick={() => setPanel(panel === target ? 'none' : target)}
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
          onClick={() => change(paused ? 'Resumed' : 'Paused', shops.update(name, { paused: !paused }))}
        >
          {paused ? 'Resume' : 'Pause'}
          <span class="quiet"> {name}</span>
        </Button>
        {opener('remove', 'Remove…')}
      </div>
      {panel === 'edit' && (
        <EditShop shop={shop} isBusy={isBusy} onSave={edit => change('Saved', shops.update(name, edit))} />
      )}
      {panel === 'remove' && (
        <p class="line">
          Its watches are paused; their histories stay.
          <Button look="small" disabled={isBusy} onClick={() => change('Removed', shops.remove(name))}>
            Remove {name}
          </Button>
        </p>
      )}
      <div role="status">
        {changed?.problem && <p class="error">{changed.problem}</p>}
        {said !== '' && <p class={problem ? 'error' : 'hint'}>{said}</p>}
        {changed?.written === false && <Entry entry={changed.entry} />}
      </div>
    </div>
  )
}

type Verb = 'Paused' | 'Resumed' | 'Saved' | 'Removed'

function changeText(verb: Verb, { watches }: ChangedShop): string {
  if (watches === 0 || (verb !== 'Paused' && verb !== 'Resumed')) return `${verb}.`
  return `${verb}. ${watches} ${watches === 1 ? 'watch' : 'watches'} ${verb.toLowerCase()}.`
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
    <LocalForm class="parts edit-shop" onSubmit={save}>
      <TextField
        label="Currency of a shared sign, such as $"
        placed="above"
        value={currency}
        maxLength={3}
        placeholder="USD"
        onChange={setCurrency}
      />
      <TextField
        label="Requests per second"
        placed="above"
        inputMode="decimal"
        value={rate}
        onChange={setRate}
      />
      <TextField
        label="Check its watches only"
        placed="above"
        value={active}
        placeholder="22:00-06:00 Europe/Berlin"
        onChange={setActive}
      />
      <Button look="small primary" type="submit" disabled={isBusy}>
        Save
      </Button>
    </LocalForm>
  )
}
