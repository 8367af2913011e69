// What a chart is drawn from, and the colours of its series.

interface Series {
  readonly title: string
  readonly values: readonly (number | null)[]
  /** Its place among the colours; its place among the series when not said. */
  readonly colour?: number
  /** Known before, and not seen now. */
  readonly isOld?: boolean
  /** The upper end of each bar where it stands on another; its value when not said. */
  readonly tops?: readonly number[]
}

export interface ChartProps {
  /** Lines between points; bars; or values that hold until the next one. */
  readonly kind: 'lines' | 'bars' | 'steps'
  /** What stands at each point of the axis; with times, their names when a value is read. */
  readonly labels: readonly string[]
  /** What each point is called when its value is read; its label when not said. */
  readonly names?: readonly string[]
  /** Where each point is in time, for an axis of time. */
  readonly timesMs?: readonly number[]
  /** What the axis of time covers; from the first to the last point when not said. */
  readonly period?: { readonly fromMs: number; readonly toMs: number }
  readonly series: readonly Series[]
  readonly write: (value: number) => string
  /** Stands at the axis of the values: the currency. */
  readonly unit?: string
  /** What happened at each point. */
  readonly notes?: readonly string[]
  /** Times in which nothing was seen. */
  readonly shades?: readonly { readonly fromMs: number; readonly toMs: number }[]
  /** Levels across the chart at a value, such as the lowest; between the lowest two of them stands a band. */
  readonly levels?: readonly { readonly at: number; readonly colour: number; readonly title: string }[]
  /** Small, without axes and legend: what stands at its ends, and below it until a value is read. */
  readonly compact?: { readonly top: string; readonly foot: string; readonly caption: string }
  /** Events, drawn at the foot. */
  readonly marks?: readonly { readonly atMs: number; readonly colour: string }[]
  /** What the picture says, for those who do not see it. */
  readonly description: string
}

const COLOURS = 8

/** The variable of the style sheet that has the colour. */
export const colourName = (place: number): string => `--chart-${(place % COLOURS) + 1}`
