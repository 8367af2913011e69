// To the page before and after, for operations that have pages.
import type { AnswerProps } from './answer-props.ts'

export function Pagination({ answered, onNavigate, isLast }: AnswerProps & { isLast: boolean }) {
  const { operation, params } = answered
  if (!operation.parameters.some(one => one.name === 'page')) return null
  const page = Number(params.page ?? 1)
  // What is looked up is one thing, not a page of many.
  if (operation.lookup.some(name => params[name] !== undefined)) return null
  const goTo = (next: number) => onNavigate({ operation, params: { ...params, page: String(next) } })
  return (
    <nav class="buttons pages" aria-label="Pages of the answer">
      <button class="button" type="button" disabled={page <= 1} onClick={() => goTo(page - 1)}>
        Previous page
      </button>
      <span>Page {page}</span>
      <button class="button" type="button" disabled={isLast} onClick={() => goTo(page + 1)}>
        Next page
      </button>
    </nav>
  )
}
