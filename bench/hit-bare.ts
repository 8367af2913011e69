// The yardstick of bench/hit: node:http sending the same headers and as many bytes, with nothing behind it.
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
