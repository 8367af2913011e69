// Draws one chart with uPlot and keeps it as wide as its place.
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type ChartProps, COLOURS } from './chart.tsx'

export function drawChart(host: HTMLElement, props: ChartProps, height: number): () => void {
  const style = getComputedStyle(host)
  const colourOf = (name: string) => style.getPropertyValue(name).trim()
  const { labels, series, write, kind } = props
  const font = `12px ${style.fontFamily}`
  const axis = {
    stroke: colourOf('--muted'),
    font,
    grid: { stroke: colourOf('--line'), width: 1 },
    ticks: { show: false },
  }
  const chart = new uPlot(
    {
      width: host.clientWidth,
      height,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: {
        x: { time: false, range: (_, low, high) => [low - 0.5, high + 0.5] },
        y: { range: (_, low, high) => (kind === 'bars' ? [0, high * 1.1 || 1] : paddedRange(low, high)) },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 32,
          splits: chart => splitsFor(labels.length, chart.width),
          values: (_, all) => all.map(place => labels[place] ?? ''),
        },
        {
          ...axis,
          size: 64,
          ...(kind === 'bars' ? { incrs: INTEGER_STEPS } : {}),
          values: (_, all) => all.map(write),
        },
      ],
      series: [
        {},
        ...series.map((one, place) => {
          const colour = colourOf(COLOURS[(one.colour ?? place) % COLOURS.length] ?? '')
          return {
            label: one.title,
            stroke: colour,
            width: kind === 'bars' ? 0 : 2,
            ...(kind === 'bars' ? barStyle(colour) : { points: { show: true, size: 6, fill: colour } }),
          } satisfies uPlot.Series
        }),
      ],
    },
    [labels.map((_, place) => place), ...series.map(one => Array.from(one.values))],
    host,
  )
  const watch = new ResizeObserver(() => chart.setSize({ width: host.clientWidth, height }))
  watch.observe(host)
  return () => {
    watch.disconnect()
    chart.destroy()
  }
}

function barStyle(fill: string): Pick<uPlot.Series, 'fill' | 'paths' | 'points'> {
  const paths = uPlot.paths.bars?.({ size: [0.7, 48] })
  return { fill, points: { show: false }, ...(paths ? { paths } : {}) }
}

/** Steps of an axis that counts. */
const INTEGER_STEPS = [1, 2, 5]
  .flatMap(one => [1, 10, 100, 1e3, 1e4, 1e5, 1e6].map(ten => one * ten))
  .toSorted((a, b) => a - b)

function paddedRange(low: number, high: number): [number, number] {
  const room = (high - low || high || 1) * 0.15
  return [Math.max(0, low - room), high + room]
}

/** As many labels as fit. */
function splitsFor(count: number, width: number): number[] {
  const every = Math.max(1, Math.ceil(count / (width / 56)))
  return Array.from({ length: Math.ceil(count / every) }, (_, place) => place * every)
}
