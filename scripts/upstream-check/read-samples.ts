// Reads the recorded samples of one site from its folder.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadSample, Sample } from './sample.ts'

/** Empty for a site without a list of samples. */
export async function readSamples(site: string, folder: string): Promise<readonly Sample[]> {
  const list = new URL(`${site}.ts`, import.meta.url)
  if (!existsSync(list)) return []
  const module = (await import(list.href)) as { samples: (read: ReadSample) => readonly Sample[] }
  return module.samples(file => readFileSync(join(folder, file), 'utf8'))
}
