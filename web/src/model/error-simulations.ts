// How each error of the table is simulated with a real call, or why it cannot be.
import type { CallRequest, RequestBody } from './make-call.ts'
import { magicWordParameter, type MagicWords, withMagicWord } from './magic-word-parameter.ts'
import type { Operation } from './operations.ts'

export interface ErrorSimulation {
  /** What is wrong with the call, for the person who presses the button. */
  readonly description: string
  /** The magic word, where one does it. */
  readonly magicWord?: string
  readonly request: CallRequest
  /** In place of the key of the page; null for none. */
  readonly key?: string | null
  readonly times?: number
  /** How anyone can do the same elsewhere. */
  readonly note?: string
}

export interface SimulationContext {
  readonly operation: Operation
  /** Empty where no sandbox stands for the site. */
  readonly magicWords: MagicWords
  /** Keys made to be refused, by the code that they bring. */
  readonly refusedKeys: Readonly<Record<string, string>>
}

/** What can be tried, or why nothing can. */
export type AvailableSimulations = readonly ErrorSimulation[] | string

const FOREIGN_URL = 'https://elsewhere.example/product'
/** It has the look of a key, and is nobody's. */
const UNKNOWN_KEY = `wares_${'0'.repeat(38)}`
const OVERSIZED_BODY: RequestBody = {
  type: 'application/json',
  text: `{"query":"${'0'.repeat(17_000)}"}`,
  shell: `"$(printf '{"query":"%017000d"}' 0)"`,
}
const PLAIN_TEXT_BODY: RequestBody = { type: 'text/plain', text: 'query=shoes' }

const SIMULATIONS_BY_CODE: Readonly<
  Record<string, (context: SimulationContext, ask: CallRequest) => AvailableSimulations>
> = {
  invalid_parameter: (_, ask) => [
    {
      description: 'with an unknown parameter',
      request: { ...ask, params: { ...ask.params, nonsense: 'yes' } },
    },
  ],
  url_not_allowed: ({ operation }) =>
    operation.parameters.some(one => one.name === 'url')
      ? [{ description: 'with a URL on another host', request: { operation, params: { url: FOREIGN_URL } } }]
      : 'this operation takes no URL; choose another operation above.',
  missing_key: (_, ask) => [{ description: 'without a key', request: ask, key: null }],
  invalid_key: (_, ask) => [{ description: 'with an unknown key', request: ask, key: UNKNOWN_KEY }],
  key_not_allowed: ({ refusedKeys }, ask) =>
    withRefusedKey(refusedKeys.key_not_allowed, 'with a key that has no scope', '--scope SITE', ask),
  rate_limited: ({ refusedKeys }, ask) =>
    withRefusedKey(
      refusedKeys.rate_limited,
      'twice, with a key that allows one request in ten seconds',
      '--rate 0.1 --burst 1',
      ask,
    ),
  quota_exceeded: ({ refusedKeys }, ask) =>
    withRefusedKey(
      refusedKeys.quota_exceeded,
      'twice, with a key that allows one request a month',
      '--quota 1',
      ask,
    ),
  unknown_path: (_, ask) => [
    { description: 'with a trailing slash in the path', request: { ...ask, path: `${ask.operation.path}/` } },
  ],
  method_not_allowed: (_, ask) => [
    { description: 'with the method POST', request: { ...ask, method: 'POST' } },
  ],
  headers_too_large: () => 'it needs more than 16 KB of headers, which a web page cannot send.',
  body_too_large: (_, ask) => [
    { description: 'with a body of 17 KB', request: { ...ask, method: 'QUERY', body: OVERSIZED_BODY } },
  ],
  unsupported_media_type: (_, ask) => [
    {
      description: 'with a plain-text body',
      request: { ...ask, method: 'QUERY', body: PLAIN_TEXT_BODY },
    },
  ],
  site_disabled: () => 'this page offers only sites that are enabled.',
  overloaded: () => 'it needs more concurrent requests than this page sends.',
  contract_broken: () => 'it needs a bug in Wares.',
  internal: () => 'it needs a bug in Wares.',
}

export function simulationsFor(code: string, context: SimulationContext): AvailableSimulations {
  const { operation } = context
  const find = SIMULATIONS_BY_CODE[code]
  return find
    ? find(context, { operation, params: operation.example })
    : simulationsByMagicWord(code, context)
}

function simulationsByMagicWord(
  code: string,
  { operation, magicWords }: SimulationContext,
): AvailableSimulations {
  const { example } = operation
  const carrier = magicWordParameter(operation, example)
  const words = Object.entries(magicWords).filter(([, { brings }]) => brings === code)
  if (carrier === undefined || words.length === 0)
    return 'it needs a shop that fails, and only sandbox shops fail on request.'
  return words.map(([word, { effect }]) => ({
    description: effect,
    magicWord: word,
    request: { operation, params: withMagicWord(operation, example, carrier, word) },
  }))
}

/** The second call of the two is the one too many. */
function withRefusedKey(
  key: string | undefined,
  says: string,
  options: string,
  ask: CallRequest,
): AvailableSimulations {
  const made = `\`npx wares keys create --name refused ${options}\``
  if (!key) return `it needs a key created with ${made}.`
  return [
    {
      description: says,
      request: ask,
      key,
      times: 2,
      note: `This page used a demo key. ${made} creates one like it.`,
    },
  ]
}
