// What the search has found, best first, with the words marked.
import type { SearchHit } from '../model/search-reference.ts'

export function SearchResults({ hits, query }: { hits: readonly SearchHit[]; query: string }) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return (
    <section class="parts found-pages" aria-label="Search results">
      <p class="hint" role="status">
        {hits.length === 0 ? 'No results.' : hits.length === 1 ? '1 result' : `${hits.length} results`}
      </p>
      <ul>
        {hits.map(hit => (
          <li key={`${hit.kind} ${hit.href}`}>
            <a href={hit.href}>
              <span class="found-title">
                <b>
                  <Marked text={hit.title} words={words} />
                </b>
                <small>{hit.kind}</small>
              </span>
              <span class="found-text">
                {hit.where !== '' && (
                  <>
                    <Marked text={hit.where} words={words} />
                    {hit.excerpt === '' ? '' : ': '}
                  </>
                )}
                <Marked text={hit.excerpt} words={words} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const low = text.toLowerCase()
  const parts = []
  let end = 0
  while (end < text.length) {
    const next = words
      .map(word => ({ word, place: low.indexOf(word, end) }))
      .filter(({ place }) => place >= 0)
      .toSorted((a, b) => a.place - b.place)[0]
    if (!next) break
    parts.push(text.slice(end, next.place))
    end = next.place + next.word.length
    parts.push(<mark key={end}>{text.slice(next.place, end)}</mark>)
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
