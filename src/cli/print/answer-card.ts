// Formats one item of an answer as a card: its name, a line per field, and tables for its lists.
import { styleText } from 'node:util'
import { answerTable, isReadableList, listText, NOT_GIVEN_SIGN } from './answer-table.ts'
import { isNotGiven, NOT_GIVEN, type TextTree, type ReadableRecord } from './readable-answer.ts'
import { fitText, padText, textWidth } from './terminal-text.ts'

const NOT_GIVEN_TEXT = 'not given by the shop'
/** Maximum rows of a list within an item; `--json` prints all. */
const ROWS_MAX = 12
const NAME_MAX = 36
const INDENT = '  '

interface Line {
  readonly name: string
  readonly text: string | null
}

export function answerCard(item: ReadableRecord, width: number): string[] {
  const { title, rest } = takeTitle(item)
  const lines: Line[] = []
  const lists: { name: string; items: readonly TextTree[] }[] = []
  collect(rest, '', lines, lists)
  const nameWidth = Math.min(NAME_MAX, Math.max(0, ...lines.map(line => textWidth(line.name))))
  return [
    ...(title === '' ? [] : [styleText('bold', fitText(title, width)), '']),
    ...lines.map(({ name, text }) => cardLine(name, text, nameWidth, width)),
    ...lists.flatMap(({ name, items }) => listLines(name, items, width)),
  ]
}

function takeTitle(item: ReadableRecord): { title: string; rest: ReadableRecord } {
  for (const field of ['name', 'title']) {
    const { [field]: title, ...rest } = item
    if (typeof title === 'string' && title !== '') return { title, rest }
  }
  return { title: '', rest: item }
}

function cardLine(name: string, text: string | null, nameWidth: number, width: number): string {
  const label = styleText('cyan', padText(fitText(name, nameWidth), nameWidth))
  const room = Math.max(1, width - nameWidth - INDENT.length)
  const value =
    text === NOT_GIVEN ? styleText('dim', fitText(NOT_GIVEN_TEXT, room)) : fitText(text || '(empty)', room)
  return `${label}${INDENT}${value}`
}

function collect(
  record: ReadableRecord,
  path: string,
  lines: Line[],
  lists: { name: string; items: readonly TextTree[] }[],
): void {
  for (const [key, value] of Object.entries(record)) {
    const name = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string') lines.push({ name, text: value })
    else if (isNotGiven(value)) lines.push({ name, text: NOT_GIVEN })
    else if (value === NOT_GIVEN) continue
    else if (!isReadableList(value)) collect(value, name, lines, lists)
    else if (value.some(one => typeof one === 'object' && one !== null)) lists.push({ name, items: value })
    else lines.push({ name, text: listText(value) })
  }
}

function listLines(name: string, items: readonly TextTree[], width: number): string[] {
  const { lines, hasNotGiven } = answerTable(items.slice(0, ROWS_MAX), width - INDENT.length)
  const more = items.length - ROWS_MAX
  return [
    '',
    styleText('bold', `${name} (${items.length})`),
    ...lines.map((line, place) => INDENT + (place === 0 ? styleText('dim', line) : line)),
    ...(more > 0 ? [styleText('dim', `${INDENT}… and ${more} more; --json shows all`)] : []),
    ...(hasNotGiven ? [styleText('dim', `${INDENT}${NOT_GIVEN_SIGN} means: ${NOT_GIVEN_TEXT}`)] : []),
  ]
}
