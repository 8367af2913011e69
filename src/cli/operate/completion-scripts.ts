// The completion scripts for bash, zsh and fish: each finds the command typed so far and suggests what may follow.

/** What may follow a command: `keys` → create, list … */
export interface CommandCompletions {
  /** Commands and operations. */
  readonly words: readonly string[]
  readonly options: readonly string[]
  readonly takesFile: boolean
}

export interface Completions {
  readonly byCommand: ReadonlyMap<string, CommandCompletions>
  /** Values of an option, by command and option: `call sneakerhub.prices --country` → UK, FR, US. */
  readonly optionValues: ReadonlyMap<string, readonly string[]>
  /** Options that take a value. */
  readonly optionsWithValue: readonly string[]
}

/** Options are suggested only after a dash, unless nothing else can follow. */
function suggestionsFor({ words, options, takesFile }: CommandCompletions): {
  plain: readonly string[]
  dashed: readonly string[]
} {
  return { plain: words.length > 0 || takesFile ? words : options, dashed: options }
}

/** The longest path first, so that a subcommand is found before its parent. */
function longestFirst({ byCommand }: Completions): [string, CommandCompletions][] {
  return [...byCommand].toSorted(([a], [b]) => b.length - a.length)
}

/** The part that bash and zsh have in common. */
function posixCases(known: Completions): string {
  const valued = [...known.optionValues].map(
    ([path, words]) => `    "${path}") plain="${words.join(' ')}" ;;`,
  )
  const placed = longestFirst(known).map(([path, place]) => {
    const { plain, dashed } = suggestionsFor(place)
    const pattern = path ? `"${path} "|"${path} "*" "` : '" "'
    return `    ${pattern}) plain="${plain.join(' ')}" dashed="${dashed.join(' ')}" ;;`
  })
  const anyValue = known.optionsWithValue.map(option => `*" ${option}"`).join('|')
  return [...valued, `    ${anyValue}) ;;`, ...placed].join('\n')
}

function posixPath(known: Completions, words: string): string {
  return `  for word in ${words}; do
    case "$option" in ${known.optionsWithValue.join('|')}) option=""; continue ;; esac
    case "$word" in
      -*) option="$word" ;;
      *) option="" sofar="\${sofar:+$sofar }$word" ;;
    esac
  done
  case "$option" in ${known.optionsWithValue.join('|')}) ;; *) option="" ;; esac
  case "$sofar $option" in
${posixCases(known)}
  esac`
}

export const scripts = {
  bash: (known: Completions) => `_wares() {
  local sofar="" option="" plain="" dashed="" word current="\${COMP_WORDS[COMP_CWORD]}"
${posixPath(known, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
  case "$current" in -*) plain="$dashed" ;; esac
  COMPREPLY=($(compgen -W "$plain" -- "$current"))
}
complete -o default -F _wares wares`,

  zsh: (known: Completions) => `#compdef wares
_wares() {
  local sofar="" option="" plain="" dashed="" word current="\${words[CURRENT]}"
${posixPath(known, '"${(@)words[2,CURRENT-1]}"')}
  case "$current" in -*) plain="$dashed" ;; esac
  if [[ -n "$plain" ]]; then compadd -- \${=plain}; else _files; fi
}
# Found on $fpath, this file is the function itself; otherwise it was read at the start.
if [[ "$funcstack[1]" = _wares ]]; then _wares "$@"; else compdef _wares wares; fi`,

  fish: (known: Completions) => `function __wares_complete
  set -l valued ${known.optionsWithValue.join(' ')}
  set -l current (commandline -ct)
  set -l sofar
  set -l option ''
  for word in (commandline -opc)[2..-1]
    if contains -- "$option" $valued
      set option ''
    else if string match -q -- '-*' $word
      set option $word
    else
      set -a sofar $word
      set option ''
    end
  end
  contains -- "$option" $valued; or set option ''
  set -l plain
  set -l dashed
  switch "$sofar $option"
${fishCases(known)}
  end
  string match -q -- '-*' $current; and set plain $dashed
  if set -q plain[1]
    printf '%s\\n' $plain
  else
    __fish_complete_path $current
  end
end
complete -c wares -f -a '(__wares_complete)'`,
}

function fishCases(known: Completions): string {
  const valued = [...known.optionValues].map(
    ([path, words]) => `    case '${path}'\n      set plain ${words.join(' ')}`,
  )
  const anyValue = `    case ${known.optionsWithValue.map(option => `'* ${option}'`).join(' ')}`
  const placed = longestFirst(known).map(([path, place]) => {
    const { plain, dashed } = suggestionsFor(place)
    const pattern = path ? `'${path} ' '${path} * '` : `' '`
    return `    case ${pattern}\n      set plain ${plain.join(' ')}\n      set dashed ${dashed.join(' ')}`
  })
  return [...valued, anyValue, ...placed].join('\n')
}
