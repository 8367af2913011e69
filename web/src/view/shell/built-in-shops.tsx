// The shops that come with Wares, folded behind what any shop can do.
import type { ComponentChildren } from 'preact'
import type { Shop } from '../../../../client/src/api.ts'

interface Props {
  readonly count: number
  readonly isOpen: boolean
  readonly children: ComponentChildren
}

export function BuiltInShops({ count, isOpen, children }: Props) {
  if (count === 0) return null
  return (
    <details class="built-in" open={isOpen}>
      <summary>
        Built-in shops <small>{count}</small>
      </summary>
      {children}
    </details>
  )
}

/** Added by the operator, or a built-in one with a real shop behind it. */
export function isOwn({ kind }: Pick<Shop, 'kind'>): boolean {
  return kind !== 'sandbox'
}
