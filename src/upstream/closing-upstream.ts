// An upstream that closes after its last request: replacing or evicting it cancels no request of a caller.
import type { Send } from './layer.ts'

interface Closable {
  readonly send: Send
  close(): Promise<void>
}

type ClosingUpstream<U extends Closable> = U & {
  /** Closes when no request is in flight. */
  closeWhenIdle(): void
}

export function closingWhenIdle<U extends Closable>(upstream: U): ClosingUpstream<U> {
  let inFlight = 0
  let isClosing = false
  const closeIfIdle = (): void => {
    if (isClosing && inFlight === 0) void upstream.close()
  }
  return {
    ...upstream,
    async send(request) {
      inFlight++
      try {
        return await upstream.send(request)
      } finally {
        inFlight--
        closeIfIdle()
      }
    },
    closeWhenIdle() {
      isClosing = true
      closeIfIdle()
    },
  }
}
