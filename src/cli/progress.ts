// The progress line of a long-running command: a bar on a terminal, a plain line now and then in a log.
import { createProgressCounter, showProgress } from '../bulk/progress-counter.ts'

/** `work` reports how much of the whole is done; without a total there is a count in place of the bar. */
export async function withProgress<T>(
  total: number | undefined,
  work: (reached: (done: number) => void) => Promise<T>,
): Promise<T> {
  const counter = createProgressCounter()
  const progress = showProgress(counter, total)
  try {
    return await work(done => {
      while (counter.done() < done) counter.count('ok')
    })
  } finally {
    progress.end()
  }
}
