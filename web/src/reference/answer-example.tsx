// A real answer as a tree of JSON that can be folded.
import { useRef } from 'preact/hooks'
import { CopyButton } from '../view/copy-button.tsx'
import { JsonTree } from './json-tree.tsx'

export function AnswerExample({ status, example }: { status: string; example: unknown }) {
  const tree = useRef<HTMLDivElement>(null)
  if (example === undefined) return null
  const fold = (isOpen: boolean) => {
    for (const one of tree.current?.querySelectorAll('details') ?? []) one.open = isOpen
  }
  return (
    <section class="card code" aria-label="Example answer">
      <div class="bar">
        <h2 class="bar-title">
          Answer <span class="tag good">{status}</span>
        </h2>
        <span class="buttons">
          <button class="button small" type="button" onClick={() => fold(true)}>
            Expand all
          </button>
          <button class="button small" type="button" onClick={() => fold(false)}>
            Collapse
          </button>
          <CopyButton text={JSON.stringify(example, null, 2)} />
        </span>
      </div>
      <div class="json" ref={tree} tabIndex={0} role="region" aria-label="Example answer as JSON">
        <JsonTree value={example} />
      </div>
    </section>
  )
}
