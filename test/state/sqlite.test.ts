// The embedded store passes the store suite.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { openEmbeddedStore } from '../../src/state/sqlite/sqlite-store.ts'
import { storeConformance } from './store-conformance.ts'

const folder = mkdtempSync(join(tmpdir(), 'wares-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('embedded store', () => storeConformance(async () => openEmbeddedStore(folder)))
