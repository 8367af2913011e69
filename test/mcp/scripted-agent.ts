// An agent without a model: it chooses tools and fills arguments by the words of their descriptions and schemas alone.
// It knows the protocol, English stop words and what a URL, a code and a quotation look like; nothing of Wares.
import type { Client } from '@modelcontextprotocol/client'

type JsonSchema = Readonly<{
  type?: string
  description?: string
  enum?: readonly string[]
  items?: JsonSchema
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
}>

interface ListedTool {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema | undefined
}

interface AgentStep {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly isError: boolean
  readonly data: unknown
  readonly notes: readonly string[]
  readonly problem?: { readonly code: string; readonly next: string; readonly retryable: boolean }
  readonly chars: number
}

/** Does one sentence of a task. */
export async function attempt(client: Client, task: string): Promise<AgentStep> {
  const tools = (await client.listTools()).tools as unknown as ListedTool[]
  const tool = chooseTool(tools, task)
  const args = fillArguments(tool, task)
  const result = await client.callTool({ name: tool.name, arguments: args })
  const structured = (result.structuredContent ?? {}) as Partial<AgentStep>
  return {
    tool: tool.name,
    args,
    isError: result.isError === true,
    data: structured.data,
    notes: structured.notes ?? [],
    chars: JSON.stringify(result).length,
    ...(structured.problem && { problem: structured.problem }),
  }
}

/** The tool whose words the task shares; a word that few tools have counts more. */
function chooseTool(tools: readonly ListedTool[], task: string): ListedTool {
  const wanted = wordsOf(task.replaceAll(/https?:\S+|"[^"]*"/g, ' '))
  const vocabularies = tools.map(tool => new Set(wordsOf(textOf(tool))))
  const frequency = (word: string) => vocabularies.filter(own => own.has(word)).length
  const scores = tools.map((tool, at) => {
    const shared = [...new Set(wanted)].filter(word => vocabularies[at]?.has(word))
    const rarity = shared.reduce((sum, word) => sum + 1 / frequency(word), 0)
    const isNamed = wanted.includes(stem(tool.name)) ? 1.5 : 0
    return rarity + isNamed + (canTake(tool, task) ? 1 : -1)
  })
  return tools[scores.indexOf(Math.max(...scores))] as ListedTool
}

/** Whether the required arguments can be filled from the task. */
function canTake(tool: ListedTool, task: string): boolean {
  const args = fillArguments(tool, task)
  const { required = [] } = tool.inputSchema
  return required.every(name => args[name] !== undefined) && (required.length > 0 || !/https?:/.test(task))
}

function textOf({ name, description = '', inputSchema, outputSchema }: ListedTool): string {
  const inputs = Object.entries(inputSchema.properties ?? {})
  const words = inputs.map(([key, one]) => `${key} ${one.description ?? ''}`)
  const values = inputs.flatMap(([, one]) => one.enum ?? one.items?.enum ?? [])
  return [
    name,
    description,
    ...words,
    ...values,
    ...Object.keys(dataSchema(outputSchema).properties ?? {}),
  ].join(' ')
}

function fillArguments(tool: ListedTool, task: string): Record<string, unknown> {
  const properties = Object.entries(tool.inputSchema.properties ?? {})
  const values = properties.map(([name, schema]) => [name, valueFor(tool, name, schema, task)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

function valueFor(tool: ListedTool, name: string, schema: JsonSchema, task: string): unknown {
  const about = `${name} ${schema.description ?? ''}`.toLowerCase()
  const url = /https?:[^\s"]+(?<![?,.])/.exec(task)?.[0]
  const quotation = /"([^"]+)"/.exec(task)?.[1]
  const code = /\b[A-Z]{2}\d{4}-\d{3}\S*|\b\d{13}\b/.exec(task)?.[0]
  const id = /\b[a-z]+_[\w-]{6,}\b/.exec(task.replaceAll(/https?:\S+/g, ''))?.[0]
  if (schema.enum) return bestOf(schema.enum, task)
  if (schema.items?.enum) {
    const named = schema.items.enum.filter(one => wordsOf(task).includes(stem(one)))
    return named.length > 0 ? named : undefined
  }
  if (schema.type === 'array') return fieldsFor(tool, task)
  if (schema.type === 'object') return paramsFor(tool, about, task)
  if (schema.type === 'integer') return integerFor(about, task)
  if (/\b(url|page)\b/.test(about)) return url
  if (about.includes('code')) return code
  if (about.includes('site.operation')) return bestOf(operationsOf(tool), task)
  if (about.includes('alert if')) return /\b(?:if|when) (.+?)(?:[,.]|$)/.exec(withoutUrl(task))?.[1]
  if (about.includes('words to search')) return quotation
  if (name === 'id') return id
  if (about.includes('such as 15m')) return /\bevery (\d+[mh])\b/.exec(task)?.[1]
  if (name === 'name') return tool.inputSchema.required === undefined ? quotation : undefined
  return undefined
}

/** "at most 3": rows. "not older than 0 seconds": age. */
function integerFor(about: string, task: string): number | undefined {
  const rows = /\b(?:at most|first) (\d+)\b/.exec(task)?.[1]
  const age = /\bolder than (\d+) seconds\b/.exec(task)?.[1]
  const found = about.includes('rows') ? rows : about.includes('oldest') ? age : undefined
  return found === undefined ? undefined : Number(found)
}

/** `product(url|id)`: the signature stands in the description, the values in the task as "id 123". */
function paramsFor(tool: ListedTool, about: string, task: string): Record<string, string> | undefined {
  if (about.includes('size')) {
    const size = /\bsize (\S+?)[,.]?(?:\s|$)/.exec(task)?.[1]
    return size === undefined ? undefined : { size }
  }
  const operation = bestOf(operationsOf(tool), task)
  const [site = '', method = ''] = operation?.split('.') ?? []
  const own = tool.description?.split(`${site}: `)[1] ?? ''
  const names = new RegExp(`\\b${method}\\(([^)]*)\\)`).exec(own)?.[1]?.split(/[|,]/) ?? []
  const entries = names.flatMap(one => {
    const name = one.replace('?', '')
    const value = new RegExp(`\\b${name} (?:"([^"]+)"|(\\S+?))[,.?]?(?:\\s|$)`).exec(task)
    return value ? [[name, value[1] ?? value[2] ?? '']] : []
  })
  return Object.fromEntries(entries) as Record<string, string>
}

/** `sneakerhub: search(query) trends(page?); …` in the description stands for `sneakerhub.search` and `sneakerhub.trends`. */
function operationsOf({ description = '' }: ListedTool): string[] {
  return [...description.matchAll(/([a-z]\w*): ((?:\w+\([^)]*\) ?)+)/g)].flatMap(([, site, methods = '']) =>
    [...methods.matchAll(/(\w+)\(/g)].map(([, method]) => `${site}.${method}`),
  )
}

/** The fields of the answer that the task names. */
function fieldsFor(tool: ListedTool, task: string): string[] | undefined {
  const wanted = wordsOf(task)
  const paths = pathsOf(dataSchema(tool.outputSchema))
  const named = paths.filter(path => {
    const parts = (path.split('.').at(-1) ?? '').split('_').map(stem)
    return parts.every(part => wanted.includes(part))
  })
  // "The price" is that of the product, not those inside its variants.
  const depthOf = (path: string) => path.split('.').length
  const lastOf = (path: string) => path.split('.').at(-1)
  const nearest = named.filter(path =>
    named.every(other => lastOf(other) !== lastOf(path) || depthOf(other) >= depthOf(path)),
  )
  return nearest.length > 0 ? nearest : undefined
}

function pathsOf(schema: JsonSchema, prefix = ''): string[] {
  const members = Object.entries((schema.items ?? schema).properties ?? {})
  const own = members.map(([name]) => `${prefix}${name}`)
  return own.concat(members.flatMap(([name, one]) => pathsOf(one, `${prefix}${name}.`)))
}

function dataSchema(schema: JsonSchema | undefined): JsonSchema {
  return schema?.properties?.data ?? {}
}

/** The value whose words the task has. */
function bestOf(values: readonly string[], task: string): string | undefined {
  const wanted = wordsOf(withoutUrl(task))
  const scores = values.map(value => {
    const words = wordsOf(value)
    return words.filter(word => wanted.includes(word)).length / words.length
  })
  const best = Math.max(0, ...scores)
  return best === 0 ? undefined : values[scores.indexOf(best)]
}

const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from give how i if in is it its me much of on one or that the there this to what which with you your'.split(
    ' ',
  ),
)

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z][a-z0-9]*/g) ?? []
  return words.filter(word => !STOP_WORDS.has(word)).map(stem)
}

/** Plural and singular are one word. */
function stem(word: string): string {
  return word
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(?<=..)s$/, '')
}

function withoutUrl(task: string): string {
  return task.replaceAll(/https?:\S+/g, ' ')
}
