// The facts of an answer in one line: status, time, size, cache, absent fields.
import type { CallResult } from '../../model/make-call.ts'
import { durationText } from '../../shape/time-text.ts'

export function AnswerBar({ answered, isFailing = false }: { answered: CallResult; isFailing?: boolean }) {
  const { status, ms, bytes, cache, ageS, absent, source } = answered
  const absentCount = absent.pointers.length + absent.more
  return (
    <ul class="spaced facts hint">
      <li class={`tag ${status < 300 ? 'good' : 'bad'}`}>{status}</li>
      <li>{ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms</li>
      <li>{bytesText(bytes)}</li>
      {cache && (
        <li class={cache.hit ? 'tag' : ''}>
          {cache.hit
            ? `from cache, ${durationText(ageS ?? 0)} old`
            : cache.collapsed
              ? 'shared with an identical request'
              : 'read from the shop'}
          {cache.hit && cache.ttlS !== undefined ? `, fresh for ${durationText(cache.ttlS)}` : ''}
        </li>
      )}
      {cache?.hit && isFailing && <li class="tag bad">read before the shop failed; may be outdated</li>}
      {source && (
        <li>
          <a href={source} target="_blank" rel="noopener noreferrer">
            Shop page<span class="quiet"> (opens a new tab)</span>
          </a>
        </li>
      )}
      {absent.dropped > 0 && (
        <li class="tag">
          {absent.dropped} {absent.dropped === 1 ? 'row' : 'rows'} left out
        </li>
      )}
      {absentCount > 0 && (
        <li>
          <details class="absent-list">
            <summary>
              {absentCount} {absentCount === 1 ? 'field' : 'fields'} absent
            </summary>
            <div class="card">
              <p class="hint">
                The shop did not give these fields. Their values in the JSON are placeholders.
              </p>
              <ul>
                {absent.pointers.map(pointer => (
                  <li key={pointer}>
                    <code>{pointer}</code>
                  </li>
                ))}
                {absent.more > 0 && <li>and {absent.more} more</li>}
              </ul>
            </div>
          </details>
        </li>
      )}
    </ul>
  )
}

export function bytesText(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`
}
