// Writes client/src/operations.ts: the types and addresses of all operations, from their definitions.
import { writeFileSync } from 'node:fs'
import { createRegistry } from '../src/engine/registry.ts'
import { sites } from '../src/sites/index.ts'
import { clientSource, OPERATIONS_FILE } from './generate-client/source.ts'

writeFileSync(OPERATIONS_FILE, clientSource(createRegistry(sites)))
