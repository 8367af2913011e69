// Runs Prism as a proxy to the sandbox: it reports requests and responses that do not match the document.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { exampleUrl } from '../examples/collect-examples.ts'
import { type ExampleServer, freePort } from '../examples/example-server.ts'

const prism = join(import.meta.dirname, 'node_modules/.bin/prism')
type Document = Readonly<Record<string, unknown>>

export function checkProxy(documentFile: string, server: ExampleServer): Promise<string> {
  return withPrism(['proxy', documentFile, server.address, '--errors'], async address => {
    for (const { path, example } of server.registry.entries) {
      await mustAccept(exampleUrl(address, path, example), server.key)
    }
    const refused = await fetch(exampleUrl(address, '/api/v1/scraper/sneakerhub/search', { page: 'x' }), {
      headers: { 'x-api-key': server.key },
    })
    if (refused.status !== 422) throw new Error(`a bad request passes: ${refused.status}`)
    return `${server.registry.entries.length} examples`
  })
}

/** The mock server answers with the document's examples. */
export function checkMock(documentFile: string, document: Document, server: ExampleServer): Promise<string> {
  return withPrism(['mock', documentFile, '--errors'], async address => {
    const paths = document.paths as Record<string, { get: { responses: Record<string, unknown> } }>
    for (const { path, example } of server.registry.entries) {
      const answer = await mustAccept(exampleUrl(address, path, example), server.key)
      const published = JSON.stringify(paths[path]?.get.responses[200])
      if (!published.includes(JSON.stringify(JSON.parse(answer)))) throw new Error(`another example: ${path}`)
    }
    return `${server.registry.entries.length} examples`
  })
}

async function mustAccept(url: URL, key: string): Promise<string> {
  const response = await fetch(url, { headers: { 'x-api-key': key, accept: 'application/json' } })
  const text = await response.text()
  const violations = response.headers.get('sl-violations')
  if (response.status === 200 && !violations) return text
  throw new Error(`${url.pathname} ${response.status}: ${violations ?? text.slice(0, 1_000)}`)
}

async function withPrism<T>(words: readonly string[], use: (address: string) => Promise<T>): Promise<T> {
  const port = await freePort()
  const child = spawn(process.execPath, [prism, ...words, '--port', String(port)], { stdio: 'ignore' })
  try {
    await untilListening(port)
    return await use(`http://127.0.0.1:${port}`)
  } finally {
    const gone = once(child, 'exit')
    child.kill()
    await gone
  }
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    try {
      await fetch(`http://127.0.0.1:${port}/`)
      return
    } catch {
      await wait(500)
    }
  }
  throw new Error('Prism does not answer')
}
