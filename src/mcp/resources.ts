// The MCP resources: guides, problems and, for a caller with watches, the changes and each watch.
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
} from '@modelcontextprotocol/server'
import { Fault, type FaultCode, faultTable } from '../kit/fault.ts'
import { changeView, watchView } from '../watch/view.ts'
import { CHANGES_URI, WATCH_URI } from './change-notifications.ts'
import { guides } from './guides.ts'
import type { WatchTools } from './watch-tool.ts'

const GUIDE_URI = 'wares://guides/'
const PROBLEM_URI = 'wares://problems/'
const CHANGES_SHOWN = 20

export function listResources(watch: WatchTools | undefined): Resource[] {
  const changes: Resource = {
    uri: CHANGES_URI,
    name: 'changes',
    title: 'Latest changes of the watches',
    mimeType: 'application/json',
  }
  return [
    ...guides.map(({ name, title }) => ({
      uri: `${GUIDE_URI}${name}`,
      name,
      title,
      mimeType: 'text/markdown',
    })),
    ...codes().map(code => ({
      uri: `${PROBLEM_URI}${code}`,
      name: code,
      title: faultTable[code].title,
      mimeType: 'text/markdown',
    })),
    ...(watch ? [changes] : []),
  ]
}

export const watchTemplate = {
  uriTemplate: `${WATCH_URI}{id}`,
  name: 'watch',
  title: 'One watch with what it saw last',
  mimeType: 'application/json',
}

export async function readResource(uri: string, watch: WatchTools | undefined): Promise<ReadResourceResult> {
  const guide = guides.find(({ name }) => uri === `${GUIDE_URI}${name}`)
  if (guide) return textOf(uri, 'text/markdown', guide.text)
  const code = codes().find(one => uri === `${PROBLEM_URI}${one}`)
  if (code) return textOf(uri, 'text/markdown', problemText(code))
  if (watch && uri === CHANGES_URI) return jsonOf(uri, await readChanges(watch))
  if (watch && uri.startsWith(WATCH_URI)) return jsonOf(uri, await readWatch(uri, watch))
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no resource ${uri.slice(0, 100)}`)
}

async function readChanges({ watches, access }: WatchTools): Promise<unknown> {
  const { history } = await watches()
  const changes = await history.changes({ limit: CHANGES_SHOWN, order: 'newest', owners: access.owners })
  return { changes: changes.map(changeView) }
}

async function readWatch(uri: string, { watches, access }: WatchTools): Promise<unknown> {
  const { actions } = await watches()
  try {
    return watchView(await actions.find(uri.slice(WATCH_URI.length), access))
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
  }
}

function codes(): FaultCode[] {
  return Object.keys(faultTable) as FaultCode[]
}

function problemText(code: FaultCode): string {
  const { title, status, when, next, whose, retryable } = faultTable[code]
  return `# ${title} (\`${code}\`, ${status})\n\n${when}\n\nWhat to do: ${next}\n\nCause: ${whose}. ${retryable ? 'A later call may succeed.' : 'The same call will fail again.'}\n`
}

function textOf(uri: string, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text }] }
}

function jsonOf(uri: string, value: unknown): ReadResourceResult {
  return textOf(uri, 'application/json', JSON.stringify(value))
}
