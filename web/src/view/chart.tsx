// A chart by uPlot, which is fetched when the first chart is drawn; colours follow the page's, in light and in dark.
import { useEffect, useRef } from 'preact/hooks'

interface Series {
  readonly title: string
  readonly values: readonly (number | null)[]
  /** Its place among the colours; its place among the series when not said. */
  readonly colour?: number
}

interface Props {
  readonly kind: 'lines' | 'bars'
  readonly labels: readonly string[]
  readonly series: readonly Series[]
  readonly write: (value: number) => string
  /** What the picture says, for those who do not see it. */
  readonly description: string
}

const HEIGHT = 240
const COLOURS = ['--chart-1', '--chart-2', '--chart-3']

export function Chart(props: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const host = box.current
    if (!host) return undefined
    const dark = matchMedia('(prefers-color-scheme: dark)')
    let end = () => {}
    let gone = false
    const draw = async () => {
      const { drawChart } = await import('./draw-chart.ts')
      if (gone) return
      end()
      end = drawChart(host, props, HEIGHT)
    }
    const drawAgain = () => void draw()
    drawAgain()
    dark.addEventListener('change', drawAgain)
    return () => {
      gone = true
      dark.removeEventListener('change', drawAgain)
      end()
    }
  }, [props.labels, props.series])
  return (
    <figure class="chart">
      <figcaption>
        {props.series.map((one, place) => (
          <span key={one.title}>
            <i class={`swatch swatch-${(one.colour ?? place) + 1}`} />
            {one.title}
          </span>
        ))}
      </figcaption>
      <div ref={box} role="img" aria-label={props.description} class="plot" />
    </figure>
  )
}

export type { Props as ChartProps }
export { COLOURS }
