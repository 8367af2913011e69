// Mixed hits, misses, faults and leavers for a while; afterwards descriptors, handles and heap must be back to where they were.
// npm run soak [-- SECONDS]   (600 unless said otherwise)
import { soak } from '../test/hostile/soak.ts'

const seconds = Number(process.argv[2] ?? 600)
const report = await soak(seconds * 1000, line => console.log(line))
console.log(JSON.stringify(report, null, 2))
process.exit(report.failures.length === 0 ? 0 : 1)
