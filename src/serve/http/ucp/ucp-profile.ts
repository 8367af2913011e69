// The UCP profile of this server: as a shop of shops, and as the program that asks shops.
import { UCP_VERSION } from './ucp-schemas.ts'

export const CAPABILITIES = {
  search: 'dev.ucp.shopping.catalog.search',
  lookup: 'dev.ucp.shopping.catalog.lookup',
} as const

const SPEC = `https://ucp.dev/${UCP_VERSION}`

/** `address`: the public URL of this server, without a trailing slash. */
export function ucpProfile(address: string) {
  const service = (transport: 'rest' | 'mcp', file: string, path: string) => ({
    version: UCP_VERSION,
    spec: `${SPEC}/specification/overview`,
    transport,
    schema: `${SPEC}/services/shopping/${file}`,
    endpoint: address + path,
  })
  const capability = (name: 'search' | 'lookup') => [
    {
      version: UCP_VERSION,
      spec: `${SPEC}/specification/shopping/catalog/${name}`,
      schema: `${SPEC}/schemas/shopping/catalog_${name}.json`,
    },
  ]
  return {
    ucp: {
      version: UCP_VERSION,
      services: {
        'dev.ucp.shopping': [
          service('rest', 'rest.openapi.json', '/ucp'),
          service('mcp', 'mcp.openrpc.json', '/ucp/mcp'),
        ],
      },
      capabilities: {
        [CAPABILITIES.search]: capability('search'),
        [CAPABILITIES.lookup]: capability('lookup'),
      },
      payment_handlers: {},
    },
  }
}

export function envelope(part: keyof typeof CAPABILITIES) {
  return { version: UCP_VERSION, capabilities: { [CAPABILITIES[part]]: [{ version: UCP_VERSION }] } } as const
}
