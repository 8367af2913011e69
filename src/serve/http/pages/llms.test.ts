// /llms-full.txt names every operation with its parameters and a call, every route and every problem.
import { expect, it } from 'vitest'
import { sites } from '../../../../adapters/sites/index.ts'
import { createRegistry } from '../../../answer/request/registry.ts'
import { faultTable } from '#kit/fault'
import { curlLine } from './curl-line.ts'
import { llmsFullText } from './llms.ts'

it('has a line and a call for each operation, and a line for each problem', () => {
  const registry = createRegistry(sites)
  const text = llmsFullText(registry, { main: 'http://main.example', finder: 'http://finder.example' })
  for (const entry of registry.entries) {
    const { operation, path, site } = entry
    const start = text.indexOf(`- \`GET ${path}\``)
    const [line = '', call = ''] = text.slice(start).split('\n')
    expect(text).toContain(`\n### ${site.name}: ${site.about}\n\n- `)
    expect(line).toContain(`\`${operation.open ? ' (no key)' : ''}: ${operation.summary}. Parameters: `)
    for (const [name, { required }] of Object.entries(operation.params))
      expect(line).toContain(required ? `${name} (required)` : name)
    expect(line.includes('Exactly one of')).toBe((operation.lookup ?? []).length > 1)
    expect(call.trim()).toBe(
      `\`${curlLine(entry, operation.open ? 'http://finder.example' : 'http://main.example')}\``,
    )
  }
  for (const [code, { status, when, next }] of Object.entries(faultTable))
    expect(text).toContain(`\n- \`${code}\` (${status}): ${when} ${next}\n`)
  expect(text.split('\n').filter(line => line.startsWith('  `curl '))).toHaveLength(registry.entries.length)
  expect(text.indexOf('### general:')).toBeLessThan(text.indexOf('### storefront:'))
})
