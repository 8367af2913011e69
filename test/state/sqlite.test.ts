// The embedded store passes the store suite.
import { describe } from 'vitest'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import { storeConformance } from './store-conformance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('sqlite')

describe('embedded store', () => storeConformance(async () => openEmbeddedStore(folder)))
