// Checks that a command mentioned in a sentence exists: its name, subcommands and options.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { commands } from '../../src/cli/commands.ts'
import { ROOT } from '../e2e/process.ts'

/** The first unknown word; undefined when all are known. */
export async function findUnknownWord(line: string): Promise<string | undefined> {
  const [program, ...words] = line.replace(/^npx /, '').split(/\s+/)
  if (program === 'npm') return unknownScript(words[1] ?? '')
  const [name = '', ...rest] = words
  // `wares COMMAND --help`
  if (name === 'COMMAND' || name.startsWith('--'))
    return ['--help', '--version'].find(one => words.includes(one)) ? undefined : name
  const row = commands.find(one => one.name === name)
  return row ? findUnknownOption(await row.load(), rest) : name
}

function unknownScript(name: string): string | undefined {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return name in scripts ? undefined : name
}

function findUnknownOption(command: Command, words: readonly string[]): string | undefined {
  const [first = '', ...rest] = words
  const inner = command.commands.find(one => one.name() === first)
  if (inner) return findUnknownOption(inner, rest)
  // `shops NAME` takes a name where other commands have only subcommands.
  const takesWords = command.registeredArguments.length > 0
  if (command.commands.length > 0 && !takesWords && /^[a-z]/.test(first)) return first
  // `call` accepts the parameters of the operation.
  if (command.name() === 'call') return undefined
  const known = new Set(['--help', ...command.options.map(option => option.long)])
  return words
    .map(word => word.replaceAll(/[[\]]/g, ''))
    .find(word => word.startsWith('--') && !known.has(word))
}
