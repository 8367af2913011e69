// The job timer: CPU limit and deadline of a worker thread.
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { startJobTimer } from './job-timer.ts'

/** How the timer ends a thread that runs this code: the limit is 200 ms of CPU time, the deadline is in wall-clock time. */
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

it('a busy thread is terminated at its CPU limit', async () => {
  expect(await endOf('for (;;);', 50_000)).toBe('over limit')
})

it('a waiting thread is terminated at its deadline', async () => {
  expect(await endOf(WAIT, 1_000)).toBe('over deadline')
})

it('the deadline applies when it comes before the limit', async () => {
  expect(await endOf('for (;;);', 100)).toBe('over deadline')
})

it('a stopped timer terminates nothing', async () => {
  const worker = new Worker('setInterval(() => {}, 1000)', { eval: true })
  const kinds: string[] = []
  startJobTimer(worker, { limitMs: 20, deadlineMs: performance.now() + 40 }, kind => kinds.push(kind))()
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(kinds).toEqual([])
  await worker.terminate()
})

it.each([
  ['cannot measure', {}],
  ['has lost', { cpuUsage: () => Promise.reject(new Error('ended')) }],
])('a thread whose CPU time Node %s has its limit in wall-clock time', async (_, worker) => {
  const ended = Promise.withResolvers<string>()
  const times = { limitMs: 20, deadlineMs: performance.now() + 50_000 }
  const stop = startJobTimer(worker as Worker, times, ended.resolve)
  expect(await ended.promise).toBe('over limit')
  stop()
})
