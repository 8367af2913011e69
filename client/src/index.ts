// Public exports of @wares/client.
export { createWares, type WaresOptions } from './create-wares.ts'
export type { Answer, CallOptions, Meta, Operation, PagedOperation } from './operation.ts'
export type * from './operations.ts'
export type { ChangesOptions } from './api-methods.ts'
export type * from './api.ts'
export { type Cell, type FlatRow, rows } from './rows.ts'
export { type ParameterError, type ProblemCode, WaresProblem } from './problem.ts'
