// The latest runs as small bars, the newest at the right.

const WIDTH = 240
const HEIGHT = 40
const BARS_MAX = 40

export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  if (values.length === 0) return <div class="sparkline none" aria-hidden="true" />
  const most = Math.max(1, ...values)
  const step = WIDTH / BARS_MAX
  const shown = values.slice(-BARS_MAX)
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}, at most ${most} ms`}
    >
      {shown.map((value, place) => {
        const height = Math.max(1.5, (value / most) * (HEIGHT - 2))
        const x = (BARS_MAX - shown.length + place) * step
        return <rect key={place} x={x + 0.75} width={step - 1.5} y={HEIGHT - height} height={height} />
      })}
      <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
    </svg>
  )
}
