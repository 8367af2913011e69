// JSON in which every object and list can be folded. What is folded is not in the page until it is opened.
import type { ComponentChildren } from 'preact'
import { isBranch, pointerOf } from '../../shape/json-search.ts'

/** What is open, and which matches of a search to mark. */
export interface JsonTreeState {
  readonly isOpen: (pointer: string, depth: number) => boolean
  readonly onToggle: (pointer: string, isOpen: boolean) => void
  readonly found: ReadonlySet<string>
  readonly current: string | undefined
}

interface Props {
  readonly value: unknown
  readonly state: JsonTreeState
  readonly pointer?: string
  readonly name?: string
  readonly depth?: number
  /** Whether another one follows. */
  readonly comma?: boolean
}

/** What is deeper is closed at first; of a list only the first item is open. */
export const DEPTH_OPEN = 3

export function JsonTree({ value, state, pointer = '', name, depth = 0, comma = false }: Props) {
  const end = comma ? ',' : ''
  const mark = state.current === pointer ? ' json-here' : state.found.has(pointer) ? ' json-match' : ''
  if (!isBranch(value))
    return (
      <div class={`json-line${mark}`}>
        <Name name={name} />
        <Leaf value={value} />
        {end}
      </div>
    )
  const isList = Array.isArray(value)
  const entries: [string, unknown][] = Object.entries(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const isOpen = state.isOpen(pointer, depth)
  return (
    <details
      open={isOpen}
      onToggle={event => {
        const { open: isNow } = event.currentTarget
        if (isNow !== isOpen) state.onToggle(pointer, isNow)
      }}
    >
      <summary class={mark.trim()} data-folded={` ${countText(entries.length, isList)} ${close}${end}`}>
        <Name name={name} />
        {open}
      </summary>
      {isOpen && (
        <>
          <div class="json-inner">
            {entries.map(([key, inner], place) => (
              <JsonTree
                key={key}
                value={inner}
                state={state}
                pointer={pointerOf(pointer, key)}
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
        </>
      )}
    </details>
  )
}

function countText(count: number, isList: boolean): string {
  const noun = isList ? 'item' : 'field'
  return `${count} ${count === 1 ? noun : `${noun}s`}`
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
