// Selects the tools for an agent: four by default, one per operation on request.
import { isComposite, type RegisteredOperation } from '../../answer/request/registry.ts'
import { Fault } from '#kit/fault'
import type { TextMode } from './answer-tool-call.ts'
import { callTool } from './call-any-operation.ts'
import { type OfferedTool, operationTool } from './tools.ts'

/** `default`: the general operations, and `call` for the others. A list contains site names. */
export type ToolSelection = 'default' | 'all' | readonly string[]

/** Parses `--tools` or `?tools=`: `all`, or comma-separated site names. */
export function parseToolSelection(text: string | undefined, sites: readonly string[]): ToolSelection {
  const names = (text ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
  if (names.length === 0 || (names.length === 1 && names[0] === 'default')) return 'default'
  if (names.length === 1 && names[0] === 'all') return 'all'
  const unknown = names.find(name => !sites.includes(name))
  if (unknown === undefined) return names
  const message = `tools must be all, default, or names of sites; ${JSON.stringify(unknown.slice(0, 64))} is none of them`
  throw new Fault('invalid_parameter', message, {
    errors: [{ name: 'tools', in: 'query', message, accepted: ['default', 'all', ...sites] }],
  })
}

/** Parses `--text` or `?text=`. */
export function parseTextMode(text = 'summary'): TextMode {
  if (text === 'summary' || text === 'json') return text
  const message = 'text must be summary or json'
  throw new Fault('invalid_parameter', message, {
    errors: [{ name: 'text', in: 'query', message, accepted: ['summary', 'json'] }],
  })
}

/** Returns tools in the order in which an agent should consider them. */
export function selectTools(
  selection: ToolSelection,
  entries: readonly RegisteredOperation[],
  offers: (entry: RegisteredOperation) => boolean,
): OfferedTool[] {
  const offered = entries.filter(offers)
  const general = offered.filter(isComposite)
  const natives = offered.filter(entry => !isComposite(entry))
  if (selection === 'default') {
    const others = entries.filter(entry => !isComposite(entry) && !offers(entry))
    const uncovered = new Set(others.map(({ operation }) => operation.id))
    return [...general.map(operationTool), ...(natives.length > 0 ? [callTool(natives, uncovered)] : [])]
  }
  const isNamed = ({ site }: RegisteredOperation) => selection === 'all' || selection.includes(site.name)
  return [...general, ...natives.filter(isNamed)].map(operationTool)
}
