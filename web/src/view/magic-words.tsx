// The magic inputs of the sandbox as buttons: each error of the table one press away.
import type { Operation, Params } from '../model/operations.ts'

interface Props {
  readonly operation: Operation
  readonly params: Params
  readonly words: Readonly<Record<string, string>>
  readonly disabled: boolean
  readonly onPick: (params: Params) => void
}

export function MagicWords({ operation, params, words, disabled, onPick }: Props) {
  const name = carrierOf(operation, params)
  if (name === undefined || Object.keys(words).length === 0) return null
  const plain = without(String(params[name] ?? operation.example[name] ?? ''))
  return (
    <details class="more magic">
      <summary>Meet an error</summary>
      <p class="hint">
        This site is sandboxed: a magic word in <code>{name}</code> makes its shop misbehave.
      </p>
      <div class="chips">
        {Object.entries(words).map(([word, effect]) => (
          <button
            key={word}
            class="chip"
            type="button"
            title={effect}
            disabled={disabled}
            onClick={() => onPick({ ...params, [name]: `${plain}~${word}` })}
          >
            ~{word}
          </button>
        ))}
      </div>
    </details>
  )
}

/** The parameter that takes the word: the look-up value in use, or the words of a search. */
function carrierOf(operation: Operation, params: Params): string | undefined {
  const names = operation.lookup.length > 0 ? operation.lookup : ['query']
  const usable = names.filter(name => operation.parameters.some(one => one.name === name))
  return usable.find(name => params[name]) ?? usable.find(name => operation.example[name])
}

function without(text: string): string {
  return text.replace(/~[a-z]+$/, '')
}
