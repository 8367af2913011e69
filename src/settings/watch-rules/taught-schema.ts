// What wares.yaml and requests may say of taught rules.
import type { Static } from 'typebox'
import { Type } from '#kit/schema/json-schema'
import { TAUGHT_FIELDS, type TaughtFields, type TaughtRule } from '#reader/taught/taught-rule'

/** Longer than any rule that a person can read. */
const TEXT_MAX = 300
const RULES_MAX = 8

const part = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: TEXT_MAX, description }))

const ruleSchema = Type.Object(
  {
    css: part('CSS selector of the element; the first that has a value counts'),
    attr: part('Attribute of that element instead of its text'),
    json: part(
      'Data in the page: `@Product` for JSON-LD of that type, a selector that begins with `script`, or the name of a global (`window.app.state` if it has dots)',
    ),
    at: part('JSON Pointer into the data; a name reaches into every item of a list, `*` is any member'),
    label: part('Printed label of the row; its value is what follows'),
    after: part('The value begins after this text'),
    before: part('The value ends before this text'),
    is: part('For currency, availability and condition: what it means that the element is there'),
    else: Type.Optional(
      Type.Literal('reader', {
        description:
          'Where no rule of the field finds a value, the reader decides; without it, the field is null',
      }),
    ),
  },
  {
    additionalProperties: false,
    'x-wares-form': 'a rule such as `{ css: ".price" }`, a list of rules, or null',
  },
)

/** The schema is what the reader takes. */
type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never
const isSame: IsSame<Readonly<Static<typeof ruleSchema>>, TaughtRule> = true
void isSame

const fieldsSchema = Type.Object(
  Object.fromEntries(
    TAUGHT_FIELDS.map(name => [
      name,
      Type.Optional(
        Type.Union([ruleSchema, Type.Array(ruleSchema, { minItems: 1, maxItems: RULES_MAX }), Type.Null()]),
      ),
    ]),
  ),
  {
    additionalProperties: false,
    description:
      'Rules that were taught: by field, where its value stands on the pages of this shop. `wares teach` writes them',
    'x-wares-unset': 'the reader decides',
  },
)

export const taughtFieldsSchema = Type.Unsafe<TaughtFields>(fieldsSchema)
