// What the fields of a site's answers are like: the share that was there, day by day, what drifts, and the state of its canaries.
import type { CanaryStatus, SiteStatus } from '../../../../client/src/api.ts'
import { useMemo } from 'preact/hooks'
import { Chart } from '../chart/chart.tsx'

const STATES: Record<CanaryStatus['state'], string> = {
  new: 'not checked yet',
  ok: 'passes',
  doubtful: 'failed once',
  failing: 'fails',
}

type Presence = NonNullable<SiteStatus['drift']>['presence']

interface Props {
  readonly name: string
  readonly drift: SiteStatus['drift'] | undefined
  readonly canaries: readonly CanaryStatus[]
}

export function SiteDrift({ name, drift, canaries }: Props) {
  const drifting = drift?.drifting ?? []
  return (
    <>
      {drift && drift.presence.length > 1 && <PresenceChart name={name} presence={drift.presence} />}
      {drifting.length + canaries.length > 0 && (
        <ul class="hint drift">
          {drifting.map(one => (
            <li key={`${one.operation} ${one.field}`}>
              <span class="tag bad">Drifting</span> {one.operation} <code>{one.field || 'page'}</code>: in{' '}
              {percent(one.share)} of the answers, usually {percent(one.usual_share)}
            </li>
          ))}
          {canaries.map(one => (
            <li key={one.id}>
              <span class={one.state === 'failing' ? 'tag bad' : 'tag'}>Canary {STATES[one.state]}</span>{' '}
              {one.name}
              {one.detail && `: ${one.detail}`}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function PresenceChart({ name, presence }: { name: string; presence: Presence }) {
  const text = JSON.stringify(presence)
  const drawn = useMemo(() => {
    const days = JSON.parse(text) as Presence
    return {
      labels: days.map(({ day }) => day),
      series: [{ title: 'Fields present', values: days.map(({ share }) => share) }],
    }
  }, [text])
  return (
    <Chart
      kind="bars"
      compact={{ top: '100%', foot: '0', caption: `Fields present, ${presence.length} days` }}
      {...drawn}
      write={value => percent(value)}
      description={`Fields present by day at ${name}`}
    />
  )
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(share === 0 || share === 1 ? 0 : 1)}%`
}
