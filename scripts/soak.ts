// Soak test: mixed hits, misses, faults and aborted requests; afterwards descriptors, handles and heap must be back
// at their initial level.
// npm run soak [-- SECONDS]   (default: 600)
import { soak } from '../test/hostile/soak.ts'

const seconds = Number(process.argv[2] ?? 600)
const report = await soak(seconds * 1000, line => console.log(line))
console.log(JSON.stringify(report, null, 2))
process.exit(report.failures.length === 0 ? 0 : 1)
