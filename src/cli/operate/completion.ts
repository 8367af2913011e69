// `wares completion`: prints a shell script with all commands, options, operations and parameters.
import { NAMED_SCOPES } from '../../state/keys/key-record.ts'
import { Argument, Command } from 'commander'
import { createRegistry } from '../../engine/request/registry.ts'
import { paramSchema } from '../../http/openapi/param-schema.ts'
import { sites } from '../../../sites/index.ts'
import type { CommandRow } from '../command-row.ts'
import { type Completions, type CommandCompletions, scripts } from './completion-scripts.ts'
import { addTableOrJson } from '../print/output-format.ts'

export function completionCommand(all: readonly CommandRow[]): Command {
  const commands = all.filter(one => !one.isHidden)
  return new Command('completion')
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `
Completes the command \`wares\`, which \`npm link\` puts on the path.
bash:  echo 'source <(wares completion bash)' >> ~/.bashrc
zsh:   wares completion zsh > "\${fpath[1]}/_wares"
fish:  wares completion fish > ~/.config/fish/completions/wares.fish`,
    )
    .action(async (shell: keyof typeof scripts) => {
      console.log(scripts[shell](await collectCompletions(commands)))
    })
}

async function collectCompletions(commands: readonly CommandRow[]): Promise<Completions> {
  const names = commands.map(row => row.name)
  const places = new Map<string, CommandCompletions>([
    ['', { words: [...names, 'help'], options: ['--help', '--version'], takesFile: false }],
    ['help', { words: names, options: [], takesFile: false }],
  ])
  const valued = new Set<string>()
  const values = new Map<string, readonly string[]>()
  for (const { name, load } of commands) {
    addCommandCompletions(await load(), name, { places, valued, values })
  }
  places.set('completion', { words: Object.keys(scripts), options: ['--help'], takesFile: false })
  const { entries } = createRegistry(sites)
  const ids = entries.map(entry => entry.operation.id)
  values.set('keys create --scope', [
    ...new Set([...NAMED_SCOPES, ...entries.map(entry => entry.site.name), ...ids]),
  ])
  for (const name of ['call', 'ops']) {
    const place = places.get(name)
    if (place) places.set(name, { ...place, words: ids })
  }
  for (const { operation } of entries) {
    const params = Object.entries(operation.params)
    const options = [...params.map(([name]) => `--${name}`), '--output', '--json']
    places.set(`call ${operation.id}`, { words: [], options, takesFile: false })
    values.set(`call ${operation.id} --output`, values.get('call --output') ?? [])
    for (const [name, param] of params) {
      valued.add(`--${name}`)
      const accepted = paramSchema(param).enum
      if (Array.isArray(accepted)) values.set(`call ${operation.id} --${name}`, accepted.map(String))
    }
  }
  return { byCommand: places, optionValues: values, optionsWithValue: [...valued] }
}

interface Collected {
  readonly places: Map<string, CommandCompletions>
  readonly valued: Set<string>
  readonly values: Map<string, readonly string[]>
}

function addCommandCompletions(command: Command, path: string, collected: Collected): void {
  const { places, valued, values } = collected
  addTableOrJson(command)
  const options = command.options.flatMap(option => option.long ?? [])
  places.set(path, {
    words: command.commands.map(inner => inner.name()),
    options: [...options, '--help'],
    takesFile: command.registeredArguments.some(argument => FILE_ARGUMENTS.has(argument.name())),
  })
  for (const { long, required, argChoices } of command.options) {
    if (long && required) valued.add(long)
    if (long && argChoices) values.set(`${path} ${long}`, argChoices)
  }
  for (const inner of command.commands) addCommandCompletions(inner, `${path} ${inner.name()}`, collected)
}

/** Arguments that are file names. */
const FILE_ARGUMENTS = new Set(['input', 'page'])
