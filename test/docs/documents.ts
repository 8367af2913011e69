// The documents of the project, taken apart: fenced blocks with what stands around them, links, and code in the text.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../e2e/process.ts'

export interface Block {
  readonly language: string
  readonly text: string
  /** Of the first line inside, from 1. */
  readonly line: number
  /** The reader is told to save it under this name: "Save this as `watch.mjs`:". */
  readonly savedAs: string | undefined
}

export interface Document {
  /** From the root of the project. */
  readonly path: string
  readonly blocks: readonly Block[]
  /** Targets of links and pictures. */
  readonly links: readonly string[]
  /** Addresses of a running Wares outside of blocks. */
  readonly addresses: readonly string[]
  /** `code` in the text. */
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

/** The blocks of a document build on each other: read from top to bottom, they are one TypeScript program. */
export function moduleOf({ path, blocks }: Document): string {
  return blocks
    .filter(block => block.language === 'ts')
    .map(({ text, line }) => `// ${path}:${line}\n${text}`)
    .join('\n')
}
