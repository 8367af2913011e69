// Where in the shop a product stands: its breadcrumbs in one line.
import { type JsonObject, plainText } from '../../model/absent.ts'

export function Breadcrumbs({ rows }: { rows: readonly JsonObject[] }) {
  return (
    <ol class="trail hint" aria-label="Breadcrumbs">
      {rows.map((row, place) => {
        const name = plainText(row.name ?? row.title ?? row.label)
        const url = plainText(row.url)
        return (
          <li key={place}>
            {url.startsWith('http') ? (
              <a href={url} target="_blank" rel="noreferrer noopener">
                {name}
              </a>
            ) : (
              name
            )}
          </li>
        )
      })}
    </ol>
  )
}
