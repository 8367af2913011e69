// Validates the input for a receiver of alerts: its kind, its address, the types of changes that it receives. Pure.
import { CHANGE_TYPES, changeTypeSchema } from '../model/change-types.ts'
import { invalidParameterFault } from '../../answer/request/read-params.ts'
import type { ParameterError } from '#kit/fault'
import { f, field, type FieldResult, readFields, required, type Values } from '../../settings/fields.ts'
import { Type } from '#kit/schema/json-schema'
import { t } from '#kit/schema/schema'
import { bodyError } from '../model/input-errors.ts'
import { checkTargetAddress, TARGET_KINDS, type TargetKind } from './target-requests.ts'
import { isPrivateHost } from './webhook-sender.ts'
import type { NewWebhook, Webhook, WebhookEdit } from './webhook-store.ts'

const WEBHOOK_KINDS = ['webhook', ...TARGET_KINDS] as const
const URL_MAX = 2_048

export const webhookKind = t.oneOf(WEBHOOK_KINDS, {
  title: 'WebhookKind',
  description: '`webhook` takes signed JSON, the others short readable messages',
})
export const webhookEvents = t.list(
  changeTypeSchema,
  'Types of changes; empty for alerts, `watch.failing` and `watch.recovered`',
)
export const ALLOW_PRIVATE = 'Whether messages may go to a private address; needs the scope `watches:all`'

const events = field(webhookEvents, (value): FieldResult<string[]> => {
  const changeTypes = CHANGE_TYPES as readonly unknown[]
  if (Array.isArray(value) && value.every(one => changeTypes.includes(one)))
    return { value: [...new Set(value as string[])] }
  return { error: 'events must be a list of types of changes', accepted: CHANGE_TYPES }
})

export const newWebhookFields = {
  kind: {
    ...field(
      { ...webhookKind, default: 'webhook' },
      (value = 'webhook'): FieldResult<Webhook['kind']> =>
        isWebhookKind(value)
          ? { value }
          : { error: `kind must be one of ${WEBHOOK_KINDS.join(', ')}`, accepted: WEBHOOK_KINDS },
    ),
    presence: 'default' as const,
  },
  url: required(
    field(
      Type.String({
        description: 'The incoming address of the service, or `mailto:` and an address',
        maxLength: URL_MAX,
      }),
      (value): FieldResult<string> =>
        typeof value === 'string' && value !== '' && value.length <= URL_MAX
          ? { value }
          : { error: `url must be a text of at most ${URL_MAX} characters` },
    ),
  ),
  events,
  allow_private: f.flag(ALLOW_PRIVATE, { default: false }),
} as const

export const webhookEditFields = { events, paused: f.flag('Whether messages are held back') } as const

type NewValues = Values<typeof newWebhookFields>

/** What the fields do not say for themselves. */
export function webhookErrors({
  kind,
  url,
  allow_private: allowPrivate,
}: Partial<NewValues>): ParameterError[] {
  if (kind === undefined || url === undefined) return []
  const problem = addressProblem(kind, url, allowPrivate === true)
  return problem === undefined ? [] : [bodyError('url', `url: ${problem}`)]
}

export function newWebhookOf({
  kind,
  url,
  events: eventTypes = [],
  allow_private: allowPrivate = false,
}: NewValues): Omit<NewWebhook, 'owner'> {
  return { kind, url, events: eventTypes, allowPrivate }
}

export function webhookEditOf({ events: eventTypes, paused }: Values<typeof webhookEditFields>): WebhookEdit {
  return { ...(eventTypes && { events: eventTypes }), ...(paused !== undefined && { isPaused: paused }) }
}

/** Throws `invalid_parameter` with everything that is wrong. */
export function readNewWebhook(input: Readonly<Record<string, unknown>>): Omit<NewWebhook, 'owner'> {
  const { values, errors } = readFields(newWebhookFields, input)
  errors.push(...webhookErrors(values))
  if (errors.length > 0) throw invalidParameterFault(errors)
  return newWebhookOf(values)
}

export function readWebhookEdit(input: Readonly<Record<string, unknown>>): WebhookEdit {
  const { values, errors } = readFields(webhookEditFields, input)
  if (errors.length > 0) throw invalidParameterFault(errors)
  return webhookEditOf(values)
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

function isWebhookKind(kind: unknown): kind is 'webhook' | TargetKind {
  return (WEBHOOK_KINDS as readonly unknown[]).includes(kind)
}
