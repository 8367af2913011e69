// The progress line of a command's long work: a bar on a terminal, a plain line now and then in a log.
import { createTally, showProgress } from '../bulk/tally.ts'

/** `work` tells how much of the whole is done; without a total there is a count in place of the bar. */
export async function withProgress<T>(
  total: number | undefined,
  work: (reached: (done: number) => void) => Promise<T>,
): Promise<T> {
  const tally = createTally(0)
  const progress = showProgress(tally, total)
  try {
    return await work(done => {
      while (tally.done() < done) tally.count('ok')
    })
  } finally {
    progress.end()
  }
}
