// Validates values against JSON Schemas with TypeBox, which is loaded on first use to keep startup fast.
import { createRequire } from 'node:module'
import type { Static, TSchema } from 'typebox'

export interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly message: string
  readonly params: object
}

export interface SchemaCheck<S extends TSchema> {
  check(value: unknown): value is Static<S>
  errors(value: unknown): readonly SchemaError[]
}

const requireModule = createRequire(import.meta.url)
const typebox = () => requireModule('typebox/schema') as typeof import('typebox/schema')

/** Compiles the schema on first use. */
export function createSchemaCheck<S extends TSchema>(schema: S): SchemaCheck<S> {
  let check: ((value: unknown) => boolean) | undefined
  const compile = () => {
    const validator = typebox().Compile(schema)
    return (value: unknown) => validator.Check(value)
  }
  return {
    check: (value): value is Static<S> => (check ??= compile())(value),
    errors: value => findSchemaErrors(schema, value),
  }
}

export function findSchemaErrors(schema: TSchema, value: unknown): readonly SchemaError[] {
  const [, errors] = typebox().Errors(schema, value)
  return errors
}
