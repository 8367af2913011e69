// `wares read`: one product out of any shop page, from a file or an address, by the readers alone.
import { existsSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { createEvents } from '../events.ts'
import { asFault, problemOf } from '../http/problems.ts'
import { explainProduct, type Explanation, type Product } from '../reader/index.ts'
import { sites } from '../../sites/index.ts'
import { createUpstream } from '../upstream/index.ts'
import { printJson, printTable, wantsJson } from './print.ts'
import { operatorError } from '../operator-error.ts'

interface ReadOptions {
  url?: string
  json?: boolean
  explain?: boolean
}

export function readCommand(): Command {
  return new Command('read')
    .argument('<page>', 'an HTML file, or an address')
    .option('--url <address>', 'where the file came from: it helps with links and the currency')
    .option('--explain', 'show the candidates of every field and why the winner won')
    .option('--json', 'print JSON (as in a pipe)')
    .action(read)
}

async function read(page: string, options: ReadOptions): Promise<void> {
  const isAddress = /^https?:\/\//i.test(page)
  if (!isAddress && !existsSync(page)) throw operatorError(`${page} is neither a file nor an address.`)
  try {
    const source = isAddress
      ? await fetchPage(page)
      : { html: readFileSync(page), url: options.url ?? 'https://unknown.invalid/' }
    const { product, fields } = explainProduct(source.html, source.url)
    if (options.explain) printExplanation(product, fields, options.json)
    else print(product, options.json)
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
  if (!url) throw operatorError(`${address} is not an address.`)
  const config = readConfig(sites)
  const upstream = createUpstream({
    config: { ...config, sites: { page: siteConfigFor(config, url) } },
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
      onTiming: () => {},
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

function siteConfigFor(config: Config, url: URL): Config['sites'][string] {
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
  const { sources, places, confidence, ...fields } = product
  const rows = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, 80) : (JSON.stringify(value)?.slice(0, 80) ?? ''),
    sources[name as keyof typeof sources] ?? '',
    places[name as keyof typeof places] ?? '',
    confidence[name as keyof typeof confidence]?.toFixed(2) ?? '',
  ])
  printTable(['field', 'value', 'from', 'where', 'confidence'], rows)
}

function printExplanation(product: Product, fields: readonly Explanation[], json: boolean | undefined): void {
  if (wantsJson({ json })) return printJson({ product, fields })
  print(product, false)
  for (const { field, answer, confidence, threshold, candidates } of fields) {
    if (candidates.length === 0) continue
    const outcome = answer === null ? `no answer (needs ${threshold})` : `confidence ${confidence.toFixed(2)}`
    console.log(`\n${field}: ${shorten(answer ?? 'null')}, ${outcome}`)
    for (const { value, from, where, chance, because } of candidates) {
      const weights = because.map(([feature, weight]) => `${feature} ${signed(weight)}`).join(', ')
      console.log(`  ${chance.toFixed(3)}  ${shorten(value ?? 'none')}  ${from} ${where}`.trimEnd())
      if (weights !== '') console.log(`         ${weights}`)
    }
  }
}

function shorten(value: string): string {
  return value.length > 60 ? `${value.slice(0, 59)}…` : value
}

function signed(weight: number): string {
  return `${weight < 0 ? '-' : '+'}${Math.abs(weight).toFixed(2)}`
}
