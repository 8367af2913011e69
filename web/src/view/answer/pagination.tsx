// Links to the previous and next page, for operations with pages: each only where there is such a page.
import type { AnswerProps } from './answer-props.ts'
import { Button } from '../control/button.tsx'

export function Pagination({ answered, onNavigate, hasNext }: AnswerProps & { hasNext: boolean }) {
  const { operation, params } = answered
  if (!operation.parameters.some(one => one.name === 'page')) return null
  const page = Number(params.page ?? 1)
  // What is looked up is one thing, not a page of many.
  if (operation.lookup.some(name => params[name] !== undefined)) return null
  if (page <= 1 && !hasNext) return null
  const goTo = (next: number) => onNavigate({ operation, params: { ...params, page: String(next) } })
  return (
    <nav class="buttons pages" aria-label="Pages of the answer">
      {page > 1 && <Button onClick={() => goTo(page - 1)}>Previous page</Button>}
      <span>Page {page}</span>
      {hasNext && <Button onClick={() => goTo(page + 1)}>Next page</Button>}
    </nav>
  )
}
