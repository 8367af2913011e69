// The answer as JSON: coloured, searchable, to copy. Colours and matches are drawn by the browser's highlights, over one plain text.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { CopyButton } from './copy-button.tsx'

/** Beyond this the colouring would cost more time than it gives help. */
const HIGHLIGHT_LENGTH_MAX = 400_000

export function RawJson({ text }: { text: string }) {
  const pretty = useMemo(() => prettyPrint(text), [text])
  const [wanted, setWanted] = useState('')
  const [place, setPlace] = useState(0)
  const box = useRef<HTMLPreElement>(null)
  const starts = useMemo(() => findMatches(pretty, wanted), [pretty, wanted])
  const current = starts.length === 0 ? 0 : place % starts.length

  useEffect(() => highlightSyntax(box.current, pretty), [pretty])
  useEffect(() => highlightMatches(box.current, starts, wanted.length, current), [starts, wanted, current])

  const step = (by: number) => setPlace((current + by + starts.length) % Math.max(1, starts.length))
  return (
    <div class="card raw">
      <div class="bar">
        <label class="inline">
          <span>Search</span>
          <input
            type="search"
            value={wanted}
            onInput={event => {
              setWanted(event.currentTarget.value)
              setPlace(0)
            }}
            onKeyDown={event => {
              if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
            }}
          />
        </label>
        <span class="hint" role="status">
          {wanted === '' ? '' : starts.length === 0 ? 'not found' : `${current + 1} of ${starts.length}`}
        </span>
        <button class="button small" type="button" disabled={starts.length < 2} onClick={() => step(1)}>
          Next
        </button>
        <CopyButton text={pretty} />
      </div>
      <pre ref={box} tabIndex={0} role="region" aria-label="JSON">
        {pretty}
      </pre>
    </div>
  )
}

function prettyPrint(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function findMatches(text: string, wanted: string): number[] {
  if (wanted === '') return []
  const [hay, needle] = [text.toLowerCase(), wanted.toLowerCase()]
  const starts: number[] = []
  for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + needle.length)) starts.push(at)
  return starts
}

function highlightSyntax(box: HTMLElement | null, text: string): void {
  const node = box?.firstChild
  if (!node || !CSS.highlights || text.length > HIGHLIGHT_LENGTH_MAX) return
  const ranges: Record<'name' | 'text' | 'number', Range[]> = { name: [], text: [], number: [] }
  for (const match of text.matchAll(
    /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g,
  )) {
    const kind = match[1] === undefined ? 'number' : match[2] ? 'name' : 'text'
    ranges[kind].push(rangeOf(node, match.index, (match[1] ?? match[0]).length))
  }
  for (const [kind, list] of Object.entries(ranges))
    CSS.highlights.set(`json-${kind}`, new Highlight(...list))
}

function highlightMatches(
  box: HTMLElement | null,
  starts: readonly number[],
  length: number,
  current: number,
): void {
  const node = box?.firstChild
  if (!box || !node) return
  const ranges = starts.map(start => rangeOf(node, start, length))
  const here = ranges[current]
  if (CSS.highlights) {
    CSS.highlights.set('json-match', new Highlight(...ranges))
    CSS.highlights.set('json-here', new Highlight(...(here ? [here] : [])))
  }
  if (here)
    box.scrollTop += here.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3
}

function rangeOf(node: Node, start: number, length: number): Range {
  const range = new Range()
  range.setStart(node, start)
  range.setEnd(node, start + length)
  return range
}
