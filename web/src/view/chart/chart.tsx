// A chart by uPlot, which is fetched when the first chart is drawn; colours follow the page's, in light and in dark.
// Its values are read with the pointer, or with the arrow keys.
import { useEffect, useRef, useState } from 'preact/hooks'
import { onColoursChange } from '../../model/theme.ts'
import { type ChartProps, colourName } from './chart-props.ts'
import type { DrawnChart } from './draw-chart.ts'

const HEIGHT = 240
const COMPACT_HEIGHT = 56
const FAR = 10

export function Chart(props: ChartProps) {
  const last = Math.max(0, props.labels.length - 1)
  const [chosen, setChosen] = useState<number>()
  const place = Math.min(chosen ?? last, last)
  const { box, drawn } = useDrawnChart(props, setChosen)
  const move = (event: KeyboardEvent) => {
    const to = placeAfterKey(event.key, place, last)
    if (to === undefined) return
    event.preventDefault()
    setChosen(to)
    drawn.current?.pointAt(to)
  }
  const reading = readingAt(props, place)
  // Before a point is chosen, a large chart says how; a small one, which has no axes, what it shows.
  const before = props.compact?.caption ?? howToRead()
  const shown = chosen === undefined ? before : reading
  return (
    <figure class={props.compact ? 'chart compact' : 'chart'}>
      {!props.compact && <Legend series={props.series} levels={props.levels} />}
      <div
        ref={box}
        class="plot"
        role="slider"
        tabIndex={0}
        aria-label={props.description}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={place}
        aria-valuetext={reading}
        onKeyDown={move}
        onFocus={() => drawn.current?.pointAt(place)}
      />
      {props.compact && (
        <p class="scale" aria-hidden="true">
          <span>{props.compact.top}</span>
          <span>{props.compact.foot}</span>
        </p>
      )}
      <p class="reading hint">{shown}</p>
    </figure>
  )
}

/** A finger cannot point without touching. */
function howToRead(): string {
  return matchMedia('(hover: none)').matches
    ? 'Touch the chart for its values.'
    : 'Point at the chart for its values.'
}

/** Draws into `box`, and again when the data or the colour scheme changes. */
function useDrawnChart(props: ChartProps, onPlace: (place: number | undefined) => void) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnChart>(undefined)
  useEffect(() => {
    const host = box.current
    if (!host) return undefined
    let gone = false
    const draw = async () => {
      const { drawChart } = await import('./draw-chart.ts')
      if (gone) return
      drawn.current?.end()
      drawn.current = drawChart(host, props, props.compact ? COMPACT_HEIGHT : HEIGHT, onPlace)
    }
    const drawAgain = () => void draw()
    drawAgain()
    const end = onColoursChange(drawAgain)
    return () => {
      gone = true
      end()
      drawn.current?.end()
      drawn.current = undefined
    }
  }, [props.labels, props.series])
  return { box, drawn }
}

function Legend({ series, levels = [] }: Pick<ChartProps, 'series' | 'levels'>) {
  return (
    <figcaption class="spaced hint">
      {series.map((line, at) => (
        <span key={line.title}>
          <i
            class={line.isOld ? 'swatch dotted' : 'swatch'}
            style={{ background: `var(${colourName(line.colour ?? at)})` }}
          />
          {line.title}
        </span>
      ))}
      {levels.map(level => (
        <span key={level.title}>
          <i class="swatch line" style={{ background: `var(${colourName(level.colour)})` }} />
          {level.title}
        </span>
      ))}
    </figcaption>
  )
}

function placeAfterKey(key: string, place: number, last: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    PageDown: place - FAR,
    PageUp: place + FAR,
    Home: 0,
    End: last,
  }
  const to = steps[key]
  return to === undefined ? undefined : Math.min(last, Math.max(0, to))
}

function readingAt(props: ChartProps, place: number): string {
  const { labels, names = labels, series, write, notes, kind } = props
  const isPlain = kind === 'bars' && series.length === 1
  const values = series.flatMap(({ title, values: all }) => {
    const value = all[place]
    return value === null || value === undefined ? [] : [isPlain ? write(value) : `${title} ${write(value)}`]
  })
  const note = notes?.[place] ?? ''
  return `${names[place] ?? ''}: ${[...values, ...(note ? [note] : [])].join(', ') || 'nothing'}`
}
