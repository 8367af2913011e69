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

interface Props {
  /** `Mon-Fri 08:00-20:00 Europe/Berlin`, or nothing for always. */
  readonly value: string
  readonly onChange: (active: string) => void
}

export function ActiveTimes({ value, onChange }: Props) {
  const [times, setTimes] = useState<Times>(() => readTimes(value))
  const change = (changed: Partial<Times>) => {
    const next = { ...times, ...changed }
    setTimes(next)
    const isAlways = next.days === '' && next.from === '00:00' && next.to === '24:00'
    onChange(isAlways ? '' : `${next.days} ${next.from}-${next.to} ${next.zone}`.trim())
  }
  // What was written by hand may be none of the usual values.
  const picker = (label: string, name: keyof Times, values: readonly (readonly [string, string])[]) => {
    const isUsual = values.some(([one]) => one === times[name])
    return (
      <label>
        {label}
        <select value={times[name]} onChange={event => change({ [name]: event.currentTarget.value })}>
          {(isUsual ? values : [[times[name], times[name]] as const, ...values]).map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      </label>
    )
  }
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

function readTimes(text: string): Times {
  const zoneOfNone = text === '' ? ownZone() : 'UTC'
  const [, days = '', from = '00:00', to = '24:00', zone = zoneOfNone] =
    /^(?:(\D\S*) )?(\d\d?:\d\d)-(\d\d?:\d\d)(?: (\S+))?$/.exec(text) ?? []
  return { days, from, to, zone }
}

function ownZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return ZONES.includes(timeZone) ? timeZone : 'UTC'
}
