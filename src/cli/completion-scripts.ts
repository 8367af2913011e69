// The completion scripts of the three shells: each finds the command typed so far, and offers what may follow it.

/** What may follow a command, by the words typed so far: `keys` → create, list … */
export interface Place {
  /** Commands and operations. */
  readonly words: readonly string[]
  readonly options: readonly string[]
  readonly takesFile: boolean
}

export interface Known {
  readonly places: ReadonlyMap<string, Place>
  /** What may follow an option, by command and option: `call sneakerhub.prices --country` → UK, FR, US. */
  readonly values: ReadonlyMap<string, readonly string[]>
  /** Options that are followed by a value. */
  readonly valued: readonly string[]
}

/** Options wait for a dash, unless nothing else can follow. */
function offers({ words, options, takesFile }: Place): {
  plain: readonly string[]
  dashed: readonly string[]
} {
  return { plain: words.length > 0 || takesFile ? words : options, dashed: options }
}

/** The longest path first: what stands behind a command, such as a file, must not hide it. */
function longestFirst({ places }: Known): [string, Place][] {
  return [...places].toSorted(([a], [b]) => b.length - a.length)
}

/** bash and zsh agree on this much. */
function posixCases(known: Known): string {
  const valued = [...known.values].map(([path, words]) => `    "${path}") plain="${words.join(' ')}" ;;`)
  const placed = longestFirst(known).map(([path, place]) => {
    const { plain, dashed } = offers(place)
    const pattern = path ? `"${path} "|"${path} "*" "` : '" "'
    return `    ${pattern}) plain="${plain.join(' ')}" dashed="${dashed.join(' ')}" ;;`
  })
  const anyValue = known.valued.map(option => `*" ${option}"`).join('|')
  return [...valued, `    ${anyValue}) ;;`, ...placed].join('\n')
}

function posixPath(known: Known, words: string): string {
  return `  for word in ${words}; do
    case "$option" in ${known.valued.join('|')}) option=""; continue ;; esac
    case "$word" in
      -*) option="$word" ;;
      *) option="" sofar="\${sofar:+$sofar }$word" ;;
    esac
  done
  case "$option" in ${known.valued.join('|')}) ;; *) option="" ;; esac
  case "$sofar $option" in
${posixCases(known)}
  esac`
}

export const scripts = {
  bash: (known: Known) => `_wares() {
  local sofar="" option="" plain="" dashed="" word current="\${COMP_WORDS[COMP_CWORD]}"
${posixPath(known, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
  case "$current" in -*) plain="$dashed" ;; esac
  COMPREPLY=($(compgen -W "$plain" -- "$current"))
}
complete -o default -F _wares wares`,

  zsh: (known: Known) => `#compdef wares
_wares() {
  local sofar="" option="" plain="" dashed="" word current="\${words[CURRENT]}"
${posixPath(known, '"${(@)words[2,CURRENT-1]}"')}
  case "$current" in -*) plain="$dashed" ;; esac
  if [[ -n "$plain" ]]; then compadd -- \${=plain}; else _files; fi
}
# Found on $fpath, this file is the function itself; otherwise it was read at the start.
if [[ "$funcstack[1]" = _wares ]]; then _wares "$@"; else compdef _wares wares; fi`,

  fish: (known: Known) => `function __wares_complete
  set -l valued ${known.valued.join(' ')}
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

function fishCases(known: Known): string {
  const valued = [...known.values].map(
    ([path, words]) => `    case '${path}'\n      set plain ${words.join(' ')}`,
  )
  const anyValue = `    case ${known.valued.map(option => `'* ${option}'`).join(' ')}`
  const placed = longestFirst(known).map(([path, place]) => {
    const { plain, dashed } = offers(place)
    const pattern = path ? `'${path} ' '${path} * '` : `' '`
    return `    case ${pattern}\n      set plain ${plain.join(' ')}\n      set dashed ${dashed.join(' ')}`
  })
  return [...valued, anyValue, ...placed].join('\n')
}
