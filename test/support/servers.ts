// Servers for tests: a shop, a receiver of webhooks, or anything else that listens. They end after the last test of the file.
import { createServer, type RequestListener, type ServerOptions } from 'node:http'
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net'
import { releaseLater } from './release.ts'

export interface TestServer {
  readonly origin: string
  readonly port: number
  /** Open ones. */
  readonly connections: () => number
  /** Ends every connection too. Needed only where a test goes on without the server. */
  readonly close: () => Promise<void>
}

interface ListenOptions {
  readonly host?: string
  readonly scheme?: 'http' | 'https'
}

export async function startHttpServer(
  listener: RequestListener,
  { host, ...options }: ListenOptions & ServerOptions = {},
): Promise<TestServer> {
  return listen(createServer(options, listener), host === undefined ? {} : { host })
}

/** For what is not HTTP, or not correct HTTP. */
export async function startTcpServer(
  onSocket: (socket: Socket) => void,
  scheme: 'http' | 'https' = 'http',
): Promise<TestServer> {
  return listen(createNetServer(onSocket), { scheme })
}

/** Starts any server on a free port of this machine. */
export async function listen(
  server: Server,
  { host = '127.0.0.1', scheme = 'http' }: ListenOptions = {},
): Promise<TestServer> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, host)
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject))
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise(resolve => server.close(resolve))
  }
  releaseLater(close)
  const { port } = server.address() as AddressInfo
  return { origin: `${scheme}://127.0.0.1:${port}`, port, connections: () => sockets.size, close }
}

/** One that nobody listens on, at least now. */
export async function freePort(): Promise<number> {
  const { port, close } = await startTcpServer(() => {})
  await close()
  return port
}
