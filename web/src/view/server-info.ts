// What the server says of itself: its operations, its sites' state, what the sandbox offers.
import { useEffect, useState } from 'preact/hooks'
import type { MagicWords } from '../model/magic-word-parameter.ts'
import { readSites, type Site } from '../model/operations.ts'

export interface SiteStatus {
  readonly state: 'ok' | 'degraded' | 'failing' | 'idle' | 'disabled'
  readonly sandbox: boolean
  readonly runs: number
  readonly success_rate: number | null
  readonly p50_ms: number | null
  readonly p95_ms: number | null
  readonly latency_ms: readonly number[]
  readonly last_fault: {
    readonly code: string
    readonly operation: string
    readonly at: string
    readonly detail: string
  } | null
  readonly last_success_at: string | null
  readonly circuit: string
  /** By operation: which of the site's ways served last, where it has several. */
  readonly ways: Readonly<Record<string, string>>
  /** What the fields of its answers are like; null before it is known. */
  readonly drift: {
    readonly drifting: readonly {
      readonly operation: string
      readonly field: string
      readonly since: string
      readonly usual_share: number
      readonly share: number
    }[]
    readonly answers: number
    readonly absent_share: number | null
    readonly silent_null_share: number | null
    readonly presence: readonly { readonly day: string; readonly share: number | null }[]
  } | null
}

/** As in `GET /api/v2/shops`. */
export interface ShopStatus {
  readonly name: string
  readonly kind: 'site' | 'host' | 'sandbox'
  readonly platform: string | null
  readonly state: 'ok' | 'degraded' | 'failing' | 'unknown'
  readonly problem: string | null
  /** The share of answers that had the field. */
  readonly fields: Readonly<Record<string, number>>
}

export interface CanaryStatus {
  readonly id: string
  readonly name: string
  readonly site: string
  readonly state: 'new' | 'ok' | 'doubtful' | 'failing'
  readonly detail: string | null
}

export interface Status {
  readonly version: string
  readonly canaries?: readonly CanaryStatus[]
  readonly settings: { readonly problem: string | null; readonly restart_for: readonly string[] }
  readonly in_flight: Readonly<Record<string, number>>
  readonly shops: readonly ShopStatus[]
  readonly sites: Readonly<Record<string, SiteStatus>>
}

interface ServerInfo {
  /** Where a page on this machine gets its guest key. */
  readonly guest_door: string | null
  /** The URL of the sandbox while it is on. */
  readonly sandbox: string | null
  readonly magic_words: MagicWords
  /** By site: the currency of answers that name none, as the operator has set it. */
  readonly currencies: Readonly<Record<string, string>>
}

interface Guest {
  readonly key: string | null
  /** Keys made to be refused, by the code that they bring. */
  readonly refused_keys: Readonly<Record<string, string>>
}

export type ExplorerInfo = Omit<ServerInfo, 'guest_door'> & Guest

export async function getExplorerInfo(): Promise<ExplorerInfo> {
  const { guest_door: door, ...info } = await getJson<ServerInfo>('/explorer.json')
  return { ...info, ...(door === null ? NO_GUEST : await askDoor(door)) }
}

const NO_GUEST: Guest = { key: null, refused_keys: {} }

async function askDoor(door: string): Promise<Guest> {
  try {
    return await getJson<Guest>(door)
  } catch {
    // A browser elsewhere, at the end of a tunnel, does not reach it, and has no guest key.
    return NO_GUEST
  }
}

export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, {
    headers: { accept: 'application/json' },
    ...(signal ? { signal } : {}),
  })
  if (!response.ok) throw new Error(`${path} answers ${response.status}`)
  return response.json() as Promise<T>
}

export const getStatus = (signal: AbortSignal): Promise<Status> => getJson('/status.json', signal)

export const getSites = async (): Promise<Site[]> => readSites(await getJson('/openapi.json'))

export type Loaded<T> = { readonly value: T } | { readonly error: string } | undefined

export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>()
  useEffect(() => {
    load().then(
      value => setState({ value }),
      (error: unknown) => setState({ error: String(error instanceof Error ? error.message : error) }),
    )
  }, [load])
  return state
}
