// /llms.txt: describes this API and how to call it for language models; generated from the definitions.
import type { RegistryEntry, Registry } from '../../../answer/request/registry.ts'
import { type FaultCode, faultTable } from '#kit/fault'
import { curlLine } from './curl-line.ts'
import { type Addresses, addressFor } from './finder-address.ts'

export function llmsText(registry: Registry, addresses: Addresses): string {
  const address = addresses.main
  const bySite = Map.groupBy(registry.entries, entry => entry.site)
  return `# Wares

> A read-only HTTP API that turns the pages of ${registry.sites.length} shops into typed JSON: ${registry.entries.length} operations, each a GET.

- Base URL: ${address}
- Key: header \`x-api-key\` (operations marked "no key" need none).
- Parameters: query string. Also a JSON body on GET, or on the method QUERY. Unknown names are rejected with a hint.
- Answers: 200 with the bare data. A field that the shop did not give has a neutral value ("", 0, [], false) and is named in the header \`Wares-Absent\`; under /api/v2 it is null instead.
- Freshness: \`Cache-Control: no-cache\`, \`max-age=N\` or \`only-if-cached\` on the request; \`Age\` and \`Cache-Status\` on the answer.
- Errors: \`application/problem+json\` with \`code\`, \`detail\`, \`retryable\`; wait for \`Retry-After\` if it is set.
- Agents: tools at ${address}/mcp (Model Context Protocol, streamable HTTP, header \`x-api-key\`), or on stdio with \`npx wares mcp\`: product, search, offers, call, shops and watch; \`/mcp?tools=all\` has one for each operation.

## Reference

- [OpenAPI 3.1](${address}/openapi.json): every parameter and field
- [Human-readable reference](${address}/docs)
- [All problems](${address}/problems)
- [Status of the sites](${address}/status.json)

## Operations
${[...bySite].map(([site, entries]) => `\n### ${site.name}: ${site.about}\n\n${entries.map(entry => operationLines(entry, addressFor(entry, addresses))).join('\n')}`).join('\n')}

## Problems

${(Object.keys(faultTable) as FaultCode[]).map(problemLine).join('\n')}
`
}

function operationLines(entry: RegistryEntry, address: string): string {
  const { operation, path } = entry
  const lookup =
    operation.lookup && operation.lookup.length > 1 ? ` Exactly one of ${operation.lookup.join(', ')}.` : ''
  const params = Object.entries(operation.params)
    .map(([name, param]) => (param.required ? `${name} (required)` : name))
    .join(', ')
  return `- \`GET ${path}\`${operation.open ? ' (no key)' : ''}: ${operation.summary}. Parameters: ${params}.${lookup}\n  \`${curlLine(entry, address)}\``
}

function problemLine(code: FaultCode): string {
  const { status, when, next } = faultTable[code]
  return `- \`${code}\` (${status}): ${when} ${next}`
}
