// Starts the servers of the benchmarks as processes, sends them requests, and reads their CPU time.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { resolve } from 'node:path'

export interface BenchServer {
  readonly child: ChildProcess
  readonly pid: number
  readonly port: number
  readonly path: string
  readonly key: string
  readonly etag: string
  readonly bytes: number
  readonly headers?: string[]
  /** Paths of a cached product in both shapes. */
  readonly product?: { readonly native: string; readonly general: string }
}

interface Target extends Pick<BenchServer, 'port' | 'path'> {
  readonly headers: Record<string, string>
}

const CONNECTIONS = 16

/** `like`: a server whose answer this one imitates. */
export async function startServer(folder: string, file: string, like?: BenchServer): Promise<BenchServer> {
  const child = fork(
    resolve(folder, file),
    like ? [String(like.bytes), JSON.stringify(like.headers), like.key] : [],
    { execArgv: [] },
  )
  const [info] = (await once(child, 'message')) as [Omit<BenchServer, 'child' | 'pid'>]
  return { ...info, child, pid: child.pid ?? 0 }
}

/** CPU seconds of all threads of a process, from the scheduler's nanosecond counters. */
export function cpuOf(pid: number): number {
  const ns = readdirSync(`/proc/${pid}/task`).map(thread =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return ns.reduce((sum, one) => sum + one, 0) / 1e9
}

export function sendRequests({ port, path, headers }: Target, requests: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    let left = requests
    let running = 0
    const next = () => {
      if (left === 0) {
        if (running === 0) {
          agent.destroy()
          resolve()
        }
        return
      }
      left--
      running++
      get({ host: '127.0.0.1', port, path, headers, agent }, response => {
        if (response.statusCode !== 200 && response.statusCode !== 304)
          reject(new Error(`status ${response.statusCode}`))
        response.resume()
        response.on('end', () => {
          running--
          next()
        })
      }).on('error', reject)
    }
    for (let place = 0; place < CONNECTIONS; place++) next()
  })
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
