// A worker thread that reads pages: one job at a time, from fetched pages to a finished result.
import { enableCompileCache } from 'node:module'
// Loaded before the thread is ready, because loading would count towards the job's time limit.
import 'typebox/schema'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { Fault } from '../kit/fault.ts'
import { makePage, type Page, type PageSource } from '../kit/page.ts'
import type { Site } from '../kit/define.ts'
import { createTreeMemory } from '../kit/read/tree-memory.ts'
import { readHostTask } from './host-task.ts'
import { fromPortable, type PortableError, toPortable } from './portable-error.ts'
import {
  fromPortableBody,
  type HostMessage,
  type PortablePage,
  type ReadMessage,
  type ReadReply,
  type WorkerSettings,
} from './read-message.ts'
import { readOperation } from './read-operation.ts'
import { createRegistry, type SiteEntry } from './registry.ts'

const { sitesModule, compileCacheDir } = workerData as WorkerSettings
if (compileCacheDir !== undefined) enableCompileCache(compileCacheDir)
const { sites } = (await import(sitesModule)) as { sites: readonly Site[] }
const { byId } = createRegistry(sites)
const port = mainThread()
/** One job runs at a time, and its pages end with it. */
const memory = createTreeMemory()

port.on('message', (message: ReadMessage | HostMessage) => void answer(message))
port.postMessage('ready')

async function answer(message: ReadMessage | HostMessage): Promise<void> {
  const bodies = message.fetched.map(([, one]) => ('body' in one ? one.body : undefined))
  const buffers = bodies.filter(body => body !== undefined).map(body => body.buffer)
  const started = performance.now()
  const outcome = await ('task' in message ? readHost(message) : read(message))
  const readMs = performance.now() - started
  memory.reuse()
  if (outcome.kind === 'needs') {
    return port.postMessage({ ...outcome, bodies, readMs } satisfies ReadReply, buffers)
  }
  // Frees the bodies now: collecting pages of half a megabyte costs more than reading them.
  for (const buffer of buffers) buffer.transfer(0)
  const results = outcome.kind === 'done' ? [outcome.result, outcome.general] : []
  port.postMessage(
    { ...outcome, readMs } satisfies ReadReply,
    results.flatMap(result => result?.body.buffer ?? []),
  )
}

async function readHost({ task, fetched }: HostMessage) {
  const sources = new Map(fetched.map(([key, one]) => [key, toSource(one)]))
  try {
    return await readHostTask(task, sources)
  } catch (error) {
    return { kind: 'failed', error: toPortable(error) } as const
  }
}

async function read({ operation, isOther, params, view, fetched, reading }: ReadMessage) {
  const entry = byId.get(operation) as SiteEntry | undefined
  if (!entry) return { kind: 'failed', error: toPortable(new Error(`unknown ${operation}`)) } as const
  const pages = new Map(fetched.map(([key, one]) => [key, toPage(one, entry)]))
  try {
    return await readOperation(entry, { isOther, params, site: view, fetched: pages, reading })
  } catch (error) {
    const passed = pages.entries().find(([, page]) => page === error)
    if (passed) return { kind: 'passed', key: passed[0] } as const
    return { kind: 'failed', error: toPortable(error) } as const
  }
}

function toPage(one: PortablePage | PortableError, { selectors }: SiteEntry): Page | Fault {
  const source = toSource(one)
  return source instanceof Fault ? source : makePage(source, selectors, memory)
}

function toSource(one: PortablePage | PortableError): PageSource | Fault {
  if (!('body' in one)) return fromPortable(one) as Fault
  const { url, status, headers, charset, body } = one
  return { url: new URL(url), status, headers, charset, body: fromPortableBody(body) }
}

function mainThread(): MessagePort {
  if (!parentPort) throw new Error('this module is the entry of a worker thread')
  return parentPort
}
