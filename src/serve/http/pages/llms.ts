// /llms.txt tells a language model how to call this server, any shop first; /llms-full.txt has every operation, route and problem.
import type { RegisteredOperation, Registry } from '../../../answer/request/registry.ts'
import { type FaultCode, faultTable } from '#kit/fault'
import { allRoutes } from '../routes/all-routes.ts'
import { curlLine } from './curl-line.ts'
import { type Addresses, addressFor } from './finder-address.ts'

export function llmsText({ entries }: Registry, addresses: Addresses): string {
  const { main } = addresses
  const shops = [...bySite(entries.filter(entry => !isForAnyShop(entry)))].map(
    ([site, siteEntries]) =>
      `- ${site.name} (${site.about}): ${siteEntries.map(({ operation }) => operation.id).join(', ')}`,
  )
  return `${introduction(main)}
## Any shop

${operationList(entries.filter(isForAnyShop), addresses)}

- \`GET /api/v2/shops\`: the shops of this server. Another host is \`url_not_allowed\`; add it with \`POST /api/v2/shops\` \`{"url": "PRODUCT PAGE"}\` (scope \`shops\`).
- \`POST /api/v2/read\` \`{"url": "…", "html": "…"}\`: read a page that you have.
- \`POST /api/v2/watches\` \`{"url": "…", "every": "1h", "when": "price drops 5%"}\`: check a product on a schedule. \`GET /api/v2/changes?after=0\`: what changed (scope \`watches\`).

## Tools

The same as tools at ${main}/mcp (Model Context Protocol, streamable HTTP, header \`x-api-key\`), or on stdio with \`npx wares mcp\`:
\`product\`, \`search\`, \`offers\`, \`catalog\`, \`shops\`, \`call\` (any operation by its id), \`watches\` (read), \`watch\` (change), \`add_shop\`.
${shops.length === 0 ? '' : `\n## Built-in shops\n\nEach has operations of its own, in its own shape; [the full version](${main}/llms-full.txt) has their parameters.\n\n${shops.join('\n')}\n`}`
}

export function llmsFullText({ entries }: Registry, addresses: Addresses): string {
  const sections = [...bySite(entries.toSorted((a, b) => Number(isForAnyShop(b)) - Number(isForAnyShop(a))))]
  const routes = allRoutes.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}.`)
  return `${introduction(addresses.main)}
## Operations
${sections.map(([site, siteEntries]) => `\n### ${site.name}: ${site.about}\n\n${operationList(siteEntries, addresses)}`).join('\n')}

## Other routes

${routes.join('\n')}

## Problems

${(Object.keys(faultTable) as FaultCode[]).map(problemLine).join('\n')}
`
}

function introduction(address: string): string {
  return `# Wares

> An HTTP API that turns shop pages into typed JSON: products, search, offers and catalogs of any shop in one shape, and watched prices.

- Base URL: ${address}
- Key: header \`x-api-key\` (operations marked "no key" need none).
- Parameters: query string, or a JSON body with GET or QUERY. Unknown names are rejected with a hint.
- Answers: 200 with the bare data. Under /api/v2 a value that the shop does not state is null. In a built-in shop's own shape it is neutral ("", 0, [], false), and the header \`Wares-Absent\` names it.
- Freshness: \`Cache-Control: no-cache\`, \`max-age=N\` or \`only-if-cached\` on the request; \`Age\` and \`Cache-Status\` on the answer.
- Errors: \`application/problem+json\` with \`code\`, \`detail\`, \`retryable\`; wait for \`Retry-After\` if it is set. [All problems](${address}/problems)
- [OpenAPI 3.1](${address}/openapi.json), [everything as text](${address}/llms-full.txt), [reference and guides](${address}/docs), [status of the shops](${address}/status.json)
`
}

const isForAnyShop = ({ site }: RegisteredOperation): boolean => site.name === 'general'

function bySite(
  entries: readonly RegisteredOperation[],
): Map<RegisteredOperation['site'], RegisteredOperation[]> {
  return Map.groupBy(entries, ({ site }) => site)
}

function operationList(entries: readonly RegisteredOperation[], addresses: Addresses): string {
  return entries.map(entry => operationLines(entry, addressFor(entry, addresses))).join('\n')
}

function operationLines(entry: RegisteredOperation, address: string): string {
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
