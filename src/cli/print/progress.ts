// Shows the progress of a long-running command: a bar on a terminal, an occasional plain line in a log.
import { createProgressCounter, showProgress } from '../../bulk/progress-counter.ts'

/** `work` reports how much is done; without a total, a count is shown instead of a bar. */
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
