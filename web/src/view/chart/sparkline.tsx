// The latest runs as small bars, the newest at the right.
import { useMemo } from 'preact/hooks'
import { Chart } from './chart.tsx'

const BARS_MAX = 40

export function Sparkline({ values }: { values: readonly number[] }) {
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
      count: shown.length,
      most: Math.max(...shown),
    }
  }, [text])
  if (values.length === 0) return <div class="sparkline none" aria-hidden="true" />
  return (
    <Chart
      kind="bars"
      compact={{
        top: `${Math.round(drawn.most)} ms`,
        foot: '0',
        caption: `Latency of ${requests(drawn.count)}`,
      }}
      labels={drawn.labels}
      series={drawn.series}
      write={value => `${Math.round(value)} ms`}
      description={`Latency of ${requests(drawn.count)}, at most ${Math.round(drawn.most)} ms`}
    />
  )
}

function runName(before: number): string {
  return before === 0 ? 'Last request' : `${requests(before)} earlier`
}

function requests(count: number): string {
  return count === 1 ? '1 request' : `${count} requests`
}
