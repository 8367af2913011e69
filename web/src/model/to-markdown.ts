// A page of the reference as Markdown, for those who read it elsewhere: an editor, a ticket, a model.
import type { Block, Guide, Inline } from './guide.ts'
import { type Origins, withOwnOrigins } from './own-origin.ts'
import type { ReferenceEntry } from './reference.ts'

export function guideMarkdown({ title, blocks }: Guide, origins: Origins): string {
  return `# ${title}\n\n${blocks.map(block => blockMarkdown(block, origins)).join('\n\n')}\n`
}

function blockMarkdown(block: Block, origins: Origins): string {
  const inline = (parts: readonly Inline[]) => parts.map(part => inlineMarkdown(part, origins)).join('')
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${inline(block.parts)}`
    case 'paragraph':
      return inline(block.parts)
    case 'code':
      return codeMarkdown(block.language, withOwnOrigins(block.text, block.language, origins))
    case 'list':
      return block.items
        .map((item, place) => {
          const mark = block.ordered ? `${place + 1}. ` : '- '
          const text = item.map(one => blockMarkdown(one, origins)).join('\n\n')
          return mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`)
        })
        .join('\n')
    default: {
      const row = (cells: readonly (readonly Inline[])[]) =>
        `| ${cells.map(cell => inline(cell).replaceAll('|', String.raw`\|`)).join(' | ')} |`
      return [row(block.head), `|${'---|'.repeat(block.head.length)}`, ...block.rows.map(row)].join('\n')
    }
  }
}

function inlineMarkdown(part: Inline, origins: Origins): string {
  if (typeof part === 'string') return withOwnOrigins(part, '', origins)
  if (part.kind === 'code') return `\`${part.text}\``
  const inner = part.parts.map(one => inlineMarkdown(one, origins)).join('')
  if (part.kind === 'link') return `[${inner}](${URL.parse(part.href, origins.page)?.href ?? part.href})`
  return part.kind === 'strong' ? `**${inner}**` : `*${inner}*`
}

function codeMarkdown(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

/** `sample`: the call in the reader's language. */
export function operationMarkdown(entry: ReferenceEntry, sample: { language: string; text: string }): string {
  const { answer, parameters, problems } = entry
  return [
    `# ${entry.id}`,
    `${entry.summary}. \`${entry.method} ${entry.path}\``,
    entry.description,
    ...(parameters.length === 0
      ? []
      : [
          '## Parameters',
          parameters
            .map(({ name, required, description = '' }) =>
              `- \`${name}\`${required ? ' (required)' : ''} ${description}`.trimEnd(),
            )
            .join('\n'),
        ]),
    '## Request',
    codeMarkdown(sample.language === 'curl' ? 'sh' : sample.language.toLowerCase(), sample.text),
    ...(answer?.example === undefined
      ? []
      : [`## Answer: ${answer.status}`, codeMarkdown('json', JSON.stringify(answer.example, null, 2))]),
    '## Errors',
    problems
      .map(({ status, codes }) => `- ${status}: ${codes.map(code => `\`${code}\``).join(', ')}`)
      .join('\n'),
  ]
    .filter(part => part !== '')
    .join('\n\n')
    .concat('\n')
}
