// The made-up shops that play all sites and platforms. What comes in are the requests of a server under test; what goes
// out are pages in the shape of real ones, with the faults that a magic word asks for. It is a process of its own: node
// sandbox/main.ts --port 8081 --seed 1
import { parseArgs } from 'node:util'
import { shops } from './shops.ts'
import { createSandboxServer } from './sandbox-server.ts'
import type { SandboxMessage } from '../src/runtime/sandbox-protocol.ts'

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8081' },
    seed: { type: 'string', default: '1' },
    speed: { type: 'string', default: '0' },
  },
})
const port = Number(values.port)
const server = createSandboxServer({
  seed: Number(values.seed),
  speed: Number(values.speed),
  shops,
})

const report = (message: SandboxMessage, sentence: string): void => {
  if (process.send) process.send(message)
  else console.log(sentence)
}

const stop = (): void => {
  server.close(() => process.exit(0))
  server.closeAllConnections()
}

server.on('error', (error: NodeJS.ErrnoException) => {
  const failed =
    error.code === 'EADDRINUSE'
      ? `Port ${port} of the sandbox is already in use; set WARES_SANDBOX_PORT to a free one.`
      : `The sandbox cannot listen on port ${port}: ${error.message}.`
  process.exitCode = 1
  report({ failed }, failed)
  process.disconnect?.()
})

server.listen(port, values.host, () => {
  const address = server.address()
  const ready = typeof address === 'object' && address ? address.port : port
  report({ ready }, `The sandbox is at http://127.0.0.1:${ready}/`)
})

process.once('SIGTERM', stop)
// Ctrl-C reaches parent and child. The parent may still need us for requests in flight, and stops us itself.
process.on('SIGINT', () => (process.send ? undefined : stop()))
// The parent has exited.
process.once('disconnect', stop)
