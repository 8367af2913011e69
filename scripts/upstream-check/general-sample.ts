// Runs a recorded sample through the general operation: the product that its documents hold.
import type { Registry } from '../../src/answer/request/registry.ts'
import type { GeneralProduct } from '#kit/product/general-product'
import { runSample } from './run-sample.ts'
import type { Sample } from './sample.ts'

/** Undefined for a sample that is not about one product. */
export async function runGeneralSample(
  { byId }: Pick<Registry, 'byId'>,
  sample: Sample,
  include: readonly string[],
): Promise<GeneralProduct | undefined> {
  const entry = byId.get(sample.operation)
  if (!entry || sample.asked === null || entry.site?.product?.operation !== sample.operation) return undefined
  const url = typeof sample.params.url === 'string' ? sample.params.url : undefined
  const { result } = await runSample(entry, sample, { query: sample.asked ?? { url }, include })
  return result as GeneralProduct
}
