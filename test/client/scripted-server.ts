// A fake Wares that gives scripted answers in order, for behaviour that a healthy server does not show.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { startHttpServer } from '../support/servers.ts'

export type Respond = (request: IncomingMessage, response: ServerResponse) => void

export interface ScriptedServer {
  readonly url: string
  readonly requests: { readonly method: string; readonly url: string; readonly atMs: number }[]
  stop(): Promise<void>
}

/** The last answer is repeated for all further requests. */
export async function startScriptedServer(...script: readonly Respond[]): Promise<ScriptedServer> {
  const seen: { method: string; url: string; atMs: number }[] = []
  const { origin, close } = await startHttpServer((request, response) => {
    const respond = script[Math.min(seen.length, script.length - 1)]
    seen.push({ method: request.method ?? '', url: request.url ?? '', atMs: performance.now() })
    respond?.(request, response)
  })
  return { url: origin, requests: seen, stop: close }
}

export function respondWithData(value: unknown): Respond {
  return (_, response) => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'server-timing': 'total;dur=1',
    })
    response.end(JSON.stringify(value))
  }
}

export function respondWithProblem(
  status: number,
  code: string,
  retryable: boolean,
  retryAfterS?: number,
): Respond {
  return (_, response) => {
    response.writeHead(status, {
      'content-type': 'application/problem+json',
      ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
    })
    response.end(JSON.stringify({ code, detail: `it is ${code}`, status, retryable, request_id: 'r-1' }))
  }
}

export const dropConnection: Respond = request => request.socket.destroy()
export const neverRespond: Respond = () => {}
