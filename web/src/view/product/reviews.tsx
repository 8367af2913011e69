// Customer reviews.
import { type JsonObject, plainText } from '../../model/absent.ts'
import { findText, fieldsOf } from '../../shape/find-fields.ts'

const TEXTS = ['reviewText', 'text', 'body', 'comment', 'review']

export function isReviews(rows: readonly JsonObject[]): boolean {
  return rows.every(
    row => typeof row.rating === 'number' && findText([...fieldsOf(row, 1)], TEXTS) !== undefined,
  )
}

export function Reviews({ title, rows }: { title: string; rows: readonly JsonObject[] }) {
  return (
    <section class="card">
      <h3>
        {title} <small>{rows.length}</small>
      </h3>
      <ul class="reviews">
        {rows.map((row, place) => {
          const fields = [...fieldsOf(row, 1)]
          const by = findText(fields, ['displayName', 'userNickname', 'author', 'name'])
          const when = findText(fields, ['submissionTime', 'date', 'created_at'])?.slice(0, 10)
          return (
            <li key={place}>
              <p class="line">
                <strong>★ {plainText(row.rating)}</strong>
                <strong>{findText(fields, ['title'])}</strong>
                <span class="hint">{[by, when].filter(Boolean).join(', ')}</span>
              </p>
              <p>{findText(fields, TEXTS)}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
