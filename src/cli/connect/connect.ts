// Where the work of a command is done: by the server of `--server`, by the server that uses the same data folder, or in this process.
// What a command sends and prints is the same everywhere.
import { remoteNextStep } from '../print/print-fault.ts'
import { type Command, Option } from 'commander'
import type { Api } from '../../../client/src/api.ts'
import { apiOf, type SendRow } from '../../../client/src/api-methods.ts'
import { findDataFolder, launchSettings } from '../../settings/started-with.ts'
import { Fault } from '#kit/fault'
import { isOperatorError, operatorError } from '../../runtime/operator-error.ts'
import type { SendApiRequest } from './api-request.ts'
import { askServer } from './ask-server.ts'
import { type ServerAnnouncement, readOperatorToken } from '../../store/keys/operator-token.ts'
import { invalidCommandLine, USAGE_ERROR } from '../options/invalid-command-line.ts'
import { capitalised, plainLine } from '../print/terminal-text.ts'

export interface ServerOptions {
  readonly server?: string | undefined
  readonly key?: string | undefined
  readonly local?: boolean | undefined
  /** Another settings file, for work in this process. */
  readonly settings?: string | undefined
}

export interface WaresClient extends Api {
  readonly ask: SendApiRequest
  /** `server`: somebody else's, perhaps. `own`: of this data folder. `here`: this process. */
  readonly where: () => 'server' | 'own' | 'here'
  /** The address of the server that is asked. */
  readonly url: string | undefined
  close(): Promise<void>
}

export function addServerOptions(command: Command): Command {
  return addAddressOptions(command).option('--local', 'do not use a running server; work in this process')
}

/** Adds the options of a command that only a server can do. */
export function addAddressOptions(command: Command): Command {
  return command
    .addOption(new Option('--server <url>', 'use the Wares at this URL').env('WARES_SERVER'))
    .addOption(new Option('--key <key>', 'key for that server').env('WARES_KEY'))
}

/** Runs the work, then closes. A fault becomes one sentence for the person at the terminal. */
export async function withWaresClient<T>(
  options: ServerOptions,
  work: (wares: WaresClient) => Promise<T>,
): Promise<T> {
  const wares = connect(options)
  try {
    return await work(wares)
  } catch (error) {
    if (!(error instanceof Fault) || isOperatorError(error)) throw error
    // What only the operator can repair, here.
    if (isOperatorError(error.cause)) throw error.cause
    const wrapped = operatorError(messageOf(error, wares.where()), error)
    throw error.code === 'invalid_parameter' ? Object.assign(wrapped, { exitCode: USAGE_ERROR }) : wrapped
  } finally {
    await wares.close()
  }
}

export function connect({ server, key, local = false, settings }: ServerOptions): WaresClient {
  if (server !== undefined && server !== '') {
    const base = parseServer(server)
    const ask = askServer(base, key === undefined ? {} : { 'x-api-key': key })
    return waresOf(ask, { where: () => 'server', url: base.href, close: async () => {} })
  }
  const announced = local ? undefined : readOperatorToken(findDataFolder())
  const ownServer = announced && isStartedAlike(announced) ? announced : undefined
  let here: Promise<{ readonly ask: SendApiRequest; close(): Promise<void> }> | undefined
  const askHere: SendApiRequest = async (...request) => {
    here ??= import('./in-process.ts').then(({ openInProcess }) => openInProcess(settings))
    return (await here).ask(...request)
  }
  const askAnnounced =
    announced && askServer(new URL(announced.address), { 'x-wares-operator': announced.token })
  const ask: SendApiRequest = async (...request) => {
    try {
      if (ownServer && askAnnounced && !here) return await askAnnounced(...request)
    } catch (error) {
      if (!isNotOurs(error)) throw error
    }
    return askHere(...request).catch((error: Error & { needsServer?: true }) => {
      if (!error.needsServer || !askAnnounced) throw error
      // What is in the data folder, its server has, whatever that was started with.
      return askAnnounced(...request).catch((other: unknown) => {
        throw isNotOurs(other) ? error : other
      })
    })
  }
  return waresOf(ask, {
    where: () => (here || !ownServer ? 'here' : 'own'),
    url: ownServer?.address,
    close: async () => (await here)?.close(),
  })
}

function isStartedAlike(announcement: ServerAnnouncement): boolean {
  if (!announcement.settings || !announcement.env) return false
  const { settings, env } = launchSettings()
  return (
    settings === announcement.settings &&
    Object.entries(env).every(([name, value]) => announcement.env?.[name] === value)
  )
}

/** The server has ended without removing its file, and perhaps another one listens there: nothing was done. */
function isNotOurs(error: unknown): boolean {
  if (error instanceof Fault) return error.code === 'missing_key'
  return isOperatorError(error) && (error as Error & { isUnreached?: boolean }).isUnreached === true
}

function waresOf(ask: SendApiRequest, rest: Pick<WaresClient, 'where' | 'url' | 'close'>): WaresClient {
  const send: SendRow = async ({ method, path }, { query, ...options }) =>
    (await ask(method, path, { ...options, query: textsOf(query) })).body
  return { ...apiOf(send), ask, ...rest }
}

function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

export function parseServer(text: string): URL {
  const url = URL.parse(text)
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  throw invalidCommandLine(
    `--server must be an address such as http://127.0.0.1:8080, not ${JSON.stringify(text)}.`,
  )
}

function messageOf({ code, message }: Fault, where: ReturnType<WaresClient['where']>): string {
  // The message may come from somebody else's server: none of its escape sequences reaches the terminal.
  const text = capitalised(plainLine(message))
  const [, what = ''] = code === 'not_found' ? (/^there is no (watch|webhook|feed) /.exec(message) ?? []) : []
  const list = { watch: 'watch', webhook: 'notify', feed: 'feed' }[what]
  if (list !== undefined) return `${text}; \`wares ${list} list\` shows them.`
  // What is wrong with the command is wrong everywhere.
  return where === 'server' && code !== 'invalid_parameter'
    ? `${text} (${code}). ${remoteNextStep(code)}`
    : `${text}.`
}
