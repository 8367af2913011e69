// A raw TCP connection for tests, which records what the server sends and when it closes.
import { connect, type Socket } from 'node:net'

export interface RawConnection {
  readonly socket: Socket
  text(): string
  readonly closed: Promise<void>
  /** Waits until the received text matches. */
  until(pattern: RegExp, withinMs?: number): Promise<string>
}

export function openRaw(address: string, bytes = ''): RawConnection {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', chunk => (text += chunk.toString('latin1')))
  socket.on('error', () => {})
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  if (bytes) socket.write(bytes)
  return {
    socket,
    text: () => text,
    closed,
    until: (pattern, withinMs = 10_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no ${pattern}; so far: ${text}`)), withinMs)
        const look = () => {
          if (!pattern.test(text)) return
          clearTimeout(timer)
          socket.off('data', look)
          resolve(text)
        }
        socket.on('data', look)
        look()
      }),
  }
}
