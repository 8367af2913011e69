// The MCP prompts: the three commonest jobs, in words that a model can follow with the tools.
import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'

interface Job {
  readonly definition: Prompt
  readonly needsWatches: boolean
  readonly write: (values: Readonly<Record<string, string>>) => string
}

const JOBS: readonly Job[] = [
  {
    definition: {
      name: 'find_best_price',
      title: 'Find the best price',
      description: 'Where one article is sold, and for how much',
      arguments: [{ name: 'article', description: 'Name, code or URL', required: true }],
    },
    needsWatches: false,
    write: ({ article }) => `Find the best price of: ${article}

1. If it is a URL, call product with fields name, mpn, gtin, price. If it is a name, call search and choose the result that is this article. If it is a code, skip this step.
2. Call offers with the mpn or gtin. Without a code, compare the search results of the same article only.
3. Answer with a table: shop, price with currency, size or condition, availability, link. Compare within one currency. Name the shops that failed.`,
  },
  {
    definition: {
      name: 'describe_product',
      title: 'Describe a product',
      description: 'What a product page says, without advertising',
      arguments: [{ name: 'url', description: 'Product page', required: true }],
    },
    needsWatches: false,
    write: ({ url }) => `Describe the product at ${url}

1. Call product with fields name, brand, description, price, list_price, availability, variants, attributes, rating, disputed.
2. Answer in a few sentences, then list price, stock and the variants that can be bought.
3. Say what the shop does not state (null), and what it states in two ways (disputed).`,
  },
  {
    definition: {
      name: 'watch_price',
      title: 'Watch a price',
      description: 'Be told when a product gets cheaper or is back in stock',
      arguments: [
        { name: 'url', description: 'Product page', required: true },
        { name: 'condition', description: 'Such as: price drops 10%', required: false },
      ],
    },
    needsWatches: true,
    write: ({ url, condition = 'price drops 5%' }) => `Watch ${url} and alert when: ${condition}

1. Call product with fields name, price, availability, to see that the page can be read.
2. Call watch with action create, this url and the condition as when, written as its description shows.
3. Tell the user the price of now, the condition and the id of the watch.`,
  },
]

export function listPrompts(hasWatches: boolean): Prompt[] {
  return JOBS.filter(job => hasWatches || !job.needsWatches).map(job => job.definition)
}

export function getPrompt(
  name: string,
  values: Readonly<Record<string, string>>,
  hasWatches: boolean,
): GetPromptResult {
  const job = JOBS.find(one => one.definition.name === name && (hasWatches || !one.needsWatches))
  if (!job)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no prompt ${name.slice(0, 64)}`)
  const missing = job.definition.arguments?.find(one => one.required && !values[one.name])
  if (missing)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${name} needs the argument ${missing.name}`)
  return { messages: [{ role: 'user', content: { type: 'text', text: job.write(values) } }] }
}
