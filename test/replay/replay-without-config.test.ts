// `wares call --har` needs no configuration: the recording shows how the site was asked.
import { describe, expect, it } from 'vitest'
import { findCases } from './find-cases.ts'
import { runCaseWithoutConfig } from './run-case.ts'

/** Words of the operator stand in no address, and where a base path ends cannot be seen. */
const NEEDS_CONFIG = new Set([
  'departmentstore/product/flags-with-words-of-the-operator',
  'storefront/products/second-storefront',
])

const cases = findCases().filter(
  ({ name, expected }) =>
    expected.result !== undefined && (expected.origins ?? expected.settings) && !NEEDS_CONFIG.has(name),
)

/** Where only another host of the site was recorded, addresses that we make ourselves are on that. */
function onOneHost(result: unknown): unknown {
  return JSON.parse(JSON.stringify(result).replaceAll(/https:\/\/[a-z.]+\.example/g, 'https://host.example'))
}

describe('a recording made under a configuration answers without it', () => {
  it.each(cases)('$name', async one => {
    const outcome = await runCaseWithoutConfig(one)
    if ('fault' in outcome) expect.fail(`${outcome.fault.code}: ${outcome.fault.detail}`)
    expect(onOneHost(outcome.result)).toEqual(onOneHost(one.expected.result))
  })
})
