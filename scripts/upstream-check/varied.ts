// Runs varied versions of a recorded sample: each must be answered without made-up values, or with a fault of the site's.
import type { Registry } from '../../src/engine/request/registry.ts'
import { Fault } from '../../src/kit/fault.ts'
import { runGeneralSample } from './general-sample.ts'
import { jsonParts } from './json-parts.ts'
import { findMadeUp } from './made-up.ts'
import { runSample } from './run-sample.ts'
import type { Sample } from './sample.ts'
import { varyJson } from './vary-json.ts'

export interface VariedReport {
  readonly tried: number
  readonly problems: readonly string[]
}

/** Asks for the native answer and, where the sample is about one product, for the general one. */
export async function checkVaried(
  registry: Pick<Registry, 'byId'>,
  sample: Sample,
  limit: number,
): Promise<VariedReport> {
  const entry = registry.byId.get(sample.operation)
  if (!entry) throw new Error(`there is no operation ${sample.operation}`)
  const askNative = async (one: Sample) => (await runSample(entry, one)).result
  const askGeneral = (one: Sample) => runGeneralSample(registry, one, [])
  const problems: string[] = []
  let tried = 0
  for (const [shape, ask] of Object.entries({ native: askNative, general: askGeneral })) {
    const whole = await ask(sample)
    if (whole === undefined) continue
    for (const { what, sample: varied } of variedSamples(sample, limit)) {
      tried++
      try {
        const found = findMadeUp(await ask(varied), whole, Object.values(varied.responses))
        problems.push(...found.map(problem => `${shape}: ${what}: ${problem}`))
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        if (error.code === 'internal') problems.push(`${shape}: ${what}: ${String(error.cause)}`)
      }
    }
  }
  return { tried, problems }
}

function* variedSamples(sample: Sample, limit: number): Generator<{ what: string; sample: Sample }> {
  for (const [address, body] of Object.entries(sample.responses)) {
    for (const part of jsonParts(body)) {
      for (const { what, value } of varyJson(part.value, limit)) {
        const responses = { ...sample.responses, [address]: part.put(value) }
        yield { what: `${part.name}${what}`, sample: { ...sample, responses } }
      }
    }
  }
}
