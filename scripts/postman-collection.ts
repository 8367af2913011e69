// Generates the Postman collection (format 2.1, which Bruno and Insomnia import too): every operation with its
// example, ready for the sandbox.
type Json = Readonly<Record<string, unknown>>

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters: readonly {
    readonly name: string
    readonly description: string
    readonly required: boolean
  }[]
  readonly 'x-wares-number'?: number
  readonly 'x-wares-example'?: Readonly<Record<string, string | number | readonly string[]>>
}

interface Query {
  readonly key: string
  readonly value: string
  readonly description?: string
  readonly disabled?: boolean
}

/** Only the parts that the test reads which sends every request. */
export interface PostmanCollection {
  readonly variable: readonly { readonly key: string; readonly value: string }[]
  readonly item: readonly {
    readonly name: string
    readonly item: readonly {
      readonly name: string
      readonly request: {
        readonly url: { readonly path: readonly string[]; readonly query: readonly Query[] }
      }
    }[]
  }[]
}

export function postmanCollection(document: Json): PostmanCollection & Json {
  const paths = Object.entries(document.paths as Record<string, { get?: Operation }>)
  const tags = document.tags as readonly { name: string; description: string }[]
  const folders = tags.map(({ name, description }) => ({
    name,
    description,
    item: paths.flatMap(([path, { get }]) =>
      get?.tags.includes(name) && get['x-wares-example'] ? [requestOf(path, get)] : [],
    ),
  }))
  return {
    info: {
      name: 'Wares',
      description:
        'Every operation with its example. Set `key` to a key of yours; the sandbox writes one to `data/sandbox-key`.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'x-api-key', type: 'string' },
        { key: 'value', value: '{{key}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:8080' },
      { key: 'sandboxUrl', value: 'http://127.0.0.1:8081' },
      { key: 'key', value: '' },
    ],
    item: folders.filter(folder => folder.item.length > 0),
  }
}

function requestOf(path: string, operation: Operation) {
  const example = operation['x-wares-example'] ?? {}
  const query = operation.parameters.flatMap(({ name, description }): Query[] => {
    const given = example[name]
    if (given === undefined) return [{ key: name, value: '', description, disabled: true }]
    return [given].flat().map(one => ({ key: name, value: inSandbox(String(one)), description }))
  })
  const sent = query.filter(one => !one.disabled).map(({ key, value }) => `${key}=${encodeValue(value)}`)
  return {
    name: operation.operationId,
    event: [
      {
        listen: 'test',
        script: {
          type: 'text/javascript',
          exec: [
            "pm.test('answers 200 with JSON', () => {",
            '  pm.response.to.have.status(200)',
            "  pm.expect(pm.response.headers.get('content-type')).to.include('application/json')",
            '  pm.response.json()',
            '})',
          ],
        },
      },
    ],
    request: {
      method: 'GET',
      description: `${operation.summary}. ${operation.description}`,
      header: [{ key: 'accept', value: 'application/json' }],
      url: {
        raw: `{{baseUrl}}${path}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
        host: ['{{baseUrl}}'],
        path: path.slice(1).split('/'),
        query,
      },
    },
  }
}

/** Maps the shop URL of an example to the sandbox: `https://<site>.example/…` becomes `<sandbox>/<site>/…`. */
function inSandbox(value: string): string {
  return value.replace(/^https:\/\/([a-z0-9-]+)\.example(?=\/)/, '{{sandboxUrl}}/$1')
}

/** Keeps variables unencoded for the tool that replaces them. */
function encodeValue(value: string): string {
  return encodeURIComponent(value).replace('%7B%7BsandboxUrl%7D%7D', '{{sandboxUrl}}')
}
