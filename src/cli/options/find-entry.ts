// Shared by `call` and `replay`: finds the definition of an operation.
import type { Config } from '../../settings/config.ts'
import { createRegistry, type RegisteredOperation } from '../../answer/request/registry.ts'
import { sites } from '../../../adapters/sites/index.ts'
import { findPrinted } from './param-options.ts'

/** If `config` is set, the example is a URL on its origins. */
export function findEntry(id: string, config?: Config): RegisteredOperation {
  const entry = createRegistry(sites, config).byId.get(findPrinted(id).id)
  if (!entry) throw new Error(`there is no operation ${id}: npm run docs`)
  return entry
}
