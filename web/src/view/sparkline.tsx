// The latest runs as small bars, the newest at the right.
import { useMemo } from 'preact/hooks'
import { Chart } from './chart.tsx'

const BARS_MAX = 40

export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const text = values.slice(-BARS_MAX).join()
  const drawn = useMemo(() => {
    const shown = text === '' ? [] : text.split(',').map(Number)
    const empty = Array.from({ length: BARS_MAX - shown.length }, () => null)
    return {
      labels: [
        ...empty.map(() => 'no request'),
        ...shown.map((_, place) => runName(shown.length - 1 - place)),
      ],
      series: [{ title: 'Latency', values: [...empty, ...shown] }],
    }
  }, [text])
  if (values.length === 0) return <div class="sparkline none" aria-hidden="true" />
  return (
    <Chart
      kind="bars"
      compact
      {...drawn}
      write={value => `${Math.round(value)} ms`}
      description={`${label}, at most ${Math.round(Math.max(...values))} ms`}
    />
  )
}

function runName(before: number): string {
  return before === 0 ? 'Last request' : `${before} ${before === 1 ? 'request' : 'requests'} earlier`
}
