// The table of tools in docs/agents.md is what a key with every scope is offered, and /llms.txt names them. No other document counts them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../e2e/process.ts'
import { startTestWares } from '../start-wares.ts'
import { documents } from './documents.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

it('has a line for each tool', async () => {
  const guide = readFileSync(join(ROOT, 'docs/agents.md'), 'utf8')
  const listed = Array.from(
    guide.split('\n## ', 1)[0]?.matchAll(/^\| `(\w+)` \|/gm) ?? [],
    ([, name]) => name,
  )
  // With settings that can be written, so that shops can be added.
  const folder = temporaryFolder('tools')
  writeFileSync(join(folder, 'wares.yaml'), '')
  const wares = await startTestWares({ WARES_CONFIG: join(folder, 'wares.yaml') })
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const reply = await wares.call('/mcp', { method: 'POST', body, headers })
    const offered = Array.from(
      reply.bytes.toString().matchAll(/"name":"(\w+)","(?:title|description)"/g),
      ([, name]) => name,
    )
    expect(new Set(listed)).toEqual(new Set(offered))
    expect(listed).toHaveLength(offered.length)
    const llms = (await wares.call('/llms.txt')).bytes.toString().split('## Tools')[1]
    expect(offered.filter(name => !llms?.includes(`\`${name}\``))).toEqual([])
  } finally {
    await wares.stop()
  }
})

it('no document counts them', () => {
  const counted = documents
    .map(({ path }) => path)
    .filter(path => !path.startsWith('docs/decisions/'))
    .filter(path =>
      / (?:four|five|six|seven|eight|nine|ten) tools\b/i.test(readFileSync(join(ROOT, path), 'utf8')),
    )
  expect(counted).toEqual([])
})
