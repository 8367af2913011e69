// When a watch is checked: days, hours and time zone as drop-downs.
import { useState } from 'preact/hooks'

const DAYS = { '': 'every day', 'Mon-Fri': 'Monday to Friday', 'Sat-Sun': 'at weekends' }
const HOURS = Array.from({ length: 25 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')]

interface Times {
  readonly days: string
  readonly from: string
  readonly to: string
  readonly zone: string
}

/** `onChange` gets `Mon-Fri 08:00-20:00 Europe/Berlin`, or nothing for always. */
export function ActiveTimes({ onChange }: { onChange: (active: string) => void }) {
  const [times, setTimes] = useState<Times>({ days: '', from: '00:00', to: '24:00', zone: ownZone() })
  const change = (changed: Partial<Times>) => {
    const next = { ...times, ...changed }
    setTimes(next)
    const isAlways = next.days === '' && next.from === '00:00' && next.to === '24:00'
    onChange(isAlways ? '' : `${next.days} ${next.from}-${next.to} ${next.zone}`.trim())
  }
  const picker = (label: string, name: keyof Times, values: readonly (readonly [string, string])[]) => (
    <label>
      {label}
      <select value={times[name]} onChange={event => change({ [name]: event.currentTarget.value })}>
        {values.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
  const plain = (values: readonly string[]) => values.map(one => [one, one] as const)
  return (
    <>
      {picker('Check on', 'days', Object.entries(DAYS))}
      {picker('From', 'from', plain(HOURS.slice(0, -1)))}
      {picker('To', 'to', plain(HOURS.slice(1)))}
      {picker('Time zone', 'zone', plain(ZONES))}
    </>
  )
}

function ownZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return ZONES.includes(timeZone) ? timeZone : 'UTC'
}
