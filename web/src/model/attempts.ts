// How each error of the table is met on purpose, by a call that really is made; or why it cannot be.
import type { Ask, Body } from './call.ts'
import { carrierOf, type MagicWords, withWord } from './magic.ts'
import type { Operation } from './operations.ts'

export interface Attempt {
  /** What is wrong with the call, for the person who presses the button. */
  readonly says: string
  /** The magic word, where one does it. */
  readonly word?: string
  readonly ask: Ask
  /** In place of the key of the page; null for none. */
  readonly key?: string | null
  readonly times?: number
  /** How anyone can do the same elsewhere. */
  readonly note?: string
}

export interface Ground {
  readonly operation: Operation
  /** Empty where no sandbox stands for the site. */
  readonly magicWords: MagicWords
  /** Keys made to be refused, by the code that they bring. */
  readonly refusedKeys: Readonly<Record<string, string>>
  /** An operation whose site is switched off. */
  readonly disabled: Operation | undefined
}

/** What can be tried, or why nothing can. */
export type Chance = readonly Attempt[] | string

const ELSEWHERE = 'https://elsewhere.example/product'
/** It has the look of a key, and is nobody's. */
const NOBODYS_KEY = `wares_${'0'.repeat(38)}`
const LARGE: Body = {
  type: 'application/json',
  text: `{"query":"${'0'.repeat(17_000)}"}`,
  shell: `"$(printf '{"query":"%017000d"}' 0)"`,
}
const NOT_JSON: Body = { type: 'text/plain', text: 'query=shoes' }

const BY_CODE: Readonly<Record<string, (ground: Ground, ask: Ask) => Chance>> = {
  invalid_parameter: (_, ask) => [
    {
      says: 'with a parameter that it does not know',
      ask: { ...ask, params: { ...ask.params, nonsense: 'yes' } },
    },
  ],
  url_not_allowed: ({ operation }) =>
    operation.parameters.some(one => one.name === 'url')
      ? [{ says: 'for a page on another host', ask: { operation, params: { url: ELSEWHERE } } }]
      : 'this operation takes no address; choose another above.',
  missing_key: (_, ask) => [{ says: 'without a key', ask, key: null }],
  invalid_key: (_, ask) => [{ says: "with a key that is nobody's", ask, key: NOBODYS_KEY }],
  key_not_allowed: ({ refusedKeys }, ask) =>
    withRefusedKey(refusedKeys.key_not_allowed, 'with a key for nothing', '--scope SITE', ask),
  rate_limited: ({ refusedKeys }, ask) =>
    withRefusedKey(
      refusedKeys.rate_limited,
      'twice, with a key for one call in ten seconds',
      '--rate 0.1 --burst 1',
      ask,
    ),
  quota_exceeded: ({ refusedKeys }, ask) =>
    withRefusedKey(refusedKeys.quota_exceeded, 'twice, with a key for one call a month', '--quota 1', ask),
  unknown_path: (_, ask) => [
    { says: 'with a slash too many in the path', ask: { ...ask, path: `${ask.operation.path}/` } },
  ],
  method_not_allowed: (_, ask) => [{ says: 'by POST', ask: { ...ask, method: 'POST' } }],
  body_too_large: (_, ask) => [
    { says: 'with a body of 17 KB', ask: { ...ask, method: 'QUERY', body: LARGE } },
  ],
  unsupported_media_type: (_, ask) => [
    { says: 'with a body that is plain text', ask: { ...ask, method: 'QUERY', body: NOT_JSON } },
  ],
  site_disabled: ({ disabled }) =>
    disabled
      ? [{ says: 'at a site that is switched off', ask: { operation: disabled, params: disabled.example } }]
      : 'every site of this server is switched on.',
  overloaded: () => 'it takes more calls at once than this page will make.',
  contract_broken: () => 'it takes a defect of Wares.',
  internal: () => 'it takes a defect of Wares.',
}

export function chanceOf(code: string, ground: Ground): Chance {
  const { operation } = ground
  const find = BY_CODE[code]
  return find ? find(ground, { operation, params: operation.example }) : byWords(code, ground)
}

function byWords(code: string, { operation, magicWords }: Ground): Chance {
  const { example } = operation
  const carrier = carrierOf(operation, example)
  const words = Object.entries(magicWords).filter(([, { brings }]) => brings === code)
  if (carrier === undefined || words.length === 0)
    return 'it takes a shop that fails, and only the shops of the sandbox do so when asked.'
  return words.map(([word, { effect }]) => ({
    says: effect,
    word,
    ask: { operation, params: withWord(operation, example, carrier, word) },
  }))
}

/** The second call of the two is the one too many. */
function withRefusedKey(key: string | undefined, says: string, options: string, ask: Ask): Chance {
  const made = `\`npx wares keys create --name refused ${options}\``
  if (!key) return `it takes a key made for it, by ${made}.`
  return [
    { says, ask, key, times: 2, note: `The key was lent to this page; one like it is made by ${made}.` },
  ]
}
