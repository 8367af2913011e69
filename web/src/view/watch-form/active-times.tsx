// When a watch is checked: days, hours and time zone as drop-downs.
import { useState } from 'preact/hooks'
import { Select } from '../control/fields.tsx'

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
  const picker = (
    label: string,
    name: keyof Times,
    values: readonly (string | readonly [string, string])[],
  ) => {
    const isUsual = values.some(one => (typeof one === 'string' ? one : one[0]) === times[name])
    return (
      <Select
        label={label}
        placed="above"
        value={times[name]}
        options={isUsual ? values : [times[name], ...values]}
        onChange={value => change({ [name]: value })}
      />
    )
  }
  return (
    <>
      {picker('Check on', 'days', Object.entries(DAYS))}
      {picker('From', 'from', HOURS.slice(0, -1))}
      {picker('To', 'to', HOURS.slice(1))}
      {picker('Time zone', 'zone', ZONES)}
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
