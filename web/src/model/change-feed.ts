// The feed of changes as it happens: server-sent events over fetch, because an EventSource cannot carry the key.
import type { Change } from './watch-api.ts'

export type FeedState = 'opening' | 'live' | 'lost'

interface FeedListener {
  /** The stream is open for the first time: what comes now was not there before. */
  onBegin(): void
  onChange(change: Change): void
  onState(state: FeedState): void
}

const RETRY_MS = 2_000

/** Opens the stream, and again where it was left whenever it ends; ends with the signal, or when the server refuses. */
export async function followChanges(key: string, listener: FeedListener, signal: AbortSignal): Promise<void> {
  let last: string | undefined
  listener.onState('opening')
  while (!signal.aborted) {
    try {
      const response = await fetch('/api/v2/changes', {
        headers: {
          accept: 'text/event-stream',
          ...(key ? { 'x-api-key': key } : {}),
          ...(last === undefined ? {} : { 'last-event-id': last }),
        },
        signal,
      })
      if (response.status === 401 || response.status === 403) return listener.onState('lost')
      if (response.ok && response.body) {
        listener.onState('live')
        for await (const event of readEvents(response.body)) {
          if (last === undefined && event.id !== undefined && event.data === '') listener.onBegin()
          last = event.id ?? last
          if (event.data !== '') listener.onChange(JSON.parse(event.data) as Change)
        }
      }
    } catch {
      // The connection broke, or there is none; it is tried again below.
    }
    if (signal.aborted) return
    listener.onState('lost')
    await new Promise(resolve => setTimeout(resolve, RETRY_MS))
  }
}

interface ServerEvent {
  readonly id: string | undefined
  readonly data: string
}

/** The part of the event stream format that the feed uses: `id` and `data` lines, events end with an empty line. */
export async function* readEvents(body: ReadableStream<BufferSource>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = `${rest}${value}`.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield parseEvent(block)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function parseEvent(block: string): ServerEvent {
  const values = (name: string) =>
    block.split('\n').flatMap(line => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []))
  return { id: values('id').at(-1), data: values('data').join('\n') }
}
