// A worker thread that reads pages: one job at a time, from fetched pages to a finished result.
import { enableCompileCache } from 'node:module'
// Loaded before the thread is ready, because loading would count towards the job's time limit.
import 'typebox/schema'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Fault } from '#kit/fault'
import { makePage, type PageSource } from '#kit/page/page'
import type { SiteAdapter } from '#kit/define/define'
import { createTreeMemory } from '#reader/html/tree-memory'
import { fromPortable, type PortableError, toPortable } from './portable-error.ts'
import { siteOperations } from '../site-operation.ts'
import {
  fromPortableBody,
  type PortablePage,
  type TaskMessage,
  type TaskReply,
  type WorkerSettings,
} from './task-message.ts'
import { type StepTools, takeStep } from './task-step.ts'
import type { FetchedDocuments, TaskCall } from '../task.ts'

const { sitesModule, compileCacheDir } = workerData as WorkerSettings
if (compileCacheDir !== undefined) enableCompileCache(compileCacheDir)
const { sites } = (await import(sitesModule)) as { sites: readonly SiteAdapter[] }
const operations = siteOperations(sites)
const port = mainThread()
/** One job runs at a time, and its pages end with it. */
const memory = createTreeMemory()

const tools: StepTools = {
  entryOf(operation) {
    const entry = operations.get(operation)
    if (!entry) throw new Error(`unknown ${operation}`)
    return entry
  },
  pageOf: (source, selectors) => makePage(source, selectors, memory),
}

port.on('message', (message: TaskMessage) => void answer(message))
port.postMessage('ready')

async function answer({ call, fetched }: TaskMessage): Promise<void> {
  const bodies = fetched.map(([, one]) => ('body' in one ? one.body : undefined))
  const buffers = bodies.filter(body => body !== undefined).map(body => body.buffer)
  const started = performance.now()
  const outcome = await step(call, new Map(fetched.map(([key, one]) => [key, toSource(one)])))
  const readMs = performance.now() - started
  memory.reuse()
  if (outcome.kind === 'needs') {
    return port.postMessage({ ...outcome, bodies, readMs } satisfies TaskReply, buffers)
  }
  // Frees the bodies now: collecting pages of half a megabyte costs more than reading them.
  for (const buffer of buffers) buffer.transfer(0)
  const results = outcome.kind === 'done' ? [outcome.result, outcome.general] : []
  port.postMessage(
    { ...outcome, readMs } satisfies TaskReply,
    results.flatMap(result => result?.body.buffer ?? []),
  )
}

async function step(call: TaskCall, sources: FetchedDocuments) {
  try {
    return await takeStep(call, sources, tools)
  } catch (error) {
    const passed = sources.entries().find(([, source]) => source === error)
    if (passed) return { kind: 'passed', key: passed[0] } as const
    return { kind: 'failed', error: toPortable(error) } as const
  }
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
