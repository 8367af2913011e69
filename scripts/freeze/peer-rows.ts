// What the reader makes of every labelled page of the peers, as a hash per page.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readProduct } from '#reader'
import type { Rows } from './compare-rows.ts'

export function peerRows(folder: string): Promise<Rows> {
  const rows: Rows = {}
  for (const file of globSync(join(folder, '**/*.html{,.gz}')).toSorted()) {
    const bytes = readFileSync(file)
    const page = file.endsWith('.gz') ? gunzipSync(bytes) : bytes
    const read = readProduct(page, 'https://shop.example/p')
    const hash = createHash('sha256').update(JSON.stringify(read)).digest('base64url')
    rows[`peer ${relative(folder, file)}`] = { is_product: read.is_product, hash }
  }
  return Promise.resolve(rows)
}
