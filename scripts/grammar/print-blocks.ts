// Prints generated blocks as JSON lines:
// node scripts/grammar/print-blocks.ts --split test --count 20 --seed 1 [--kind K] [--language L]
import { parseArgs } from 'node:util'
import { makeBlocks } from './index.ts'

const { values } = parseArgs({
  options: {
    split: { type: 'string', default: 'train' },
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string' },
    language: { type: 'string' },
  },
})
const { split, count, seed, ...only } = values
if (split !== 'train' && split !== 'tune' && split !== 'test') throw new Error(`no split ${split}`)
for (const block of makeBlocks({ split, count: Number(count), seed: Number(seed), ...only }))
  console.log(JSON.stringify(block))
