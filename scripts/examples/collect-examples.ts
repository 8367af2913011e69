// Runs every operation's example against the sandbox. The answers are the same on every machine and day.
import { sites } from '../../adapters/sites/index.ts'
import { createRegistry, type RegisteredOperation } from '../../src/answer/request/registry.ts'
import { withExampleServer } from './example-server.ts'
import { shortenAnswer } from './shorten-answer.ts'

interface Example {
  /** As in the published document, with example hosts in its URLs. */
  readonly entry: RegisteredOperation
  readonly answer: unknown
}

export function collectExamples(): Promise<Example[]> {
  return withExampleServer(async ({ address, key, registry, sandboxPort }) => {
    const examples: Example[] = []
    for (const entry of createRegistry(sites).entries) {
      const { id, result } = entry.operation
      const params = registry.byId.get(id)?.example ?? {}
      const text = await ask(exampleUrl(address, entry.path, params), key)
      const answer = JSON.parse(neutralText(text, sandboxPort)) as unknown
      examples.push({ entry, answer: shortenAnswer(answer, result) })
    }
    return examples
  })
}

function exampleUrl(address: string, path: string, params: Readonly<Record<string, unknown>>): URL {
  const url = new URL(path, address)
  for (const [name, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one))
  }
  return url
}

async function ask(url: URL, key: string): Promise<string> {
  const response = await fetch(url, { headers: { 'x-api-key': key, accept: 'application/json' } })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url.pathname} answers ${response.status}: ${text}`)
  return text
}

/** The creation time of the shops in a sandbox with a frozen clock. */
const READ_AT = '2026-01-15T08:00:00.000Z'

/** The sandbox's URL differs on each run; in the documents a shop has the host `<site>.example`. */
function neutralText(text: string, sandboxPort: number): string {
  return text
    .replaceAll(new RegExp(`http://127\\.0\\.0\\.1:${sandboxPort}/([a-z0-9-]+)`, 'g'), 'https://$1.example')
    .replaceAll(new RegExp(`127\\.0\\.0\\.1:${sandboxPort}/([a-z0-9-]+)`, 'g'), '$1.example')
    .replaceAll(/"fetched_at":"[^"]*"/g, `"fetched_at":"${READ_AT}"`)
}
