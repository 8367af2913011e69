// The fields of a new watch, of an edit and of a line in an import. Pages read and write imports with them.
import { field, type FieldResult, type Values } from '../../settings/fields.ts'
import { Type } from '#kit/schema/json-schema'
import { editedVariant, ruleFields, watchFields } from '../../settings/watch-rules/rule-fields.ts'

export type WatchInput = Readonly<Record<string, unknown>>
export type WatchValues = Values<typeof newWatchFields>

/** Who owned the watch in an export: it is not created again while that owner has it. */
const owner = field(
  Type.String({
    description:
      'From an export: `operator`, or the id of the key that made the watch. While it has the watch, that is already watched',
  }),
  (value): FieldResult<string> =>
    typeof value === 'string' && /^[\w-]{1,80}$/.test(value)
      ? { value }
      : { error: 'owner must be operator, or the id of a key' },
)

/** Also those of an export; `wares.yaml` has watches of the operator only. */
export const newWatchFields = { ...watchFields, owner } as const

/** The fields of a watch that can be changed. */
export const editFields = { ...ruleFields, variant: editedVariant, paused: watchFields.paused } as const
export type EditValues = Values<typeof editFields>
