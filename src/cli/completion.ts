// `wares completion`: a script for the shell, with the commands, their options, the operations and their parameters in it.
import { Argument, Command } from 'commander'
import { createRegistry } from '../engine/registry.ts'
import { sites } from '../sites/index.ts'
import { commands } from './commands.ts'

/** What may follow the words so far, options left aside: `keys` → create, list … */
type Followers = ReadonlyMap<string, readonly string[]>

export function completionCommand(): Command {
  return new Command('completion')
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `
bash:  echo 'source <(npx wares completion bash)' >> ~/.bashrc
zsh:   npx wares completion zsh > "\${fpath[1]}/_wares"
fish:  npx wares completion fish > ~/.config/fish/completions/wares.fish`,
    )
    .action(async (shell: keyof typeof scripts) => {
      console.log(scripts[shell](await followers()))
    })
}

async function followers(): Promise<Followers> {
  const found = new Map<string, string[]>([['', [...commands.map(row => row.name), '--help', '--version']]])
  for (const { name, load } of commands) {
    // This very command is the one whose code is loaded already; loading it again would be a circle.
    if (name === 'completion') found.set(name, Object.keys(scripts))
    else collect(await load(), name, found)
  }
  const { entries } = createRegistry(sites)
  found.get('call')?.unshift(...entries.map(entry => entry.operation.id))
  for (const { operation } of entries) {
    found.set(
      `call ${operation.id}`,
      Object.keys(operation.params).map(name => `--${name}`),
    )
  }
  return found
}

function collect(command: Command, path: string, found: Map<string, string[]>): void {
  const options = command.options.flatMap(option => option.long ?? [])
  found.set(path, [...command.commands.map(inner => inner.name()), ...options, '--help'])
  for (const inner of command.commands) collect(inner, `${path} ${inner.name()}`, found)
}

/** The longest path first: a value of an option may follow it, and is then taken for a word. */
function byLength(known: Followers): [string, readonly string[]][] {
  return [...known].toSorted(([a], [b]) => b.length - a.length)
}

function cases(known: Followers): string {
  return byLength(known)
    .map(([path, words]) => `    ${path ? `"${path}"|"${path} "*` : '*'}) words="${words.join(' ')}" ;;`)
    .join('\n')
}

const scripts = {
  bash: (known: Followers) => `_wares() {
  local path="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases(known)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _wares wares`,

  zsh: (known: Followers) => `#compdef wares
_wares() {
  local path_so_far="" candidates="" word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$word" in -*) ;; *) path_so_far="\${path_so_far:+$path_so_far }$word" ;; esac
  done
  case "$path_so_far" in
${cases(known).replaceAll('words="', 'candidates="')}
  esac
  compadd -- \${=candidates}
}
compdef _wares wares`,

  fish: (known: Followers) => `function __wares_path
  set -l path
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; or set -a path $word
  end
  string join ' ' -- $path
end
${byLength(known)
  .map(([path, words]) => {
    const test = path
      ? `string match -qr -- '^${path.replaceAll('.', '\\.')}( |$)' (__wares_path)`
      : 'test -z (__wares_path)'
    return `complete -c wares -f -n "${test}" -a "${words.join(' ')}"`
  })
  .join('\n')}`,
}
