// Changes a watch in place. Its condition can be tried on what was seen so far before it is saved.
import { useState } from 'preact/hooks'
import type { TriedAlert, Watch, WatchApi } from '../../model/watches.ts'
import { humanise } from '../../shape/humanise.ts'
import { changeName } from '../../shape/price-history.ts'
import { timeText } from '../../shape/time-text.ts'
import { AlertReasonView } from '../watch/alert-reason.tsx'
import { Differences } from '../watch/change-list.tsx'
import { changedFields, fieldsOf, RuleInputs } from './watch-inputs.tsx'
import { Button } from '../control/button.tsx'

interface Props {
  readonly watch: Watch
  readonly api: WatchApi
  readonly onChanged: (watch: Watch) => void
  readonly onClose: () => void
}

export function EditWatch({ watch, api, onChanged, onClose }: Props) {
  const [before] = useState(() => fieldsOf(watch))
  const [fields, setFields] = useState(before)
  const [alerts, setAlerts] = useState<readonly TriedAlert[]>()
  const [said, setSaid] = useState('')
  const run = (work: () => Promise<string>) => {
    setSaid('')
    work().then(setSaid, (error: unknown) => setSaid(error instanceof Error ? error.message : String(error)))
  }
  const preview = async () => {
    const reply = await api.tryWhen(watch.id, fields.when)
    setAlerts('value' in reply ? reply.value.alerts : undefined)
    if ('problem' in reply) return reply.problem.detail
    const count = reply.value.alerts.length
    return `${count === 1 ? '1 alert' : `${count} alerts`} since ${timeText(reply.value.from)}.`
  }
  const save = async () => {
    const reply = await api.edit(watch.id, changedFields(before, fields))
    if ('problem' in reply) return reply.problem.errors?.[0]?.message ?? reply.problem.detail
    onChanged(reply.value)
    onClose()
    return ''
  }
  return (
    <form
      class="add-watch edit-watch"
      aria-label={`Edit ${watch.name}`}
      onSubmit={event => {
        event.preventDefault()
        run(save)
      }}
    >
      <RuleInputs
        api={api}
        fields={fields}
        onChange={changed => setFields(last => ({ ...last, ...changed }))}
      />
      <div class="buttons">
        <Button look="primary" type="submit">
          Save
        </Button>
        {watch.operation !== 'general.catalog' && (
          <Button onClick={() => run(preview)}>Preview alerts</Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <span role="status">{said}</span>
      </div>
      {alerts && <TriedAlerts alerts={alerts} watch={watch.id} />}
    </form>
  )
}

function TriedAlerts({ alerts, watch }: { alerts: readonly TriedAlert[]; watch: string }) {
  return (
    <ol class="preview">
      {alerts.map(alert => (
        <li key={`${alert.at} ${alert.type}`}>
          <p class="line">
            <time dateTime={alert.at}>{timeText(alert.at)}</time>
            <strong>{humanise(changeName(alert.type))}</strong>
            <span class="tag alert">would alert</span>
          </p>
          <Differences change={{ ...alert, watch }} />
          {alert.why && <AlertReasonView why={alert.why} />}
        </li>
      ))}
    </ol>
  )
}
