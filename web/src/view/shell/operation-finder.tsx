// The finder: one field for every operation, page, guide, shop and watch, opened with Ctrl+K and used by the keyboard alone.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import '../../finder.css'
import {
  type Destination,
  destinationsOf,
  findDestinations,
  type Contents,
} from '../../model/destinations.ts'
import { guides } from '../../model/guides.ts'
import { useLoaded, getExplorerInfo, getJson, getSites } from './server-info.ts'
import type { ServerStatus, Watch } from '../../../../client/src/api.ts'
import { readStoredKey } from '../../model/stored-key.ts'
import { createWatchApi } from '../../model/watch-api.ts'

const SHOWN_MAX = 12
const GUIDES = guides.map(({ address, title, job }) => ({
  href: address,
  name: title,
  about: `${job} · Guide`,
}))

export function OperationFinder({ onClose }: { onClose: () => void }) {
  const destinations = useDestinations()
  const dialog = useRef<HTMLDialogElement>(null)
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState(0)
  const matches = findDestinations(destinations ?? [], words).slice(0, SHOWN_MAX)
  const current = Math.min(chosen, Math.max(0, matches.length - 1))
  useEffect(() => dialog.current?.showModal(), [])
  const open = (destination: Destination | undefined) => {
    if (!destination) return
    dialog.current?.close()
    location.assign(destination.href)
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') {
      event.preventDefault()
      open(matches[current])
    } else if (step !== undefined && matches.length > 0) {
      event.preventDefault()
      setChosen((current + step + matches.length) % matches.length)
    }
  }
  return (
    <dialog
      ref={dialog}
      class="finder"
      aria-label="Find an operation or page"
      onClose={onClose}
      onClick={event => {
        // A click beside the box hits the dialog itself.
        if (event.target === dialog.current) dialog.current?.close()
      }}
    >
      <div class="finder-box">
        <input
          type="text"
          role="combobox"
          aria-label="Operation, page, shop or watch"
          aria-expanded={matches.length > 0}
          aria-controls="finder-list"
          aria-activedescendant={matches[current] ? `finder-${current}` : undefined}
          autocomplete="off"
          spellcheck={false}
          placeholder="Operation, page, shop or watch"
          value={words}
          onInput={event => {
            setWords(event.currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={move}
        />
        <FoundList matches={matches} current={current} onOpen={open} />
        {matches.length === 0 && <p class="hint">{destinations ? 'No match.' : 'Loading…'}</p>}
        <p class="hint keys">↑ ↓ to choose, Enter to open, Esc to close</p>
      </div>
    </dialog>
  )
}

/** Undefined until the server has answered. */
function useDestinations(): readonly Destination[] | undefined {
  const { value } = useLoaded(loadKnown)
  return useMemo(() => value && [...destinationsOf(value), ...GUIDES], [value])
}

interface ListProps {
  readonly matches: readonly Destination[]
  readonly current: number
  readonly onOpen: (destination: Destination) => void
}

function FoundList({ matches, current, onOpen }: ListProps) {
  return (
    <ul id="finder-list" role="listbox" aria-label="Operations and pages">
      {matches.map((destination, place) => (
        <li
          key={`${destination.href} ${destination.about}`}
          id={`finder-${place}`}
          role="option"
          aria-selected={place === current}
          onClick={() => onOpen(destination)}
          ref={item => {
            if (item && place === current) item.scrollIntoView({ block: 'nearest' })
          }}
        >
          <strong>{destination.name}</strong> <span class="hint">{destination.about}</span>
        </li>
      ))}
    </ul>
  )
}

/** If operations, shops or watches cannot be loaded, the rest can still be found. */
async function loadKnown(): Promise<Contents> {
  const [sites, status, watches] = await Promise.all([
    getSites().catch(() => []),
    getJson<ServerStatus>('/status.json').catch(() => undefined),
    loadWatches().catch(() => []),
  ])
  return { sites, shops: status?.shops ?? [], watches }
}

/** More than one looks for by name. */
const WATCHES_MAX = 500

/** Those that the key of this tab may see, or the guest key of the page. */
async function loadWatches(): Promise<readonly Watch[]> {
  const key = readStoredKey() || ((await getExplorerInfo()).key ?? '')
  if (key === '') return []
  const query = { after: null, limit: WATCHES_MAX }
  const reply = await createWatchApi(key).list(query, AbortSignal.timeout(WAIT_MS))
  return 'problem' in reply ? [] : reply.value.watches
}

const WAIT_MS = 10_000
