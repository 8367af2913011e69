// The drift store on SQLite and on PostgreSQL.
import { onBothDatabases } from '../two-stores.ts'
import { driftStoreConformance } from './drift-store-conformance.ts'

onBothDatabases(driftStoreConformance)
