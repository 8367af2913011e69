// Creates a watch with a history for the screenshots: it is checked repeatedly while the sandbox's clock runs fast.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from '../../src/engine/request/registry.ts'

const CHECKS = 14
const BETWEEN_MS = 700

/** Returns the id of the watch. */
export async function makeHistory(address: string, key: string, registry: Registry): Promise<string> {
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const response = await fetch(`${address}/api/v2/watches${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`${path || 'adding a watch'}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { id: string }
  }
  const example = registry.entries.find(({ operation }) => operation.id === 'general.product')?.operation
    .example
  const { id } = await post('', { url: String(example?.url), every: '1h', name: 'An example' })
  for (let check = 0; check < CHECKS; check++) {
    await post(`/${id}/check`, {})
    await sleep(BETWEEN_MS)
  }
  return id
}
