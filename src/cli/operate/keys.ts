// `wares keys`: create, list, revoke, rotate. A running server applies each change at once.
import { Command, InvalidArgumentError } from 'commander'
import { readStoreLocation } from '../../settings/config.ts'
import { timeMs } from '../../settings/fields.ts'
import { parseDuration } from '../../settings/watch-rules/duration.ts'
import { createKey, rotateKey } from '../../store/keys/make-key.ts'
import {
  ALL_OPERATIONS,
  EVERY_SCOPE,
  isUsable,
  type KeyRecord,
  type KeyStore,
  NAMED_SCOPES,
} from '../../store/keys/key-record.ts'
import { openStore } from '../../store/open-store.ts'
import { printJson, printTable, wantsJson } from '../print/print.ts'
import { findNearestName } from '../../runtime/nearest-name.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { invalidCommandLine } from '../options/invalid-command-line.ts'

interface CreateOptions {
  name: string
  scope?: string[]
  rate?: number
  burst?: number
  quota?: number
  expires?: Date
  json?: boolean
}

export function keysCommand(): Command {
  const keys = new Command('keys')
  keys
    .command('create')
    .description('create a key; its text is shown only once')
    .requiredOption('--name <name>', 'who the key is for')
    .option(
      '--scope <scope...>',
      `sites, operations, \`general\`, ${NAMED_SCOPES.map(scope => `\`${scope}\``).join(', ')}, or * for all operations (default: *)`,
    )
    .option('--rate <n>', 'requests per second', parsePositiveNumber)
    .option('--burst <n>', 'burst size (default: twice the rate)', parsePositiveNumber)
    .option('--quota <n>', 'requests per calendar month (UTC)', parseQuota)
    .option('--expires <when>', 'a date (2027-01-31) or a duration from now (30d, 12h)', parseExpiry)
    .option('--json', 'print JSON (the default in a pipe)')
    .action(create)
  keys
    .command('list')
    .description('list all keys (not their secrets)')
    .option('--json', 'print JSON (the default in a pipe)')
    .action(list)
  keys.command('revoke').description('revoke a key immediately').argument('<id>').action(revoke)
  keys
    .command('rotate')
    .description('replace a key; the old one keeps working for the overlap')
    .argument('<id>')
    .option(
      '--overlap <time>',
      'how long the old key keeps working (24h, 30m; 0 revokes it now)',
      parseDurationMs,
      24 * 3_600_000,
    )
    .option('--json', 'print JSON (the default in a pipe)')
    .action(rotate)
  return keys
}

async function create({ scope: scopes = [], ...options }: CreateOptions): Promise<void> {
  if (scopes.length > 0) await checkScopes(scopes)
  await withStore(async store => {
    const createdKey = await createKey(
      store,
      {
        name: options.name,
        scopes,
        ratePerS: options.rate ?? null,
        burst: options.burst ?? (options.rate === undefined ? null : Math.max(1, options.rate * 2)),
        monthlyQuota: options.quota ?? null,
        expiresAt: options.expires?.toISOString() ?? null,
      },
      Date.now(),
    )
    printCreatedKey(createdKey, options)
  })
}

async function list(options: { json?: boolean }): Promise<void> {
  await withStore(async store => {
    const records = await store.list()
    if (wantsJson(options)) return printJson(records.map(publicFields))
    printTable(
      ['id', 'name', 'state', 'scopes', 'rate', 'quota', 'created', 'expires'],
      records.map(record => [
        record.id,
        record.name,
        stateOf(record),
        record.scopes.join(' ') || ALL_OPERATIONS,
        record.ratePerS === null ? 'default' : `${record.ratePerS}/s`,
        record.monthlyQuota === null ? 'none' : String(record.monthlyQuota),
        record.createdAt.slice(0, 10),
        record.expiresAt?.slice(0, 16) ?? 'never',
      ]),
    )
  })
}

async function revoke(id: string): Promise<void> {
  await withStore(async store => {
    if (!(await store.revoke(id, new Date().toISOString()))) throw noSuchKey(id)
    console.log(`${id} is revoked.`)
  })
}

async function rotate(id: string, options: { overlap: number; json?: boolean }): Promise<void> {
  await withStore(async store => {
    const newKey = await rotateKey(store, id, options.overlap, Date.now())
    if (!newKey) throw noSuchKey(id)
    printCreatedKey(newKey, options)
  })
}

async function withStore(work: (store: KeyStore) => Promise<void>): Promise<void> {
  const store = await openStore(readStoreLocation())
  try {
    await work(store.keys)
  } finally {
    await store.close()
  }
}

function printCreatedKey(
  { key, record }: { key: string; record: KeyRecord },
  options: { json?: boolean },
): void {
  if (wantsJson(options)) return printJson({ id: record.id, key, ...publicFields(record) })
  console.log(
    `${key}\n\nThis is ${record.id} for ${record.name}. The key is shown only once; Wares stores only its hash.`,
  )
}

function publicFields(record: KeyRecord): Record<string, unknown> {
  return {
    id: record.id,
    name: record.name,
    scopes: record.scopes,
    rate_per_s: record.ratePerS,
    burst: record.burst,
    monthly_quota: record.monthlyQuota,
    created_at: record.createdAt,
    expires_at: record.expiresAt,
    revoked_at: record.revokedAt,
    state: stateOf(record),
  }
}

function stateOf(record: Pick<KeyRecord, 'revokedAt' | 'expiresAt'>): string {
  if (record.revokedAt) return 'revoked'
  return isUsable(record as KeyRecord, Date.now()) ? 'active' : 'expired'
}

function noSuchKey(id: string): Error {
  return operatorError(`There is no usable key with the id ${id}; \`wares keys list\` shows the ids (key_…).`)
}

/** Loads the sites only here: the other key commands do not need them. */
async function checkScopes(scopes: readonly string[]): Promise<void> {
  const [{ createRegistry }, { sites }] = await Promise.all([
    import('../../answer/request/registry.ts'),
    import('../../../adapters/sites/index.ts'),
  ])
  const { entries } = createRegistry(sites)
  const validScopes = new Set([
    ...EVERY_SCOPE,
    ...entries.flatMap(({ site, operation }) => [site.name, operation.id]),
  ])
  const unknown = scopes.find(scope => !validScopes.has(scope))
  if (unknown === undefined) return
  const near = findNearestName(unknown, validScopes)
  const hint =
    near === undefined
      ? `. Scopes are sites and operations (\`wares call --help\` lists them), general, ${NAMED_SCOPES.join(', ')} and "*".`
      : `; did you mean ${near}?`
  throw invalidCommandLine(`"${unknown}" is not a scope${hint}`)
}

function parsePositiveNumber(text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !(number > 0 && number <= MAX_RATE))
    throw new InvalidArgumentError(`it must be a number above 0 and at most ${MAX_RATE}`)
  return number
}

/** More than any machine can serve. */
const MAX_RATE = 1_000_000

function parseQuota(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number === 0)
    throw new InvalidArgumentError('it must be a whole number above 0')
  return number
}

function parseDurationMs(text: string): number {
  const seconds = parseDuration(text)
  if (seconds === undefined) throw new InvalidArgumentError('it must be a time such as 30m, 24h or 7d')
  return seconds * 1_000
}

function parseExpiry(text: string): Date {
  const atMs = /^\d+[smhdw]$/.test(text) ? Date.now() + parseDurationMs(text) : timeMs(text)
  if (Number.isNaN(atMs))
    throw new InvalidArgumentError('it must be a date such as 2027-01-31 or a time such as 30d')
  if (atMs <= Date.now()) throw new InvalidArgumentError('it is in the past')
  return new Date(atMs)
}
