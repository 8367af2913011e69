// Draws one chart with uPlot and keeps it as wide as its place.
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type ChartProps, colourName } from './chart-props.ts'

export interface DrawnChart {
  /** Puts the cursor on a point. */
  pointAt(place: number): void
  end(): void
}

type ColourOf = (name: string) => string

export function drawChart(
  host: HTMLElement,
  props: ChartProps,
  height: number,
  onPoint: (place: number | undefined) => void,
): DrawnChart {
  const style = getComputedStyle(host)
  const colourOf: ColourOf = name => style.getPropertyValue(name).trim()
  const { labels, timesMs, series } = props
  const places = timesMs ? timesMs.map(ms => ms / 1000) : labels.map((_, place) => place)
  const chart = new uPlot(
    {
      width: host.clientWidth,
      height,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: scalesOf(props),
      axes: axesOf(props, colourOf, `12px ${style.fontFamily}`),
      series: [
        {},
        ...series.map((one, place) => seriesOf(props, colourOf(colourName(one.colour ?? place)), place)),
      ],
      hooks: {
        drawClear: [
          drawn => {
            drawShades(drawn, props, colourOf)
            drawBand(drawn, props, colourOf)
          },
        ],
        draw: [
          drawn => {
            drawLevels(drawn, props, colourOf)
            drawMarks(drawn, props, colourOf)
          },
        ],
        setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)],
      },
    },
    [places, ...series.map(one => Array.from(one.tops ?? one.values))],
    host,
  )
  const observer = new ResizeObserver(() => chart.setSize({ width: host.clientWidth, height }))
  observer.observe(host)
  return {
    pointAt: place => chart.setCursor({ left: chart.valToPos(places[place] ?? 0, 'x'), top: 0 }),
    end() {
      observer.disconnect()
      chart.destroy()
    },
  }
}

function scalesOf({ kind, timesMs, period }: ChartProps): uPlot.Scales {
  const covered = period && ([period.fromMs / 1000, period.toMs / 1000] as [number, number])
  return {
    x: timesMs
      ? { time: true, ...(covered ? { range: () => covered } : {}) }
      : { time: false, range: (_, low, high) => [low - 0.5, high + 0.5] },
    y: { range: (_, low, high) => rangeOf(kind, low, high) },
  }
}

function axesOf(props: ChartProps, colourOf: ColourOf, font: string): uPlot.Axis[] {
  if (props.compact) return [{ show: false }, { show: false }]
  const { labels, timesMs, kind, unit, write } = props
  const axis = {
    stroke: colourOf('--muted'),
    font,
    grid: { stroke: colourOf('--line'), width: 1 },
    ticks: { show: false },
  }
  const points = {
    splits: (chart: uPlot) => splitsFor(labels, chart.bbox.width / devicePixelRatio),
    values: (_: uPlot, all: number[]) => all.map(place => labels[place] ?? ''),
  }
  return [
    {
      ...axis,
      grid: { show: false },
      size: timesMs ? 44 : 32,
      ...(timesMs ? { values: TIME_LABELS, space: TIME_LABEL_PX } : points),
    },
    {
      ...axis,
      size: 64,
      ...(unit === undefined ? {} : { label: unit, labelFont: font, labelSize: 22 }),
      ...(kind === 'bars' ? { incrs: INTEGER_STEPS } : {}),
      // The unit stands at the axis, so its numbers are bare.
      values: (_, all) => all.map(unit === undefined ? write : value => value.toLocaleString('en')),
    },
  ]
}

function seriesOf(
  { kind, labels, compact, series }: ChartProps,
  colour: string,
  place: number,
): uPlot.Series {
  if (kind === 'bars') return { stroke: colour, width: 0, ...barStyle(colour) }
  const isOld = series[place]?.isOld === true
  const steps = kind === 'steps' ? uPlot.paths.stepped?.({ align: 1 }) : undefined
  return {
    stroke: colour,
    width: 2,
    // Beyond the first four, colours alone are hard to tell apart.
    ...(isOld ? { dash: [2, 5] } : place < 4 ? {} : { dash: [7, 4] }),
    ...(steps ? { paths: steps } : {}),
    points: {
      show: !compact && !isOld && labels.length <= MANY_POINTS,
      size: kind === 'steps' ? 5 : 6,
      fill: colour,
    },
  }
}

function drawShades(chart: uPlot, { shades = [] }: ChartProps, colourOf: ColourOf): void {
  const { ctx, bbox } = chart
  ctx.save()
  ctx.fillStyle = colourOf('--warn-soft')
  for (const { fromMs, toMs } of shades) {
    const [left, right] = [fromMs, toMs].map(ms =>
      Math.min(bbox.left + bbox.width, Math.max(bbox.left, chart.valToPos(ms / 1000, 'x', true))),
    )
    if (left !== undefined && right !== undefined)
      ctx.fillRect(left, bbox.top, Math.max(1, right - left), bbox.height)
  }
  ctx.restore()
}

/** Draws the band between the lowest level and the next: where a price is low. */
function drawBand(chart: uPlot, { levels = [] }: ChartProps, colourOf: ColourOf): void {
  const [low, high] = levels.map(({ at }) => chart.valToPos(at, 'y', true)).toSorted((a, b) => b - a)
  if (low === undefined || high === undefined) return
  const { ctx, bbox } = chart
  ctx.save()
  ctx.fillStyle = colourOf('--accent-soft')
  ctx.fillRect(bbox.left, high, bbox.width, low - high)
  ctx.restore()
}

function drawLevels(chart: uPlot, { levels = [] }: ChartProps, colourOf: ColourOf): void {
  const { ctx, bbox } = chart
  ctx.save()
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio])
  for (const { at, colour } of levels) {
    const y = chart.valToPos(at, 'y', true)
    ctx.strokeStyle = colourOf(colourName(colour))
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
  }
  ctx.restore()
}

/** Triangles at the foot: a change may be of more than the lines show. */
function drawMarks(chart: uPlot, { marks = [] }: ChartProps, colourOf: ColourOf): void {
  const { ctx, bbox } = chart
  const size = MARK_PX * devicePixelRatio
  const foot = bbox.top + bbox.height
  ctx.save()
  for (const { atMs, colour } of marks) {
    const x = chart.valToPos(atMs / 1000, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.fillStyle = colourOf(colour)
    ctx.beginPath()
    ctx.moveTo(x, foot - size * 1.6)
    ctx.lineTo(x + size, foot)
    ctx.lineTo(x - size, foot)
    ctx.fill()
  }
  ctx.restore()
}

const LABEL_PX = 7
/** `08:07:30` and the gap to the next. */
const TIME_LABEL_PX = 80
const MARK_PX = 5
const MANY_POINTS = 300

function barStyle(fill: string): Pick<uPlot.Series, 'fill' | 'paths' | 'points'> {
  const paths = uPlot.paths.bars?.({ size: [0.7, 48] })
  return { fill, points: { show: false }, ...(paths ? { paths } : {}) }
}

/** Labels of the time axis by step in seconds; the second line has what differs in the day. */
const TIME_LABELS: uPlot.Axis.DynamicValues = (_, all, _axis, _space, step) => {
  let day = ''
  return all.map(s => {
    const at = new Date(s * 1000)
    const date = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
    if (step >= 86_400) return date
    const time = at.toLocaleTimeString('en-GB', step < 60 ? {} : { hour: '2-digit', minute: '2-digit' })
    const isSame = date === day
    day = date
    return isSame ? time : `${time}\n${date}`
  })
}

/** Steps of an axis that counts. */
const INTEGER_STEPS = [1, 2, 5]
  .flatMap(one => [1, 10, 100, 1e3, 1e4, 1e5, 1e6].map(ten => one * ten))
  .toSorted((a, b) => a - b)

function rangeOf(kind: ChartProps['kind'], low: number, high: number): [number, number] {
  if (kind === 'bars') return [0, high * 1.1 || 1]
  const room = (high - low || high || 1) * 0.15
  // What holds until the next value is a price: its moves are the message, not its distance from 0.
  if (kind === 'steps') return [Math.max(0, low - room), high + room]
  // The axis starts at 0 if that costs no more than half of the height.
  return [low < high / 2 ? 0 : low - room, high + room]
}

/** Chooses as many labels as fit. */
function splitsFor(labels: readonly string[], width: number): number[] {
  const count = labels.length
  const longest = Math.max(...labels.map(label => label.length))
  const every = Math.max(1, Math.ceil(count / (width / Math.max(56, longest * LABEL_PX + 20))))
  return Array.from({ length: Math.ceil(count / every) }, (_, place) => place * every)
}
