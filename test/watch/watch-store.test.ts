// The watch stores on SQLite and on PostgreSQL.
import { onBothDatabases } from '../two-stores.ts'
import { watchStoreConformance } from './watch-store-conformance.ts'

onBothDatabases(watchStoreConformance)
