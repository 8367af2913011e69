// Parses the commands of a document, in order: what to run, the expected result, and the output that the block shows.
import { execFileSync } from 'node:child_process'
import type { Document } from './documents.ts'
import { skippedCommands } from './skipped-commands.ts'

export interface Step {
  /** Location and command: `README.md:12 npm start`. */
  readonly name: string
  readonly command: string
  /** Exit code and HTTP status that a comment on the line announces: `# exits with 1`, `# 404`. */
  readonly exitCode: number
  readonly status: number | undefined
  /** Runs until it is stopped; ready when its output matches. */
  readonly ready: RegExp | undefined
  /** Files that the reader was told to save before. */
  readonly files: readonly { readonly name: string; readonly text: string }[]
  /** What the machine must have: a service, for all commands after its first mention; a program, where it is called. */
  readonly needs: readonly string[]
  /** Lines of the output block after the last command of a block, in order. */
  readonly shows: readonly string[]
}

/** Commands that run until stopped, with the output that shows that they are ready. */
const LONG_RUNNING: readonly [RegExp, RegExp][] = [
  [/\bnpm start$|\bwares(?:\.js)? start$/, /Wares is ready/],
  [/\bwares start --worker$/, /The worker is ready/],
  [/\bnode receiver\.mjs$/, /The receiver is ready/],
]

export function stepsOf({ path, blocks }: Document): Step[] {
  const steps: Step[] = []
  let files: { name: string; text: string }[] = []
  const services = new Set<string>()
  for (const [place, block] of blocks.entries()) {
    if (block.savedAs !== undefined) files.push({ name: block.savedAs, text: `${block.text}\n` })
    if (block.language !== 'sh') continue
    const commands = splitCommands(block.text)
      .map(({ text, line }) => ({ text: withoutSkipped(text), line: block.line + line }))
      .filter(({ text }) => withoutComments(text) !== '')
    const after = blocks[place + 1]
    const shown = after?.language === 'text' ? after.text.split('\n').filter(Boolean) : []
    for (const [number, { text, line }] of commands.entries()) {
      const comment = /(?:^|\s)#(.*)$/m.exec(text)?.[1] ?? ''
      const plain = withoutComments(text)
      for (const service of ['redis', 'postgres']) if (plain.includes(`${service}://`)) services.add(service)
      const programs = ['sqlite3', 'pg_dump', 'pg_restore', 'psql'].filter(program =>
        plain.startsWith(`${program} `),
      )
      steps.push({
        name: `${path}:${line} ${plain.split('\n', 1)[0]}`,
        command: text,
        exitCode: Number(/exits with (\d+)/.exec(comment)?.[1] ?? 0),
        status: numberIn(/(?<![\d,.])(304|[45]\d\d)\b(?!,)/.exec(comment)?.[1]),
        ready: LONG_RUNNING.find(([command]) => command.test(plain))?.[1],
        files,
        needs: [...services, ...programs],
        shows: number === commands.length - 1 ? shown : [],
      })
      files = []
    }
  }
  return steps
}

/** Every command of a document, split at `&&`. */
export function commandPartsOf({ blocks }: Document): string[] {
  const shell = blocks.filter(block => block.language === 'sh')
  return shell.flatMap(block =>
    splitCommands(block.text).flatMap(({ text }) => withoutComments(text).split(' && ')),
  )
}

/** A command ends where bash considers it complete, including quotes, continued lines, functions and here-documents. */
function splitCommands(block: string): { text: string; line: number }[] {
  const commands: { text: string; line: number }[] = []
  let lines: string[] = []
  for (const [place, line] of block.split('\n').entries()) {
    lines.push(line)
    const text = lines.join('\n')
    // A comment belongs to the command below it.
    if (line.endsWith('\\') || withoutComments(text) === '' || !isCompleteCommand(text)) continue
    commands.push({ text: text.trim(), line: place - lines.length + 1 })
    lines = []
  }
  if (withoutComments(lines.join('\n')) !== '') throw new Error(`not a whole command: ${lines.join('\n')}`)
  return commands
}

function isCompleteCommand(text: string): boolean {
  try {
    execFileSync('bash', ['-n', '-c', text], { stdio: 'pipe' })
  } catch {
    // bash reports incomplete input by its exit code.
    return false
  }
  // bash only warns about a here-document without an end.
  const end = /<<'?(\w+)'?/.exec(text)?.[1]
  return end === undefined || new RegExp(`^${end}$`, 'm').test(text)
}

function withoutComments(text: string): string {
  const lines = text.split('\n').map(line => line.replace(/(?:^|\s)#.*$/, '').trimEnd())
  return lines.join('\n').trim()
}

function withoutSkipped(text: string): string {
  const parts = withoutComments(text).split(' && ')
  if (parts.every(part => skippedCommands[part] === undefined)) return text
  return parts.filter(part => skippedCommands[part] === undefined).join(' && ')
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}
