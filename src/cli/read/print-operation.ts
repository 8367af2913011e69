// Asks for the answer of one operation, wherever the work is done, and prints it or its fault.
import type { Command } from 'commander'
import { Fault } from '#kit/fault'
import type { GeneralProduct } from '#kit/product/general-product'
import type { SendApiRequest, ApiOptions } from '../connect/api-request.ts'
import { connect, type ServerOptions } from '../connect/connect.ts'
import { outputFormat, type OutputOptions } from '../print/output-format.ts'
import {
  isTableFormat,
  printAnswer,
  type PrintedOperation,
  refuseCsvWithoutTable,
} from '../print/print-answer.ts'
import { printFault } from '../print/print-fault.ts'
import { readableAnswer } from '../print/readable-answer.ts'

interface Running {
  readonly command: Command
  readonly operation: PrintedOperation
  readonly query: ApiOptions['query'] & object
  readonly options: OutputOptions & ServerOptions & { readonly fresh?: boolean | undefined }
}

export async function runOperation({ command, operation, query, options }: Running): Promise<void> {
  const { path, id } = operation
  const format = outputFormat(options)
  refuseCsvWithoutTable(operation, format, command)
  const wares = connect(options)
  try {
    const reply = await wares.ask('GET', path, {
      query: { ...query, ...(isTableFormat(format) && { format }) },
      wantsPositions: format === 'table',
      isFresh: options.fresh === true,
    })
    // The settings of somebody else's server are not known here.
    const needsCurrency =
      format === 'table' &&
      wares.where() !== 'server' &&
      readableAnswer(reply.body, reply).hasPriceWithoutCurrency
    const currency = needsCurrency ? await currencyOf(operation.id) : undefined
    const problem =
      format === 'table' && id === 'general.product'
        ? await priceProblem(wares.ask, path, query, reply.body)
        : undefined
    printAnswer(operation, { ...reply, currency, problem }, format)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    printFault(error, format, { instance: path, operation: id, where: wares.where() })
  } finally {
    await wares.close()
  }
}

/** Why a price that the page shows is none. The sources say it, and are asked for only then. */
async function priceProblem(
  ask: SendApiRequest,
  path: string,
  query: Running['query'],
  body: unknown,
): Promise<string | undefined> {
  const { price, sources } = body as GeneralProduct
  if (price !== null) return undefined
  const request = { query: { ...query, include: 'sources' } }
  const fieldSources = sources ?? ((await ask('GET', path, request)).body as GeneralProduct).sources
  return fieldSources?.price?.problem
}

/** Of the shop by the settings, where neither the answer nor the shop states one; undefined if they name several, for several shops. */
export async function currencyOf(operation: string): Promise<string | undefined> {
  const [{ readConfig }, { sites }] = await Promise.all([
    import('../../settings/config.ts'),
    import('../../../adapters/sites/index.ts'),
  ])
  const [site = ''] = operation.split('.')
  const currency = readConfig(sites).sites[site]?.settings.currency
  return currency && /^[A-Z]{3}$/.test(currency) ? currency : undefined
}
