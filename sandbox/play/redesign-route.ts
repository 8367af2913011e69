// The sandbox's control route for redesigns, for commands on this machine only.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Redesigns } from './redesign.ts'

/** Not the path of any shop. */
export const REDESIGN_PATH = '/-/redesigns'
/** A web page cannot send this header without a CORS preflight, which is never answered. */
export const CONTROL_HEADER = 'x-wares-control'

const FIELD = /^[A-Za-z0-9_. -]{1,60}$/

/** Returns whether the request was for this route; if so, it has been answered. */
export function answerRedesign(
  request: IncomingMessage,
  response: ServerResponse,
  redesigns: Redesigns,
  sites: readonly string[],
): boolean {
  const url = URL.parse(request.url ?? '/', 'http://127.0.0.1')
  if (url?.pathname !== REDESIGN_PATH) return false
  const answer = (status: number, body: unknown): void => {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    response.end(JSON.stringify(body))
  }
  const site = url.searchParams.get('site') ?? ''
  const field = url.searchParams.get('field') ?? undefined
  if (!isLocal(request)) answer(403, { error: 'redesigns are for commands on this machine' })
  else if (request.method === 'GET') answer(200, redesigns.all())
  else if (!sites.includes(site)) answer(404, { error: `there is no shop "${site.slice(0, 60)}"` })
  else if (field !== undefined && !FIELD.test(field))
    answer(400, { error: 'that is not the name of a field' })
  else if (request.method === 'DELETE') answer(redesigns.undo(site, field) ? 200 : 404, redesigns.all())
  else if (request.method === 'PUT' && field !== undefined) {
    redesigns.set(site, field)
    answer(200, redesigns.all())
  } else answer(405, { error: 'PUT with site and field, DELETE, or GET' })
  return true
}

function isLocal({ headers, socket }: IncomingMessage): boolean {
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
  return isLoopback && (host === '127.0.0.1' || host === 'localhost') && headers[CONTROL_HEADER] === '1'
}
