// `wares product FILE` and `wares product URL --explain`: what the general reader alone sees on a page, where, and why.
import { existsSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { type Config, readConfig } from '../../settings/config.ts'
import { createEvents } from '../../runtime/events.ts'
import { asFault } from '../../answer/problems.ts'
import {
  explainProduct,
  type Explanation,
  findPageUrl,
  type OtherPrice,
  type Product,
  type ProductRating,
} from '#reader'
import { sites } from '../../../adapters/sites/index.ts'
import { createUpstream } from '../../fetch/index.ts'
import { sendForCommand } from '../connect/local-engine.ts'
import { isTableFormat } from '../print/print-answer.ts'
import { type OutputFormat, outputFormat, type OutputOptions } from '../print/output-format.ts'
import { printJson, printTable } from '../print/print.ts'
import { printFault } from '../print/print-fault.ts'
import { fitText, plainLine } from '../print/terminal-text.ts'
import { operatorError } from '../../runtime/operator-error.ts'

export interface ReadOptions extends OutputOptions {
  url?: string
  explain?: boolean
}

export async function readPage(page: string, options: ReadOptions, command: Command): Promise<void> {
  const format = outputFormat(options)
  if (isTableFormat(format))
    command.error(
      'error: a page is read as one product, not as a list, so CSV is not available. Use --output json or --output ndjson.',
    )
  const isAddress = /^https?:\/\//i.test(page)
  if (!isAddress && !existsSync(page)) throw operatorError(`${page} is neither a file nor a URL.`)
  try {
    const source = isAddress ? await fetchPage(page) : readFile(page, options.url)
    const { product, fields } = explainProduct(source.html, source.url)
    if (source.url.startsWith(UNKNOWN_ADDRESS)) removeUnknownLinks(product)
    if (options.explain) printExplanation(product, fields, format)
    else print(product, format)
  } catch (error) {
    if (asFault(error).code === 'internal') throw error
    printFault(error, format, { instance: page })
  }
}

const UNKNOWN_ADDRESS = 'https://unknown.invalid/'

/** A saved page usually contains its own URL. */
function readFile(path: string, url: string | undefined): { html: Uint8Array; url: string } {
  const html = readFileSync(path)
  // Not the home page, which shows no product.
  return { html, url: url ?? findPageUrl(html) ?? `${UNKNOWN_ADDRESS}page` }
}

/** Removes relative links of a page whose URL is unknown. */
function removeUnknownLinks(product: Product): void {
  product.images = product.images.filter(link => !link.startsWith(UNKNOWN_ADDRESS))
  product.breadcrumbs = product.breadcrumbs.map(crumb =>
    crumb.url?.startsWith(UNKNOWN_ADDRESS) ? { ...crumb, url: null } : crumb,
  )
}

/** Fetches through the same layers as every site: robots.txt, limits and deadlines. */
async function fetchPage(address: string): Promise<{ html: Uint8Array; url: string }> {
  const url = URL.parse(address)
  if (!url) throw operatorError(`${address} is not a URL.`)
  const config = readConfig(sites)
  const upstream = createUpstream({
    config: { ...config, sites: { page: siteConfigFor(config, url) } },
    events: createEvents(),
  })
  try {
    const response = await sendForCommand(upstream.send, {
      site: 'page',
      url,
      purpose: 'page',
      limitMs: config.deadlineMs,
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

function print(product: Product, format: OutputFormat): void {
  if (format === 'json') return printJson(product)
  if (format === 'ndjson') return console.log(JSON.stringify(product))
  const { sources, places, confidence, also: _, currency, iso_currency, ...fields } = product
  const unit = iso_currency ?? currency ?? '(currency not found)'
  const rows = Object.entries(fields).map(([name, value]) => [
    name,
    fieldText(name, value, unit),
    sources[name as keyof typeof sources] ?? '',
    places[name as keyof typeof places] ?? '',
    confidence[name as keyof typeof confidence]?.toFixed(2) ?? '',
  ])
  printTable(['field', 'value', 'from', 'where', 'confidence'], rows)
}

/** One field of a product as text; a price with its currency. */
function fieldText(name: string, value: Product[keyof Product], currency: string): string {
  if (value === null) return 'not found on the page'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return name.endsWith('price') ? `${value} ${currency}` : value
  if (!Array.isArray(value)) return ratingText(value as ProductRating)
  if (value.length === 0) return 'none'
  if (name === 'variants') return value.length === 1 ? '1 variant' : `${value.length} variants`
  if (name === 'other_prices')
    return (value as OtherPrice[]).map(one => `${one.kind} ${one.price}`).join(', ')
  return (value as readonly (string | { name?: string | null })[])
    .map(one => (typeof one === 'string' ? one : (one.name ?? '')))
    .join(name === 'breadcrumbs' ? ' > ' : ', ')
}

function ratingText({ value, best, count }: ProductRating): string {
  return `${value}${best === undefined ? '' : ` of ${best}`}${count === undefined ? '' : `, ${count} ratings`}`
}

function printExplanation(product: Product, fields: readonly Explanation[], format: OutputFormat): void {
  if (format === 'json') return printJson({ product, fields })
  if (format === 'ndjson') return console.log(JSON.stringify({ product, fields }))
  print(product, format)
  console.log('\nCandidates by probability, with source, location and the features with the most weight:')
  for (const { field, answer, confidence, threshold, candidates } of fields) {
    if (candidates.length === 0) continue
    if (candidates.every(({ value }) => value === null)) {
      console.log(`\n${field}: no candidates on this page`)
      continue
    }
    const outcome =
      answer === null
        ? `no answer: no value reaches the threshold of ${threshold}`
        : `${shorten(answer)}, confidence ${confidence.toFixed(2)}`
    console.log(`\n${field}: ${outcome}`)
    for (const { value, from, where, also, chance, because } of candidates) {
      const weights = because.map(([feature, weight]) => `${feature} ${signed(weight)}`).join(', ')
      const origin = value === null ? '' : `  ${from} ${where}`
      console.log(`  ${chance.toFixed(3)}  ${shorten(value ?? '(no value)')}${origin}`)
      if (also.length > 0) console.log(`         also ${also.join(', ')}`)
      if (weights !== '') console.log(`         ${weights}`)
    }
  }
}

function shorten(value: string): string {
  return fitText(plainLine(value), 60)
}

function signed(weight: number): string {
  return `${weight < 0 ? '-' : '+'}${Math.abs(weight).toFixed(2)}`
}
