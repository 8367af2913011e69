// The upstream of the cold benchmarks, in a separate process: listing pages of 600 KB, gzipped, each after 50 ms.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { makePages } from './cold-pages.ts'

const DELAY_MS = 50
const pages = makePages()

/** Closing tags without an open element: slow for a parser that searches the whole tree for each of them. */
const hostile = gzipSync(`<!doctype html><h1>Diver</h1>${'<b></i><div '.repeat(50_000)}`)

const server = createServer((request, response) => {
  if (request.url === '/robots.txt') {
    response.writeHead(404).end()
    return
  }
  const id = Number(/--id(\d+)/.exec(request.url ?? '')?.[1])
  const page = request.url?.includes('/hostile') ? hostile : pages[id % pages.length]
  setTimeout(() => {
    if (!page) response.writeHead(404).end()
    else {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'gzip',
        'content-length': page.length,
      })
      response.end(page)
    }
  }, DELAY_MS)
})
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('disconnect', () => process.exit())
