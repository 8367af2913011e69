import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { startJobTimer } from './job-timer.ts'

/** How a thread with this code is ended, after a limit of 200 ms of processor time and this much real time. */
async function endOf(code: string, withinMs: number): Promise<string> {
  const worker = new Worker(`require('worker_threads').parentPort.postMessage('ready'); ${code}`, {
    eval: true,
  })
  await new Promise(resolve => worker.once('message', resolve))
  const ended = Promise.withResolvers<string>()
  const times = { limitMs: 200, deadlineMs: performance.now() + withinMs }
  const stop = startJobTimer(worker, times, ended.resolve)
  const kind = await ended.promise
  stop()
  await worker.terminate()
  return kind
}

const WAIT = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'

it('a thread that computes is ended at its limit', async () => {
  expect(await endOf('for (;;);', 50_000)).toBe('over limit')
})

it('a thread that waits is ended at its deadline', async () => {
  expect(await endOf(WAIT, 1_000)).toBe('over deadline')
})

it('the deadline counts where it comes first', async () => {
  expect(await endOf('for (;;);', 100)).toBe('over deadline')
})

it('nothing is ended once the timer is stopped', async () => {
  const worker = new Worker('setInterval(() => {}, 1000)', { eval: true })
  const kinds: string[] = []
  startJobTimer(worker, { limitMs: 20, deadlineMs: performance.now() + 40 }, kind => kinds.push(kind))()
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(kinds).toEqual([])
  await worker.terminate()
})
