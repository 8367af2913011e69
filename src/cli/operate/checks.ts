// The checks of `wares doctor`: each reports a state and, if something is wrong, what to do.
import { execFile } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '../../settings/config.ts'
import { operatorCurrencies } from '../../settings/settled-currencies.ts'
import { createEvents } from '../../runtime/events.ts'
import { asFault } from '../../answer/problems.ts'
import { makeFolder } from '../../runtime/file-trouble.ts'
import type { Send } from '../../fetch/layer.ts'
import { readerShopName } from '../../settings/reader-config.ts'
import { createUpstream } from '../../fetch/index.ts'
import { findChromium, renderedHosts } from '../../fetch/network/render.ts'
import { checkPostgres, checkRedis } from './check-services.ts'
import { checkWatches } from './check-watches.ts'
import { sendForCommand } from '../connect/local-engine.ts'
import { CHECK_TIMEOUT_MS, isWares } from '../connect/running-wares.ts'
import type { Finding } from './finding.ts'
import { nextStep } from '../print/print-fault.ts'

type Check = (config: Config) => Finding | Promise<Finding> | Promise<Finding[]>

const MIN_FREE_BYTES = 200 * 1024 * 1024

export const checks: readonly Check[] = [
  checkNode,
  ({ host, port }) => checkPort('port of the API', { host, port, path: '/healthz' }, 'WARES_PORT'),
  ({ host, finderPort }) =>
    finderPort === undefined
      ? {
          check: 'port of the filter lookup',
          state: 'unused',
          found: 'the filter lookup uses the port of the API',
        }
      : checkPort('port of the filter lookup', { host, port: finderPort, path: '/healthz' }, 'finder.port'),
  ({ sandbox }) =>
    sandbox.needed
      ? checkPort(
          'port of the sandbox',
          { host: '127.0.0.1', port: sandbox.port, path: '/' },
          'WARES_SANDBOX_PORT',
        )
      : { check: 'port of the sandbox', state: 'unused', found: 'no site uses it' },
  checkSandbox,
  checkDataFolder,
  checkRedis,
  checkPostgres,
  checkWatches,
  checkOrigins,
  checkChromium,
  checkCurrencies,
]

/** The guest key of the pages is for a server that nobody else can reach. */
function checkSandbox({ sandbox, isLocalOnly }: Config): Finding {
  const check = 'sandbox'
  if (!sandbox.needed) return { check, state: 'unused', found: 'off' }
  if (isLocalOnly)
    return { check, state: 'good', found: 'on, with a guest key for the pages on this machine' }
  return {
    check,
    state: 'warning',
    found: 'on, without a guest key, because others can reach this server (host, public_url, finder.url)',
    next: 'Set sandbox: false once your own shops are configured. Callers need a key: `wares keys create`.',
  }
}

/** An answer says when it used such a currency, but only to a caller who asks for `include=absent`. */
function checkCurrencies(config: Config): Finding {
  const check = 'currencies'
  const settled = operatorCurrencies(config)
  if (settled.length === 0)
    return {
      check,
      state: 'unused',
      found: 'no site has settings.currency: a price without a stated currency is null',
    }
  const currencies = `${settled.join(', ')} (settings.currency), where the shop states none; \`absent\` then names /price/currency`
  return { check, state: 'good', found: currencies }
}

function checkNode(): Finding {
  // bin/wares.js has already checked the version; here it is only reported.
  return { check: 'Node', state: 'good', found: process.version }
}

interface Listener {
  readonly host: string
  readonly port: number
  /** Where a running Wares or sandbox answers. */
  readonly path: string
}

async function checkPort(check: string, { host, port, path }: Listener, setting: string): Promise<Finding> {
  const trouble = await tryListen(host, port)
  if (!trouble) return { check, state: 'good', found: `${port} is free` }
  if (trouble === 'EADDRINUSE' && (await isWares(host, port, path)))
    return { check, state: 'good', found: `${port} is in use by a running Wares` }
  if (trouble === 'EADDRINUSE') {
    const next = `Set ${setting} to another port, or stop the program that listens on ${port}.`
    return { check, state: 'bad', found: `${port} is taken by another program`, next }
  }
  return { check, state: 'bad', found: `${host}:${port}: ${trouble}`, next: `Set ${setting} or the host.` }
}

function tryListen(host: string, port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

function checkDataFolder({ dataDir }: Config): Finding {
  const check = 'data folder'
  try {
    makeFolder(dataDir)
    const probe = join(dataDir, `.doctor-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
    const { bavail, bsize } = statfsSync(dataDir)
    const free = bavail * bsize
    const folder = `${dataDir}, ${Math.floor(free / 1024 / 1024)} MB free`
    return free < MIN_FREE_BYTES
      ? { check, state: 'warning', found: folder, next: 'Free disk space: keys and usage are stored there.' }
      : { check, state: 'good', found: `${folder}, writable` }
  } catch (error) {
    const next = 'Let this user write there, or set WARES_DATA to another folder.'
    return { check, state: 'bad', found: (error as Error).message, next }
  }
}

/** Uses the same layers as every request, with the site's proxy, certificates and limits. */
async function checkOrigins(config: Config): Promise<Finding[]> {
  const configuredSites = Object.entries(config.sites).filter(([, site]) => site.enabled && !site.sandboxed)
  const status = config.sandbox.needed ? 'no site has one; the sandbox is used' : 'no site has one'
  const none: Finding = { check: 'origins', state: 'unused', found: status }
  const upstream = createUpstream({ config, events: createEvents() })
  try {
    const ofSites = configuredSites.flatMap(([site, { origins }]) =>
      [...new Set(Object.values(origins).map(origin => new URL(origin).origin))].map(host =>
        checkRobots(upstream.send, {
          site,
          host,
          url: new URL('/robots.txt', host),
          check: `${site} robots.txt`,
        }),
      ),
    )
    const listed = config.reader.hosts.map(({ host }) => checkListedHost(upstream.send, host))
    return [...(configuredSites.length === 0 ? [none] : []), ...(await Promise.all([...ofSites, ...listed]))]
  } finally {
    await upstream.close()
  }
}

/** An entry of `reader.hosts`. */
async function checkListedHost(send: Send, entry: string): Promise<Finding> {
  const check = 'reader.hosts'
  if (entry.startsWith('*.'))
    return { check, state: 'unused', found: `${entry} has no host of its own to check` }
  const host = entry.includes('://') ? entry : `https://${entry}`
  return checkRobots(send, { site: readerShopName(entry), host, check, url: new URL(`${host}/robots.txt`) })
}

interface RobotsCheck {
  readonly site: string
  readonly host: string
  readonly url: URL
  readonly check: string
}

async function checkRobots(send: Send, { site, host, url, check }: RobotsCheck): Promise<Finding> {
  try {
    await sendForCommand(send, { site, url, purpose: 'robots', limitMs: CHECK_TIMEOUT_MS })
    return { check, state: 'good', found: `${host} answers` }
  } catch (error) {
    const fault = asFault(error)
    if (fault.code === 'not_found')
      return { check, state: 'good', found: `${host} has none: everything is allowed` }
    if (fault.code === 'upstream_blocked')
      return { check, state: 'warning', found: `${host} refuses us`, next: nextStep(fault, {}) }
    if (fault.code === 'internal') return unreachable(check, host)
    const next = fault.code === 'upstream_unreachable' ? CHECK_ORIGIN : nextStep(fault, {})
    return { check, state: 'bad', found: `${host}: ${fault.message}`, next }
  }
}

const CHECK_ORIGIN = 'Check the configured origin, the network and the proxy.'

function unreachable(check: string, host: string): Finding {
  const problem = `${host} did not answer within ${CHECK_TIMEOUT_MS} ms`
  return { check, state: 'bad', found: problem, next: CHECK_ORIGIN }
}

async function checkChromium(config: Config): Promise<Finding> {
  const check = 'Chromium'
  const needy = renderedHosts(config)
  const { chromium } = config
  const next = 'Install Chromium, or set its path as `chromium:` in wares.yaml.'
  const place = findChromium(chromium)
  if (!place) {
    const missing = chromium === undefined ? 'not found' : `not at ${chromium}`
    if (needy.length === 0)
      return { check, state: 'unused', found: `${missing}; needed only with render: browser` }
    return { check, state: 'bad', found: `${missing}, and needed by ${needy.join(', ')}`, next }
  }
  try {
    const { stdout } = await promisify(execFile)(place, ['--version'], { timeout: CHECK_TIMEOUT_MS })
    return { check, state: 'good', found: `${place}, ${stdout.trim()}` }
  } catch (error) {
    const state = needy.length === 0 ? 'warning' : 'bad'
    return { check, state, found: `${place} does not run: ${firstLine((error as Error).message)}`, next }
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
