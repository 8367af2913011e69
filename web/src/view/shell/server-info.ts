// What the server says of itself: its operations, its sites' state, what the sandbox offers.
import { useEffect, useState } from 'preact/hooks'
import type { MagicWords } from '../../model/magic-word-parameter.ts'
import { readSites, type Site } from '../../model/operation-list.ts'
import { apiWith, errorText, reply } from '../../model/server-api.ts'

interface ServerInfo {
  /** Where a page on this machine gets its guest key. */
  readonly guest_door: string | null
  /** The URL of the sandbox while it is on. */
  readonly sandbox: string | null
  readonly magic_words: MagicWords
}

interface Guest {
  readonly key: string | null
}

export type ExplorerInfo = Omit<ServerInfo, 'guest_door'> & Guest

export async function getExplorerInfo(): Promise<ExplorerInfo> {
  const { guest_door: door, ...info } = await getJson<ServerInfo>('/explorer.json')
  return { ...info, ...(door === null ? NO_GUEST : await askDoor(door)) }
}

const NO_GUEST: Guest = { key: null }

async function askDoor(door: string): Promise<Guest> {
  try {
    return await getJson<Guest>(door)
  } catch {
    // A browser elsewhere, at the end of a tunnel, does not reach it, and has no guest key.
    return NO_GUEST
  }
}

export async function getJson<T>(path: string): Promise<T> {
  const response = await fetch(path, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`${path} answers ${response.status}`)
  return response.json() as Promise<T>
}

export const getStatus = (signal?: AbortSignal) => reply(apiWith('').system.status(signal && { signal }))

export const getSites = async (): Promise<Site[]> => readSites(await getJson('/openapi.json'))

interface Loaded<T> {
  readonly value?: T
  readonly error?: string
}

/** Neither a value nor an error while it is under way. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({})
  useEffect(() => {
    load().then(
      value => setState({ value }),
      (error: unknown) => setState({ error: errorText(error) }),
    )
  }, [load])
  return state
}
