// JSON in which every object and list can be folded.
import type { ComponentChildren } from 'preact'

interface Props {
  readonly value: unknown
  readonly name?: string
  readonly depth?: number
  /** Whether another one follows. */
  readonly comma?: boolean
}

/** What is deeper is closed at first; of a list only the first item is open. */
const DEPTH_OPEN = 3

export function JsonTree({ value, name, depth = 0, comma = false }: Props) {
  const end = comma ? ',' : ''
  if (!isBranch(value))
    return (
      <div class="json-line">
        <Name name={name} />
        <Leaf value={value} />
        {end}
      </div>
    )
  const isList = Array.isArray(value)
  const entries: [string, unknown][] = Object.entries(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  return (
    <details class="json-branch" open={depth < DEPTH_OPEN}>
      <summary>
        <Name name={name} />
        {open}
        <span class="json-folded">
          {' '}
          {entries.length} {isList ? 'items' : 'fields'} {close}
          {end}
        </span>
      </summary>
      <div class="json-inner">
        {entries.map(([key, inner], place) => (
          <JsonTree
            key={key}
            value={inner}
            {...(isList ? {} : { name: key })}
            depth={isList && place > 0 ? DEPTH_OPEN : depth + 1}
            comma={place < entries.length - 1}
          />
        ))}
      </div>
      <div class="json-line">
        {close}
        {end}
      </div>
    </details>
  )
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function Name({ name }: { name: string | undefined }): ComponentChildren {
  if (name === undefined) return null
  return (
    <>
      <span class="json-name">{JSON.stringify(name)}</span>:{' '}
    </>
  )
}

function Leaf({ value }: { value: unknown }) {
  return <span class={typeof value === 'string' ? 'json-text' : 'json-value'}>{JSON.stringify(value)}</span>
}
