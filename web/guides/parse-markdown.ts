// The Markdown of our guides as blocks: headings, paragraphs, fenced and indented code, lists, tables. Comments are left out.
import { type Block, type Guide, plainText } from '../src/model/guide.ts'
import { parseInline, type ResolveLink } from './parse-inline.ts'

export function parseGuide(markdown: string, resolveLink: ResolveLink): Guide {
  const lines = markdown.replaceAll(/<!--[^>]*-->/g, '').split(/\r?\n/)
  const [first, ...blocks] = parseBlocks(lines, { resolveLink, ids: new Map() })
  if (first?.kind !== 'heading') throw new Error('a guide must begin with its title')
  return { title: plainText(first.parts), blocks }
}

interface Context {
  readonly resolveLink: ResolveLink
  /** How often a heading's words were used: anchors must differ. */
  readonly ids: Map<string, number>
}

/** Reads one block at the beginning of the lines: the block, and how many lines it took. */
type ReadBlock = (lines: readonly string[], context: Context) => readonly [Block, number] | undefined

const READERS: readonly ReadBlock[] = [readFence, readIndentedCode, readHeading, readTable, readList]

function parseBlocks(lines: readonly string[], context: Context): Block[] {
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const rest = lines.slice(at)
    if (rest[0]?.trim() === '') {
      at += 1
      continue
    }
    const [block, lineCount] = firstOf(rest, context) ?? readParagraph(rest, context)
    blocks.push(block)
    at += lineCount
  }
  return blocks
}

function firstOf(lines: readonly string[], context: Context): readonly [Block, number] | undefined {
  for (const read of READERS) {
    const block = read(lines, context)
    if (block) return block
  }
  return undefined
}

function readFence(lines: readonly string[]): readonly [Block, number] | undefined {
  const [, mark = '', language = ''] = /^(`{3,}|~{3,})\s*(\S*)/.exec(lines[0] ?? '') ?? []
  if (mark === '') return undefined
  const inner = lines.slice(1)
  const end = inner.findIndex(line => line.trimEnd() === mark)
  const text = inner.slice(0, end < 0 ? undefined : end).join('\n')
  return [{ kind: 'code', language, text }, end < 0 ? lines.length : end + 2]
}

function readIndentedCode(lines: readonly string[]): readonly [Block, number] | undefined {
  const lineCount = countWhile(lines, line => line.startsWith('    '))
  if (lineCount === 0) return undefined
  const text = lines
    .slice(0, lineCount)
    .map(line => line.slice(4))
    .join('\n')
  return [{ kind: 'code', language: '', text }, lineCount]
}

function readHeading([line = '']: readonly string[], context: Context): readonly [Block, number] | undefined {
  const [, marks = '', words = ''] = /^(#{1,6}) +(\S.*)$/.exec(line) ?? []
  if (marks === '') return undefined
  const parts = parseInline(words.trim(), context.resolveLink)
  return [{ kind: 'heading', level: marks.length, id: anchorOf(plainText(parts), context.ids), parts }, 1]
}

/** Anchors are those that GitHub makes, so that a link works in both places. */
function anchorOf(text: string, ids: Context['ids']): string {
  const id = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
  const used = ids.get(id) ?? 0
  ids.set(id, used + 1)
  return used === 0 ? id : `${id}-${used}`
}

function readTable(lines: readonly string[], context: Context): readonly [Block, number] | undefined {
  if (!lines[0]?.startsWith('|') || !/^\|(?:\s*:?-+:?\s*\|)+\s*$/.test(lines[1] ?? '')) return undefined
  const lineCount = countWhile(lines, line => line.startsWith('|'))
  const [head = [], ...rows] = lines
    .slice(0, lineCount)
    .filter((_line, place) => place !== 1)
    .map(line => cellsOf(line).map(cell => parseInline(cell, context.resolveLink)))
  return [{ kind: 'table', head, rows }, lineCount]
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map(cell => cell.replaceAll('\\|', '|').trim())
}

const ITEM = /^(?:[-*]|(\d+)\.) +/

function readList(lines: readonly string[], context: Context): readonly [Block, number] | undefined {
  const [mark, number] = ITEM.exec(lines[0] ?? '') ?? []
  if (mark === undefined) return undefined
  const lineCount = listLength(lines)
  const items: string[][] = []
  for (const line of lines.slice(0, lineCount)) {
    const [start] = ITEM.exec(line) ?? []
    if (start === undefined) items.at(-1)?.push(line.slice(Math.min(indentOf(line), mark.length)))
    else items.push([line.slice(start.length)])
  }
  const blocks = items.map(item => parseBlocks(item, context))
  return [{ kind: 'list', ordered: number !== undefined, items: blocks }, lineCount]
}

/** A list goes on while lines are items, are indented, or follow on without an empty line. */
function listLength(lines: readonly string[]): number {
  const end = lines.findIndex(
    (line, place) =>
      place > 0 &&
      line !== '' &&
      indentOf(line) === 0 &&
      !ITEM.test(line) &&
      (lines[place - 1]?.trim() === '' || startsBlock(line)),
  )
  return end < 0 ? lines.length : end
}

function readParagraph(lines: readonly string[], context: Context): readonly [Block, number] {
  const more = countWhile(lines.slice(1), line => line.trim() !== '' && !startsBlock(line))
  const text = lines
    .slice(0, 1 + more)
    .map(line => line.trim())
    .join(' ')
  return [{ kind: 'paragraph', parts: parseInline(text, context.resolveLink) }, 1 + more]
}

function startsBlock(line: string): boolean {
  return /^(?:`{3}|~{3}|#{1,6} |\||[-*] |\d+\. )/.test(line)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function countWhile(lines: readonly string[], holds: (line: string) => boolean): number {
  const end = lines.findIndex(line => !holds(line))
  return end < 0 ? lines.length : end
}
