// JSON wherever a page shows it: every object and list folds. What is folded is not in the page until it is opened.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../control/button.tsx'
import { CopyButton } from './copy-button.tsx'

interface Props {
  readonly value: unknown
  /** Names the region for those who cannot see it. */
  readonly label?: string
  /** Stands at the left of the bar. */
  readonly title?: ComponentChildren
}

export function JsonView({ value, label = 'JSON', title }: Props) {
  // Each choice makes a new tree: what was opened by hand is forgotten.
  const [folding, setFolding] = useState<{ readonly isOpen?: boolean; readonly choices: number }>({
    choices: 0,
  })
  const fold = (isOpen: boolean) => setFolding({ isOpen, choices: folding.choices + 1 })
  return (
    <div class="json-view">
      <div class="bar">
        {title}
        <span class="buttons">
          {isBranch(value) && (
            <>
              <Button look="small" onClick={() => fold(true)}>
                Expand all
              </Button>
              <Button look="small" onClick={() => fold(false)}>
                Collapse
              </Button>
            </>
          )}
          <CopyButton text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
        </span>
      </div>
      <div class="json" tabIndex={0} role="region" aria-label={label}>
        {/* What is not JSON (a page of a proxy) is shown as it came. */}
        {typeof value === 'string' ? (
          <pre>{value}</pre>
        ) : (
          <JsonTree key={folding.choices} value={value} isOpen={folding.isOpen} />
        )}
      </div>
    </div>
  )
}

interface TreeProps {
  readonly value: unknown
  /** Whether all is open; undefined where that depends on the depth. */
  readonly isOpen: boolean | undefined
  readonly name?: string
  readonly depth?: number
  /** Whether another one follows. */
  readonly comma?: boolean
}

interface CardProps extends Pick<Props, 'value'> {
  readonly label: string
  readonly title: string
  readonly status: string
  /** A note beside the status. */
  readonly note?: string
  /** Content below the JSON. */
  readonly children?: ComponentChildren
}

/** An answer beside the request that it belongs to. */
export function JsonCard({ value, label, title, status, note, children }: CardProps) {
  const heading = (
    <h2 class="bar-title">
      {title} <span class={`tag ${Number(status) < 400 ? 'good' : 'bad'}`}>{status}</span>{' '}
      {note && <small>{note}</small>}
    </h2>
  )
  return (
    <section class="card code" aria-label={label}>
      <JsonView value={value} label={`${label} as JSON`} title={heading} />
      {children}
    </section>
  )
}

/** What is deeper is closed at first; of a list only the first item is open. */
const DEPTH_OPEN = 3

function JsonTree({ value, isOpen: isAllOpen, name, depth = 0, comma = false }: TreeProps) {
  const [isOpen, setIsOpen] = useState(isAllOpen ?? depth < DEPTH_OPEN)
  const end = comma ? ',' : ''
  if (!isBranch(value))
    return (
      <div class="json-line">
        <Name name={name} />
        <span class={typeof value === 'string' ? 'json-text' : 'json-value'}>{JSON.stringify(value)}</span>
        {end}
      </div>
    )
  const isList = Array.isArray(value)
  const entries: [string, unknown][] = Object.entries(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  return (
    <details open={isOpen} onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary data-folded={` ${countText(entries.length, isList)} ${close}${end}`}>
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
                isOpen={isAllOpen}
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

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function countText(count: number, isList: boolean): string {
  const noun = isList ? 'item' : 'field'
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}

function Name({ name }: Pick<TreeProps, 'name'>) {
  if (name === undefined) return null
  return (
    <>
      <span class="json-name">{JSON.stringify(name)}</span>:{' '}
    </>
  )
}
