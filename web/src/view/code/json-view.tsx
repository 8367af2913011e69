// JSON wherever a page shows it: folds, can be searched and copied.
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { isBranch, searchJson } from '../../shape/json-search.ts'
import { CopyButton } from './copy-button.tsx'
import { DEPTH_OPEN, JsonTree, type JsonTreeState } from './json-tree.tsx'
import { Button } from '../control/button.tsx'

interface Props {
  readonly value: unknown
  /** Names the region for those who cannot see it. */
  readonly label?: string
  /** Stands at the left of the bar. */
  readonly title?: ComponentChildren
}

export function JsonView({ value, label = 'JSON', title }: Props) {
  const folding = useFolding(value)
  const { words, matches, place, step, search } = useSearch(value)
  const current = matches[place]
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => scrollTo(box.current, '.json-here'), [current])
  const state: JsonTreeState = {
    isOpen: (pointer, depth) => Boolean(current?.startsWith(`${pointer}/`)) || folding.isOpen(pointer, depth),
    onToggle: folding.toggle,
    found: useMemo(() => new Set(matches), [matches]),
    current,
  }
  return (
    <div class="json-view">
      <div class="bar">
        {title}
        <label class="inline">
          <span>Search</span>
          <input
            type="search"
            value={words}
            onInput={event => search(event.currentTarget.value)}
            onKeyDown={event => {
              if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
            }}
          />
        </label>
        <span class="hint" role="status">
          {words === '' ? '' : matches.length === 0 ? 'not found' : `${place + 1} of ${matches.length}`}
        </span>
        <span class="buttons">
          {isBranch(value) && (
            <>
              <Button look="small" onClick={() => folding.setAll(true)}>
                Expand all
              </Button>
              <Button look="small" onClick={() => folding.setAll(false)}>
                Collapse
              </Button>
            </>
          )}
          <CopyButton text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
        </span>
      </div>
      <div class="json" ref={box} tabIndex={0} role="region" aria-label={label}>
        {/* What is not JSON (a page of a proxy) is shown as it came. */}
        {typeof value === 'string' ? <pre>{value}</pre> : <JsonTree value={value} state={state} />}
      </div>
    </div>
  )
}

/** All open, all closed, or as the depth says; and what was opened or closed by hand. */
function useFolding(value: unknown) {
  const [all, setAll] = useState<boolean>()
  const [byHand, setByHand] = useState<ReadonlyMap<string, boolean>>(new Map())
  const reset = (isOpen: boolean | undefined) => {
    setAll(isOpen)
    setByHand(new Map())
  }
  useEffect(() => reset(undefined), [value])
  return {
    isOpen: (pointer: string, depth: number) => byHand.get(pointer) ?? all ?? depth < DEPTH_OPEN,
    toggle: (pointer: string, isOpen: boolean) => setByHand(last => new Map(last).set(pointer, isOpen)),
    setAll: reset,
  }
}

function useSearch(value: unknown) {
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState(0)
  const matches = useMemo(() => searchJson(value, words), [value, words])
  const count = Math.max(1, matches.length)
  const place = chosen % count
  return {
    words,
    matches,
    place,
    step: (by: number) => setChosen((place + by + count) % count),
    search: (next: string) => {
      setWords(next)
      setChosen(0)
    },
  }
}

/** Within the box only: the page stays where it is. */
function scrollTo(box: HTMLElement | null, selector: string): void {
  const line = box?.querySelector(selector)
  if (!box || !line) return
  box.scrollTop += line.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3
}
