// Validates the input for a receiver of alerts: its kind, its address, the types of changes that it receives. Pure.
import { CHANGE_TYPES } from './change-types.ts'
import { invalidParameterFault } from '../engine/read-params.ts'
import type { ParameterError } from '../kit/fault.ts'
import { bad, unknownNames } from './input-errors.ts'
import { checkTargetAddress, TARGET_KINDS, type TargetKind } from './target-kinds.ts'
import { isPrivateHost } from './webhook-sender.ts'
import type { NewWebhook, Webhook, WebhookEdit } from './webhook-store.ts'

type Input = Readonly<Record<string, unknown>>

const WEBHOOK_KINDS: readonly Webhook['kind'][] = ['webhook', ...TARGET_KINDS]
const URL_MAX = 2_048
const NEW_NAMES = ['kind', 'url', 'events', 'allow_private'] as const
const EDIT_NAMES = ['events', 'paused'] as const

/** Throws `invalid_parameter` with everything that is wrong. */
export function readNewWebhook(input: Input): Omit<NewWebhook, 'owner'> {
  const errors = unknownNames(input, NEW_NAMES)
  const { kind = 'webhook', url, allow_private: allowPrivate = false } = input
  if (!isWebhookKind(kind))
    errors.push({ ...bad('kind', 'kind is the service that receives messages'), accepted: WEBHOOK_KINDS })
  if (typeof allowPrivate !== 'boolean')
    errors.push(bad('allow_private', 'allow_private must be true or false'))
  const events = readEvents(input.events, errors)
  if (typeof url !== 'string' || url === '' || url.length > URL_MAX)
    errors.push(bad('url', `url must be a text of at most ${URL_MAX} characters`))
  else if (isWebhookKind(kind)) {
    const problem = addressProblem(kind, url, allowPrivate === true)
    if (problem !== undefined) errors.push(bad('url', `url: ${problem}`))
  }
  if (errors.length > 0 || !isWebhookKind(kind) || typeof url !== 'string')
    throw invalidParameterFault(errors)
  return { kind, url, events: events ?? [], allowPrivate: allowPrivate === true }
}

export function readWebhookEdit(input: Input): WebhookEdit {
  const errors = unknownNames(input, EDIT_NAMES)
  const { paused } = input
  if (paused !== undefined && typeof paused !== 'boolean')
    errors.push(bad('paused', 'paused must be true or false'))
  const events = readEvents(input.events, errors)
  if (errors.length > 0) throw invalidParameterFault(errors)
  return { ...(events && { events }), ...(typeof paused === 'boolean' && { isPaused: paused }) }
}

/** What is wrong with an address; undefined for a good one. A name that resolves to a private address fails when a message is sent. */
function addressProblem(kind: Webhook['kind'], address: string, allowPrivate: boolean): string | undefined {
  const url = URL.parse(address)
  const isPlain = /^https?:$/.test(url?.protocol ?? '') && url?.username === '' && url.password === ''
  if (kind === 'webhook' && !isPlain) return 'it must be an http or https URL without a user name'
  const problem = kind === 'webhook' ? undefined : checkTargetAddress(kind, address)
  if (problem !== undefined || !url) return problem
  return kind !== 'mailto' && !allowPrivate && isPrivateHost(url.hostname)
    ? `${url.hostname} is on this machine or a private network, which allow_private must allow`
    : undefined
}

function readEvents(value: unknown, errors: ParameterError[]): string[] | undefined {
  if (value === undefined) return undefined
  const known = CHANGE_TYPES as readonly unknown[]
  if (Array.isArray(value) && value.every(one => known.includes(one))) return [...new Set(value as string[])]
  errors.push({ ...bad('events', 'events must be a list of types of changes'), accepted: CHANGE_TYPES })
  return undefined
}

function isWebhookKind(kind: unknown): kind is 'webhook' | TargetKind {
  return (WEBHOOK_KINDS as readonly unknown[]).includes(kind)
}
