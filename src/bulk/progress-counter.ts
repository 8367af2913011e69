// Counts the progress of a bulk run, and formats the line or bar that shows it.

/** Long enough to be steady, short enough to follow a site that slows down. */
const WINDOW_MS = 15_000

export type ProgressCounter = ReturnType<typeof createProgressCounter>

export function createProgressCounter(
  /** Results of earlier runs, by outcome. */
  before: ReadonlyMap<string, number> = new Map(),
  now: () => number = () => performance.now(),
) {
  const faults = new Map([...before].filter(([outcome]) => outcome !== 'ok'))
  let done = before.values().reduce((sum, count) => sum + count, 0)
  const moments: { atMs: number; done: number }[] = [{ atMs: now(), done }]
  return {
    /** Counts one result: `ok` or a fault's code. */
    count: (outcome: string): void => {
      done++
      if (outcome !== 'ok') faults.set(outcome, (faults.get(outcome) ?? 0) + 1)
    },
    /** Number of results, including those of earlier runs. */
    done: () => done,
    /** Faults among these results, by code. */
    faults: (): ReadonlyMap<string, number> => faults,
    /** Recent results per second; undefined before there are two samples. */
    rate(): number | undefined {
      const atMs = now()
      moments.push({ atMs, done })
      while (moments.length > 2 && atMs - (moments[1]?.atMs ?? atMs) > WINDOW_MS) moments.shift()
      const [first] = moments
      if (!first || atMs - first.atMs < 100) return undefined
      return ((done - first.done) * 1000) / (atMs - first.atMs)
    },
  }
}

export interface Progress {
  /** Stops; on a terminal, draws the final state. */
  end(): void
}

const BAR_CELLS = 24
const DEFAULT_COLUMNS = 80
const BAR_EVERY_MS = 200
const LINE_EVERY_MS = 5_000

/** Draws a bar on a terminal; elsewhere prints a plain line every few seconds, for logs. */
export function showProgress(
  counter: ProgressCounter,
  total: number | undefined,
  stream: NodeJS.WriteStream = process.stderr,
): Progress {
  const isBar = stream.isTTY
  const draw = (isLast: boolean): void => {
    const text = total === undefined ? describeRate(counter) : describeProgress(counter, total)
    if (!isBar) stream.write(`${text}\n`)
    else {
      const line = total === undefined ? text : `${formatBar(counter, total)} ${text}`
      // A terminal of unknown width reports 0.
      const fitting = line.slice(0, Math.max(20, (stream.columns || DEFAULT_COLUMNS) - 1))
      stream.write(`\r\u001B[2K${fitting}${isLast ? '\n' : ''}`)
    }
  }
  const timer = setInterval(() => draw(false), isBar ? BAR_EVERY_MS : LINE_EVERY_MS)
  timer.unref()
  return {
    end() {
      clearInterval(timer)
      if (isBar) draw(true)
    },
  }
}

/** `1,200/5,000  24%  310/s  ETA 0:12  not_found 3` */
export function describeProgress(counter: ProgressCounter, total: number): string {
  const done = counter.done()
  const rate = counter.rate()
  const percent = total === 0 ? 100 : Math.floor((done * 100) / total)
  return [
    `${done.toLocaleString('en')}/${total.toLocaleString('en')}`,
    `${percent}%`,
    ...formatRate(rate),
    ...(rate === undefined || rate === 0 || done >= total
      ? []
      : [`ETA ${formatDuration((total - done) / rate)}`]),
    ...formatFaults(counter),
  ].join('  ')
}

/** `1,200 done  310/s  not_found 3`, if the total is unknown. */
export function describeRate(counter: ProgressCounter): string {
  return [
    `${counter.done().toLocaleString('en')} done`,
    ...formatRate(counter.rate()),
    ...formatFaults(counter),
  ].join('  ')
}

function formatRate(rate: number | undefined): string[] {
  return rate === undefined ? [] : [`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`]
}

function formatFaults(counter: ProgressCounter): string[] {
  const faults = [...counter.faults()].toSorted(([, a], [, b]) => b - a)
  return faults.map(([code, count]) => `${code} ${count}`)
}

function formatBar(counter: ProgressCounter, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, counter.done() / total)
  const full = Math.floor(share * BAR_CELLS)
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_CELLS - full)}]`
}

function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds)
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map(part => String(part).padStart(2, '0'))
  const hours = Math.floor(whole / 3600)
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':').replace(/^0/, '')
}
