// The magic words of the sandbox as buttons: simulate an error of the shop with one click.
import {
  magicWordParameter,
  type MagicWords as Words,
  withMagicWord,
} from '../../model/magic-word-parameter.ts'
import type { Operation, Params } from '../../model/operations.ts'

interface Props {
  readonly operation: Operation
  readonly params: Params
  readonly words: Words
  readonly disabled: boolean
  readonly onPick: (params: Params) => void
}

export function MagicWords({ operation, params, words, disabled, onPick }: Props) {
  const name = magicWordParameter(operation, params)
  if (name === undefined || Object.keys(words).length === 0) return null
  return (
    <details class="more magic">
      <summary>Simulate an error</summary>
      <p class="hint">
        This site is sandboxed: a magic word in <code>{name}</code> makes its shop misbehave. See{' '}
        <a href="/docs/guides/errors">all errors</a>.
      </p>
      <div class="chips">
        {Object.entries(words).map(([word, { effect }]) => (
          <button
            key={word}
            class="chip"
            type="button"
            title={effect}
            disabled={disabled}
            onClick={() => onPick(withMagicWord(operation, params, name, word))}
          >
            ~{word}
          </button>
        ))}
      </div>
    </details>
  )
}
