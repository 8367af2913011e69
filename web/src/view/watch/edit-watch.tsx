// Changes a watch in place. Its condition can be tried on what was seen so far before it is saved.
import { useState } from 'preact/hooks'
import type { TriedAlert, Watch, WatchApi } from '../../model/watch-api.ts'
import { humanise } from '../../shape/humanise.ts'
import { changeName } from '../../shape/price-history.ts'
import { timeText } from '../../shape/time-text.ts'
import { AlertReasonView } from './alert-reason.tsx'
import { Differences } from './change-list.tsx'
import { changedFields, fieldsOf, RuleInputs } from '../watch-form/watch-inputs.tsx'
import { Button } from '../control/button.tsx'
import { useRequest } from '../shell/use-request.ts'
import { LocalForm } from '../control/local-form.tsx'

interface Props {
  readonly watch: Watch
  readonly api: WatchApi
  readonly onChanged: () => void
  readonly onClose: () => void
}

export function EditWatch({ watch, api, onChanged, onClose }: Props) {
  const [before] = useState(() => fieldsOf(watch))
  const [fields, setFields] = useState(before)
  const [alerts, setAlerts] = useState<readonly TriedAlert[]>()
  const { said, run } = useRequest()
  const preview = () => {
    setAlerts(undefined)
    void run(api.tryWhen(watch.id, fields.when), trial => {
      setAlerts(trial.alerts)
      const count = trial.alerts.length
      return `${count === 1 ? '1 alert' : `${count} alerts`} since ${timeText(trial.from)}.`
    })
  }
  const save = () =>
    void run(api.edit(watch.id, changedFields(before, fields)), () => {
      onChanged()
      onClose()
    })
  return (
    <LocalForm class="add-watch edit-watch" aria-label={`Edit ${watch.name}`} onSubmit={save}>
      <RuleInputs
        api={api}
        fields={fields}
        onChange={changed => setFields(last => ({ ...last, ...changed }))}
      />
      <div class="buttons">
        <Button look="primary" type="submit">
          Save
        </Button>
        {watch.operation !== 'general.catalog' && <Button onClick={preview}>Preview alerts</Button>}
        <Button onClick={onClose}>Cancel</Button>
        <span role="status">{said}</span>
      </div>
      {alerts && <TriedAlerts alerts={alerts} watch={watch.id} />}
    </LocalForm>
  )
}

function TriedAlerts({ alerts, watch }: { alerts: readonly TriedAlert[]; watch: string }) {
  return (
    <ol class="parts preview">
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
