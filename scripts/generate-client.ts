// Generates the types and paths of all operations in both clients, from their definitions.
import { writeFileSync } from 'node:fs'
import { sites } from '../adapters/sites/index.ts'
import { createRegistry } from '../src/answer/request/registry.ts'
import { PYTHON_FILE, pythonSource } from './generate-client/python-source.ts'
import { API_FILE, apiSource } from './generate-client/api-source.ts'
import { PYTHON_API_FILE, pythonApiSource } from './generate-client/python-api.ts'
import { allRoutes } from '../src/serve/http/routes/all-routes.ts'
import { ChangeMessage } from '../src/watch/model/watch-schemas.ts'
import { PRINTED_FILE, printedSource } from './generate-client/printed-source.ts'
import { clientSource, OPERATIONS_FILE } from './generate-client/source.ts'

const registry = createRegistry(sites)
writeFileSync(OPERATIONS_FILE, clientSource(registry))
writeFileSync(PRINTED_FILE, printedSource(registry))
writeFileSync(PYTHON_FILE, pythonSource(registry))
writeFileSync(API_FILE, apiSource(allRoutes, [ChangeMessage]))
writeFileSync(PYTHON_API_FILE, pythonApiSource(allRoutes, [ChangeMessage]))
