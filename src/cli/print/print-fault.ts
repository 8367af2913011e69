// Prints a fault: for people its cause, what to do and whether to retry; for programs the problem document.
import { styleText } from 'node:util'
import { asFault, problemOf } from '../../answer/problems.ts'
import { type Fault, type FaultCode, faultTable } from '#kit/fault'
import type { OutputFormat } from './output-format.ts'
import { printJson } from './print.ts'
import { capitalised, terminalWidth, wrapText } from './terminal-text.ts'

interface FaultPlace {
  /** Path of the operation, or the page that was read. */
  readonly instance: string
  /** Set if an operation was called. */
  readonly operation?: string
  /** Who did the work: the document of a server is the cause of its fault. Default: this process. */
  readonly where?: 'server' | 'own' | 'here'
}

const CAUSES = {
  caller: 'your request',
  upstream: 'the shop',
  operator: 'the configuration',
  us: 'Wares',
} as const

/** Also sets the exit code. */
export function printFault(error: unknown, format: OutputFormat, place: FaultPlace): void {
  const fault = asFault(error)
  process.exitCode = 1
  const problem =
    isFromServer(place) && fault.cause !== undefined
      ? fault.cause
      : problemOf(fault, place.instance, 'command-line')
  if (format === 'json') printJson(problem)
  else if (format === 'ndjson') console.log(JSON.stringify(problem))
  else console.error(faultLines(fault, place, terminalWidth(process.stderr)).join('\n'))
  if (fault.status === 500 && fault.cause !== undefined && !isFromServer(place)) console.error(fault.cause)
}

function isFromServer({ where = 'here' }: FaultPlace): boolean {
  return where !== 'here'
}

export function faultLines(fault: Fault, place: FaultPlace, width: number): string[] {
  const kind = faultTable[fault.code]
  const detail = kind.status === 500 ? kind.when : fault.message
  const rows: [label: string, text: string][] = [
    ['Cause', fault.code === 'upstream_changed' ? 'the page of the shop' : CAUSES[kind.whose]],
    ['What to do', nextStep(fault, place)],
    ['Retry', retryText(fault)],
    ['Code', fault.code],
  ]
  return [
    style(['bold', 'red'], kind.title),
    ...wrapText(fault.code === 'invalid_parameter' ? detail : sentence(detail), width),
    ...otherErrors(fault, detail, width),
    ...acceptedLines(fault, width),
    '',
    ...rows.flatMap(([label, text]) => labelled(label, text, width)),
  ]
}

/** All errors except the first, which is the detail. */
function otherErrors({ errors = [] }: Fault, detail: string, width: number): string[] {
  return errors.flatMap(({ message }) => (detail.startsWith(message) ? [] : wrapText(message, width)))
}

const LABEL_WIDTH = 12

function labelled(label: string, text: string, width: number): string[] {
  const [first = '', ...more] = wrapText(text, Math.max(20, width - LABEL_WIDTH))
  return [
    `${style('cyan', label.padEnd(LABEL_WIDTH))}${first}`,
    ...more.map(line => ' '.repeat(LABEL_WIDTH) + line),
  ]
}

function acceptedLines({ errors = [] }: Fault, width: number): string[] {
  return errors.flatMap(({ name, accepted = [] }) =>
    accepted.length === 0 ? [] : wrapText(`Accepted for ${name}: ${accepted.join(', ')}.`, width),
  )
}

/** The table of faults addresses API callers; on the command line there are no headers. */
export function nextStep(fault: Fault, { operation, where = 'here' }: Omit<FaultPlace, 'instance'>): string {
  if (where === 'server' && !SAME_EVERYWHERE.has(fault.code)) return remoteNextStep(fault.code)
  const wait = waitText(fault)
  const adviceByCode: Partial<Record<FaultCode, string>> = {
    invalid_parameter:
      operation === undefined
        ? 'Correct the value and run the command again.'
        : operation === 'general.catalog'
          ? 'Correct the value. `wares shops` lists the shops and what each can be asked for.'
          : `Correct the parameters. \`wares call ${operation} --help\` shows what each accepts, with an example.`,
    upstream_changed: fault.message.includes('render: browser')
      ? 'Set `render: browser` for this host in wares.yaml; it needs Chromium, and ten times the time per page. Or use a page that carries its own data.'
      : 'Open the page. If it shows no product, use another URL. If it shows the product, teach Wares where its values are: `wares teach URL`.',
    upstream_failed: isRedirected(fault)
      ? 'Add that shop with the command above, or use a URL that does not redirect.'
      : !fault.retryable
        ? 'Use a URL that does not redirect there.'
        : 'Try again later. If the page is too large, raise `limits.page_mb`.',
    not_found:
      operation === 'general.catalog'
        ? 'Read or watch single products of this shop: `wares product URL`, `wares watch add URL`. A catalog needs a sitemap.xml or a platform that publishes one.'
        : faultTable.not_found.next,
    upstream_blocked: 'Ask the site for access, or lower the rate in the configuration.',
    upstream_unreachable: 'Check the network and the configured origin: `wares doctor` tests it.',
    robots_disallowed: 'Request another page, or ask the site for permission.',
    site_disabled:
      'Set `WARES_SITE_<NAME>_ORIGIN`, or `sandbox: true` in wares.yaml to use the sandbox alongside real sites.',
    url_not_allowed:
      'Pass the URL of a product page on a configured host, or add the host under `reader.hosts` in wares.yaml.',
    upstream_busy: `Wait ${wait}, then run the command again.`,
    overloaded: `Wait ${wait}, then run the command again.`,
    contract_broken: 'Report it, with the command that you ran.',
    internal: 'Report it, with the command that you ran and the message below.',
  }
  return adviceByCode[fault.code] ?? faultTable[fault.code].next
}

/** What is wrong with the request is wrong on every server; the configuration is somebody else's. */
const SAME_EVERYWHERE: ReadonlySet<FaultCode> = new Set(['invalid_parameter', 'not_found'])

/** Its sentence names the command that adds the target. */
function isRedirected({ message }: Fault): boolean {
  return message.includes('`wares add ')
}

function retryText(fault: Fault): string {
  if (!fault.retryable) return 'no: the same command gives the same error'
  return fault.retryAfterMs === undefined ? 'yes, later' : `yes, after ${waitText(fault)}`
}

function waitText({ retryAfterMs }: Fault): string {
  if (retryAfterMs === undefined) return 'a minute'
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

function sentence(text: string): string {
  const start = capitalised(text)
  return /[.!?]$/.test(start) ? start : `${start}.`
}

function style(format: Parameters<typeof styleText>[0], text: string): string {
  return styleText(format, text, { stream: process.stderr })
}

/** What the person at this machine can do; the configuration is somebody else's. */
export function remoteNextStep(code: FaultCode): string {
  if (code === 'missing_key' || code === 'invalid_key')
    return 'Pass a key of that server with --key or WARES_KEY; its operator creates one with `wares keys create`.'
  return faultTable[code].next
}
