// `wares read`: one product out of any shop page, from a file or an address, by the readers alone.
import { existsSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { createEvents } from '../events.ts'
import { asFault, problemOf } from '../http/problems.ts'
import { type Product, readProduct } from '../kit/index.ts'
import { sites } from '../sites/index.ts'
import { createUpstream } from '../upstream/index.ts'
import { plainError, printJson, printTable, wantsJson } from './print.ts'

interface ReadOptions {
  url?: string
  json?: boolean
}

export function readCommand(): Command {
  return new Command('read')
    .argument('<page>', 'an HTML file, or an address')
    .option('--url <address>', 'where the file came from: it helps with links and the currency')
    .option('--json', 'print JSON (as in a pipe)')
    .action(read)
}

async function read(page: string, options: ReadOptions): Promise<void> {
  const isAddress = /^https?:\/\//i.test(page)
  if (!isAddress && !existsSync(page)) throw plainError(`${page} is neither a file nor an address.`)
  try {
    const source = isAddress
      ? await fetchPage(page)
      : { html: readFileSync(page), url: options.url ?? 'https://unknown.invalid/' }
    print(readProduct(source.html, source.url), options.json)
  } catch (error) {
    const fault = asFault(error)
    if (fault.code === 'internal') throw error
    printJson(problemOf(fault, page, 'command-line'))
    process.exitCode = 1
  }
}

/** Through the same door as every site: robots.txt, limits, deadlines and all. */
async function fetchPage(address: string): Promise<{ html: Uint8Array; url: string }> {
  const url = URL.parse(address)
  if (!url) throw plainError(`${address} is not an address.`)
  const config = readConfig(sites)
  const upstream = createUpstream({
    config: { ...config, sites: { page: siteAt(config, url) } },
    events: createEvents(),
  })
  try {
    const response = await upstream.send({
      site: 'page',
      url,
      method: 'GET',
      headers: {},
      accept: 'html',
      purpose: 'page',
      signal: AbortSignal.timeout(config.deadlineMs),
      deadlineMs: performance.now() + config.deadlineMs,
      caller: 'command line',
      timed: () => {},
    })
    const utf8 =
      response.charset === 'utf-8'
        ? response.body
        : Buffer.from(new TextDecoder(response.charset).decode(response.body))
    return { html: utf8, url: response.url.href }
  } finally {
    await upstream.close()
  }
}

function siteAt(config: Config, url: URL): Config['sites'][string] {
  const [any] = Object.values(config.sites)
  if (!any) throw new Error('there are no sites')
  return {
    ...any,
    enabled: true,
    sandboxed: false,
    origins: { main: url.origin },
    settings: {},
    render: 'none',
  }
}

function print(product: Product, json: boolean | undefined): void {
  if (wantsJson({ json })) return printJson(product)
  const { sources, ...fields } = product
  const rows = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, 80) : (JSON.stringify(value)?.slice(0, 80) ?? ''),
    sources[name as keyof typeof sources] ?? '',
  ])
  printTable(['field', 'value', 'from'], rows)
}
