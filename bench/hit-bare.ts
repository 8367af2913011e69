// The baseline of bench/hit: node:http that sends the same headers and the same number of bytes, and does nothing
// else.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const body = Buffer.alloc(Number(process.argv[2]), 'x')
const headers = (JSON.parse(process.argv[3] ?? '[]') as string[]).concat(
  'content-length',
  String(body.length),
)
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(0, '127.0.0.1', () => {
  process.send?.({
    port: (server.address() as AddressInfo).port,
    path: '/',
    key: '',
    etag: '',
    bytes: body.length,
  })
})
process.on('disconnect', () => process.exit())
