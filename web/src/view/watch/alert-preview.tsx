// A preview: what a condition would have alerted so far, and a button that makes it the condition of the watch.
import { useState } from 'preact/hooks'
import type { TriedAlert, Watch, WatchApi } from '../../model/watches.ts'
import { changeName } from '../../shape/price-history.ts'
import { humanise } from '../../shape/humanise.ts'
import { AlertReasonView } from './alert-reason.tsx'
import { Differences } from './change-list.tsx'
import { ConditionBuilder } from '../watch-form/condition-builder.tsx'
import { timeText } from '../../shape/time-text.ts'

interface Props {
  readonly watch: Watch
  readonly api: WatchApi
  readonly onChanged: (watch: Watch) => void
}

export function AlertPreview({ watch, api, onChanged }: Props) {
  const [when, setWhen] = useState(watch.when ?? '')
  const [alerts, setAlerts] = useState<readonly TriedAlert[]>()
  const [said, setSaid] = useState('')
  const run = async (work: () => Promise<string>) => {
    setSaid('')
    try {
      setSaid(await work())
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error))
    }
  }
  const preview = async () => {
    const reply = await api.tryWhen(watch.id, when)
    setAlerts('value' in reply ? reply.value.alerts : undefined)
    if ('problem' in reply) return reply.problem.detail
    const count = reply.value.alerts.length
    return `${count === 1 ? '1 alert' : `${count} alerts`} since ${timeText(reply.value.from)}.`
  }
  const use = async () => {
    const reply = await api.edit(watch.id, { when: when.trim() || null })
    if ('problem' in reply) return reply.problem.detail
    onChanged(reply.value)
    return 'Saved.'
  }
  return (
    <section class="card preview">
      <h2>Alert condition</h2>
      <ConditionBuilder when={when} onChange={setWhen} />
      <div class="buttons">
        <button class="button" type="button" onClick={() => void run(preview)}>
          Preview
        </button>
        <button class="button primary" type="button" onClick={() => void run(use)}>
          Save
        </button>
        <span role="status">{said}</span>
      </div>
      {alerts && alerts.length > 0 && (
        <ol>
          {alerts.map(alert => (
            <li key={`${alert.at} ${alert.type}`}>
              <p class="line">
                <time dateTime={alert.at}>{timeText(alert.at)}</time>
                <strong>{humanise(changeName(alert.type))}</strong>
                <span class="tag alert">would alert</span>
              </p>
              <Differences change={{ ...alert, watch: watch.id }} />
              {alert.why && <AlertReasonView why={alert.why} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
