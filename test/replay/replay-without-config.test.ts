// `wares call --har` needs no configuration: it is derived from the recording.
import { describe, expect, it } from 'vitest'
import { findCases } from './find-cases.ts'
import { runCaseWithoutConfig } from './run-case.ts'

/** Settings of the operator and the end of a base path cannot be derived from a URL. */
const NEEDS_CONFIG = new Set([
  'departmentstore/product/flags-added-by-the-operator',
  'storefront/products/second-storefront',
])

const cases = findCases().filter(
  ({ name, expected }) =>
    expected.result !== undefined && (expected.origins ?? expected.settings) && !NEEDS_CONFIG.has(name),
)

/** If only another host of the site was recorded, generated URLs use that host. */
function onOneHost(result: unknown): unknown {
  return JSON.parse(JSON.stringify(result).replaceAll(/https:\/\/[a-z.]+\.example/g, 'https://host.example'))
}

describe('recording made with a configuration replays without it:', () => {
  it.each(cases)('$name', async one => {
    const outcome = await runCaseWithoutConfig(one)
    if ('fault' in outcome) expect.fail(`${outcome.fault.code}: ${outcome.fault.detail}`)
    expect(onOneHost(outcome.result)).toEqual(onOneHost(one.expected.result))
  })
})
