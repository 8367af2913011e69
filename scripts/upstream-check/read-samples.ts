// Reads the recorded samples of one site from its folder.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { samplesOf } from './fill-row.ts'
import { clothes } from './rows/clothes.ts'
import { retailers } from './rows/retailers.ts'
import { sneakers } from './rows/sneakers.ts'
import type { Sample } from './sample.ts'

/** A new site needs rows in one of these lists. */
const ROWS = [...retailers, ...sneakers, ...clothes]

/** Empty for a site without rows. A `*` in a file's name stands for any part of it. */
export function readSamples(site: string, folder: string): readonly Sample[] {
  const read = (file: string): string => {
    const [found = file] = globSync(file, { cwd: folder })
    return readFileSync(join(folder, found), 'utf8')
  }
  return ROWS.filter(({ operation }) => operation.startsWith(`${site}.`)).flatMap(row =>
    samplesOf(row, site, read),
  )
}
