// /api/v2/shops: everything that this server can read, for any key; and one shop more, for a key with the scope.
import type { Registry, RegistryEntry } from '../engine/registry.ts'
import { invalidParameterFault } from '../engine/read-params.ts'
import { Fault, type ParameterError } from '../kit/fault.ts'
import type { RawParam } from '../kit/param-specs.ts'
import { isInScope } from '../state/key-record.ts'
import { admitKey, type AdmitParts } from './admit.ts'
import type { CallCounter } from './call-counter.ts'
import type { Exchange } from './exchange.ts'
import { countedCall, disconnectedSignal } from './inner-call.ts'
import type { Shop } from './list-shops.ts'
import { parseQueryParams } from './operation-handler.ts'
import { isFromOperator } from './operator.ts'
import { readBody } from './read-body.ts'
import { sendJson } from './respond.ts'
import type { Route } from './route.ts'
import { SHOPS_PATH } from './shops-openapi.ts'

/** Reads the product and writes the shop to the settings. */
type AddShop = (
  url: string,
  isDryRun: boolean,
  caller: { readonly caller: string; readonly signal: AbortSignal },
) => Promise<{ readonly written: boolean }>

export interface ShopsParts extends AdmitParts {
  readonly registry: Pick<Registry, 'byId'>
  readonly countCall: CallCounter
  readonly operatorToken: string
  readonly shops: () => readonly Shop[]
  /** Only for a server with a settings file. */
  readonly addShop?: AddShop | undefined
}

const SHOPS_SCOPE = 'shops'
const NO_STORE = ['cache-control', 'private, no-store'] as const

export function shopsRoute(parts: ShopsParts): Route {
  const { addShop } = parts
  // A trial reads a product: it needs the scope for that, and counts as one.
  const entry = parts.registry.byId.get('general.product')
  if (!entry) throw new Error('there is no operation general.product')
  return {
    path: SHOPS_PATH,
    methods: addShop ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'],
    // It counts against the rate limit only.
    admit: exchange => admitKey(parts, exchange, false),
    async handle(exchange) {
      const [unknown] = parseQueryParams(exchange.request.url ?? '')
      if (unknown) throw wrongParameter(unknown, 'unknown parameter', [])
      const canAdd = addShop !== undefined && mayAdd(exchange, entry)
      if (addShop && exchange.request.method === 'POST') {
        if (!canAdd)
          throw new Fault(
            'key_not_allowed',
            `adding a shop needs a key with the scopes ${SHOPS_SCOPE} and ${entry.operation.id}`,
          )
        const { url, isDryRun } = readInput(exchange)
        if (!isFromOperator(exchange.request, parts.operatorToken)) throwIfPrivate(url)
        const added = await countedCall(parts, exchange, entry, ({ key }) =>
          addShop(url, isDryRun, { caller: key?.id ?? '', signal: disconnectedSignal(exchange) }),
        )
        return sendJson(exchange, added.written ? 201 : 200, added, NO_STORE)
      }
      sendJson(exchange, 200, { shops: parts.shops(), can_add: canAdd }, NO_STORE)
    },
  }
}

function mayAdd({ key }: Exchange, { operation }: RegistryEntry): boolean {
  return key !== undefined && isInScope(key, SHOPS_SCOPE) && isInScope(key, operation.id)
}

const URL_MAX = 2_048

function readInput({ body, request }: Exchange): { url: string; isDryRun: boolean } {
  const given = readBody(body ?? Buffer.from(''), request.headers)
  const wrong = given.find(({ name }) => name !== 'url' && name !== 'dry_run')
  if (wrong) throw wrongParameter(wrong, 'unknown parameter', ['url', 'dry_run'])
  const url = given.find(({ name }) => name === 'url')
  const dryRun = given.find(({ name }) => name === 'dry_run')
  if (typeof url?.value !== 'string' || url.value === '' || url.value.length > URL_MAX)
    throw wrongParameter({ name: 'url', in: 'body' }, 'url must be the address of a product page of the shop')
  if (dryRun && typeof dryRun.value !== 'boolean')
    throw wrongParameter(dryRun, 'dry_run must be true or false')
  return { url: url.value, isDryRun: dryRun?.value === true }
}

/** An address inside the operator's network may be added by the operator only: no other key must read what it protects. */
function throwIfPrivate(address: string): void {
  const url = URL.parse(address)
  const isPublicName =
    url?.protocol === 'https:' &&
    url.port === '' &&
    /\.[a-z][a-z0-9-]*$/i.test(url.hostname) &&
    !/\.(?:localhost|local|internal|test|lan|home\.arpa)$/i.test(url.hostname)
  if (isPublicName) return
  throw wrongParameter(
    { name: 'url', in: 'body' },
    'url must be https on a public host name; add other addresses on the machine of the server, with `wares add`',
  )
}

function wrongParameter(
  { name, in: place }: Pick<RawParam, 'name' | 'in'>,
  message: string,
  accepted?: readonly string[],
): Fault {
  const error: ParameterError = { name, in: place, message, ...(accepted ? { accepted } : {}) }
  return invalidParameterFault([error])
}
