// A real answer as JSON that can be folded.
import { JsonView } from '../view/code/json-view.tsx'

export function AnswerExample({ status, example }: { status: string; example: unknown }) {
  if (example === undefined) return null
  return (
    <section class="card code" aria-label="Example answer">
      <JsonView
        value={example}
        label="Example answer as JSON"
        title={
          <h2 class="bar-title">
            Answer <span class="tag good">{status}</span>
          </h2>
        }
      />
    </section>
  )
}
