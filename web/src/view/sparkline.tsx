// A small line of values, the latest at the right.

const WIDTH = 240
const HEIGHT = 40

export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  if (values.length === 0) return <div class="sparkline none" aria-hidden="true" />
  const most = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map(
    (value, place) => [place * step, HEIGHT - 3 - (value / most) * (HEIGHT - 8)] as const,
  )
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  const [lastX = 0, lastY = 0] = points.at(-1) ?? []
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}, at most ${most} ms`}
    >
      <polygon class="area" points={`0,${HEIGHT} ${line} ${lastX},${HEIGHT}`} />
      <polyline class="line" points={line} />
      <line class="now" x1={lastX} x2={lastX} y1={lastY} y2={HEIGHT} />
    </svg>
  )
}
