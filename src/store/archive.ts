// A compressed tar archive of a few named files, written and read as streams.
import { createReadStream, createWriteStream, openAsBlob, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline as pipe } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { makeFolder } from '../runtime/file-trouble.ts'

/** A name in the archive, and the file with its content. */
export interface ArchivedFile {
  readonly name: string
  readonly file: string
}

const BLOCK = 512
const END = Buffer.alloc(2 * BLOCK)

/** For its owner only: settings have passwords in them. Throws if the file exists. */
export async function writeArchive(path: string, files: readonly ArchivedFile[]): Promise<void> {
  async function* blocks() {
    for (const { name, file } of files) {
      const { size, mtimeMs } = statSync(file)
      yield header(name, size, mtimeMs)
      // Not more than the header says: a recording may be replaced meanwhile.
      const content = (await openAsBlob(file)).slice(0, size)
      if (content.size !== size) throw new Error(`${file} changed while it was read`)
      for await (const chunk of content.stream()) yield Buffer.from(chunk)
      yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
    }
    yield END
  }
  await pipeline(blocks, createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
}

/** A header of the POSIX format (ustar). */
function header(name: string, size: number, mtimeMs: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  const put = (text: string, at: number) => block.write(text, at, 'latin1')
  // A name of two parts, for long ones.
  const cut = name.length > 100 ? name.lastIndexOf('/') : -1
  put(name.slice(cut + 1), 0)
  put(cut < 0 ? '' : name.slice(0, cut), 345)
  put(octal(0o600, 7), 100)
  put(octal(0, 7), 108)
  put(octal(0, 7), 116)
  put(octal(size, 11), 124)
  put(octal(Math.floor(mtimeMs / 1000), 11), 136)
  put(' '.repeat(8), 148)
  put('0', 156)
  put('ustar\u000000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  put(`${octal(sum, 6)}\0 `, 148)
  return block
}

/** Writes the files to where `placeOf` says; a name without a place is an error. Returns the names. */
export async function readArchive(
  path: string,
  placeOf: (name: string) => string | undefined,
): Promise<string[]> {
  const names: string[] = []
  // An error of the file ends the reading of what is unpacked.
  const source = pipe(createReadStream(path), createGunzip(), () => {})
  const bytes = createByteReader(source)
  try {
    for (;;) {
      const block = await bytes.take(BLOCK)
      if (block.every(byte => byte === 0)) return names
      const { name, size } = readHeader(block)
      const place = placeOf(name)
      if (place === undefined) throw new Error(`it has a file that no backup has: ${name}`)
      makeFolder(dirname(place), 0o700)
      const file = await open(place, 'wx', 0o600)
      try {
        for (let remaining = size; remaining > 0; ) {
          const some = await bytes.takeSome(remaining)
          await file.write(some)
          remaining -= some.length
        }
      } finally {
        await file.close()
      }
      await bytes.take((BLOCK - (size % BLOCK)) % BLOCK)
      names.push(name)
    }
  } finally {
    source.destroy()
  }
}

function readHeader(block: Buffer): { readonly name: string; readonly size: number } {
  const text = (from: number, length: number) =>
    block.toString('latin1', from, from + length).split('\0', 1)[0] ?? ''
  const prefix = text(345, 155)
  if (!text(257, 6).startsWith('ustar')) throw new Error('it is not an archive')
  return {
    name: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`,
    size: Number.parseInt(text(124, 12), 8),
  }
}

function createByteReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  async function takeSome(atMost: number): Promise<Buffer> {
    while (rest.length === 0) {
      const next = await chunks.next()
      if (next.done) throw new Error('it ends too early')
      rest = next.value
    }
    const some = rest.subarray(0, atMost)
    rest = rest.subarray(some.length)
    return some
  }
  async function take(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let remaining = length; remaining > 0; remaining -= parts.at(-1)?.length ?? 0)
      parts.push(await takeSome(remaining))
    return Buffer.concat(parts)
  }
  return { take, takeSome }
}
