// Parses the documents of the project: fenced blocks with the text around them, links, and inline code.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../e2e/process.ts'

export interface Block {
  readonly language: string
  readonly text: string
  /** Line number of the first line inside, from 1. */
  readonly line: number
  /** The file name under which the reader is told to save it: "Save this as `alerts.mjs`:". */
  readonly savedAs: string | undefined
}

export interface Document {
  /** Relative to the root of the project. */
  readonly path: string
  readonly blocks: readonly Block[]
  /** Targets of links and images. */
  readonly links: readonly string[]
  /** URLs of a running Wares outside blocks. */
  readonly addresses: readonly string[]
  /** Inline `code`. */
  readonly inline: readonly string[]
  readonly headings: readonly string[]
}

export const documents: readonly Document[] = globSync(
  ['README.md', 'CONTRIBUTING.md', 'docs/**/*.md', 'client/README.md', 'deploy/*.md'],
  { cwd: ROOT },
)
  .toSorted()
  .map(path => parseDocument(path, readFileSync(join(ROOT, path), 'utf8')))

export function parseDocument(path: string, markdown: string): Document {
  const blocks: Block[] = []
  const prose: string[] = []
  let open: { language: string; lines: string[]; line: number; before: string } | undefined
  let lastProse = ''
  for (const [place, line] of markdown.split('\n').entries()) {
    const [, indent = '', language = ''] = /^( *)```(\w*)$/.exec(line) ?? []
    if (open && /^ *```$/.test(line)) {
      const savedAs = /\bas `([\w.-]+)`:$/.exec(open.before)?.[1]
      blocks.push({ language: open.language, text: open.lines.join('\n'), line: open.line, savedAs })
      open = undefined
      lastProse = ''
    } else if (open) open.lines.push(line)
    else if (language || /^ *```/.test(line)) {
      if (indent) throw new Error(`${path}:${place + 1}: a block that is indented cannot be pasted`)
      open = { language, lines: [], line: place + 2, before: lastProse }
    } else {
      prose.push(line)
      lastProse = line.trim() || lastProse
    }
  }
  if (open) throw new Error(`${path}:${open.line}: a block without an end`)
  const text = prose.join('\n')
  const withoutCode = text.replaceAll(/`[^`\n]+`/g, '')
  return {
    path,
    blocks,
    links: matches(withoutCode, /\]\(([^)\s]+)\)/g),
    addresses: matches(text, /(https?:\/\/127\.0\.0\.1:\d+[^\s|),`\]]*)/g),
    inline: matches(text.replaceAll('\n', ' '), /`([^`]+)`/g),
    headings: matches(text, /^#+ +(.*)$/gm),
  }
}

function matches(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, one = '']) => one)
}

/** The blocks of a document build on each other: concatenated, they are one TypeScript program. */
export function moduleOf({ path, blocks }: Document): string {
  return blocks
    .filter(block => block.language === 'ts')
    .map(({ text, line }) => `// ${path}:${line}\n${text}`)
    .join('\n')
}
