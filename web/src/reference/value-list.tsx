// A closed set of values; a long one is opened when wanted.

interface Props {
  readonly label: string
  readonly values: readonly string[]
  readonly initial?: unknown
}

const VALUES_OPEN = 12

export function ValueList({ label, values, initial }: Props) {
  if (values.length === 0) return null
  const list = (
    <ul class="chips values" aria-label={label}>
      {values.map(value => (
        <li key={value}>
          <code>{value}</code>
          {value === initial && <small> default</small>}
        </li>
      ))}
    </ul>
  )
  if (values.length <= VALUES_OPEN) return list
  return (
    <details class="more">
      <summary>
        {label}: {values.length}
      </summary>
      {list}
    </details>
  )
}
