// `wares explain`: shows how an answer was produced, from its recording.
import { Command } from 'commander'
import type { RequestRecord, ValueSource } from '../../../client/src/api.ts'
import { printJson, printTable, wantsJson } from '../print/print.ts'
import { addServerOptions, type ServerOptions, withWaresClient } from '../connect/connect.ts'

const VALUE_CHARS = 40

export function explainCommand(): Command {
  const command = new Command('explain')
    .argument('<request>', 'the X-Request-Id of an answer')
    .option('--json', 'print JSON (the default in a pipe)')
    .addHelpText('after', '\nExample:\n  wares explain 5f0c1a9b7e-2k')
    .action(explain)
  return addServerOptions(command)
}

interface ExplainOptions extends ServerOptions {
  readonly json?: boolean
}

async function explain(requestId: string, options: ExplainOptions): Promise<void> {
  const record = await withWaresClient(options, ({ requests }) =>
    requests.get(requestId, wantsJson(options) ? { include: 'excerpts' } : {}),
  )
  if (wantsJson(options)) return printJson(record)
  printRecord(record)
  if (record.cause !== undefined) console.log(`\nCause:\n${record.cause}`)
}

function printRecord(record: RequestRecord): void {
  const params = Object.entries(record.params).filter(([, value]) => value !== undefined)
  console.log(`${record.operation}  ${params.map(([name, value]) => `${name}=${String(value)}`).join(' ')}`)
  console.log(`${record.at}  ${record.outcome}  ${record.ms} ms  Wares ${record.version}`)
  if (record.problem) console.log(record.problem.detail)
  console.log('')
  printTable(
    ['start', 'ms', 'status', 'bytes', 'attempt', 'request'],
    record.exchanges.map(exchange => [
      `+${Math.round(exchange.started_ms)}`,
      String(Math.round(exchange.ms)),
      String(exchange.status ?? exchange.failure ?? ''),
      String(exchange.bytes),
      String(exchange.attempt),
      `${exchange.method} ${exchange.url}`,
    ]),
  )
  if (record.way === 'posted') console.log('\nThe caller sent the page; the shop was not asked.')
  const rules = Object.entries(record.rules ?? {})
  if (rules.length > 0) {
    console.log('')
    printTable(['taught field', 'rule'], rules)
  }
  if (record.absent.length > 0) console.log(`\nAbsent: ${record.absent.join(', ')}`)
  const sources = Object.entries(record.sources)
  if (sources.length === 0) return
  console.log('')
  printTable(
    ['field', 'value', 'exchange', 'where'],
    sources.map(([pointer, source]) => [
      pointer,
      shortened(JSON.stringify(source.value)),
      source.exchange === undefined ? '' : String(source.exchange + 1),
      placeOf(source),
    ]),
  )
}

function placeOf(source: ValueSource): string {
  switch (source.kind) {
    case 'json':
      return `${source.pointer}${source.script === undefined ? '' : ` in ${source.script}`}`
    case 'element':
      return `${source.element}${source.attribute === undefined ? '' : ` @${source.attribute}`}`
    case 'text':
      return `text at ${source.offset}`
    case 'parameter':
      return `parameter ${source.parameter}`
    case 'address':
      return 'URL of the page'
    default:
      return 'computed'
  }
}

function shortened(text: string): string {
  return text.length > VALUE_CHARS ? `${text.slice(0, VALUE_CHARS - 1)}…` : text
}
