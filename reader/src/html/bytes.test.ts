import { readFileSync } from 'node:fs'
import vm from 'node:vm'
import { stripTypeScriptTypes } from 'node:module'
import { describe, expect, it } from 'vitest'
import * as ofNode from './bytes.ts'

/** The same file in a runtime without `Buffer` and `process`. */
function withoutNode(): typeof ofNode {
  const file = readFileSync(new URL('./bytes.ts', import.meta.url), 'utf8')
  const code = stripTypeScriptTypes(file, { mode: 'strip' })
    .replace(/^import .*$/gm, '')
    .replaceAll('export ', '')
  const context = vm.createContext({ TextEncoder, TextDecoder, Uint8Array })
  return vm.runInContext(`${code}; ({ pageData, needle, isUtf8 })`, context) as typeof ofNode
}

const TEXT = '<p>Preis: 12,90 € – größer als 日本語 …</p>'
const WANTED = ['€', 'größer', '語', 'nichts', '<', '']

describe('bytes of a page', () => {
  const plain = withoutNode()

  it('are searched as Buffer searches', () => {
    const [ours, theirs] = [plain.needle(TEXT), Buffer.from(TEXT)]
    expect(ours).not.toBeInstanceOf(Buffer)
    expect([...ours]).toEqual([...theirs])
    for (const wanted of WANTED) {
      expect(ours.indexOf(wanted), wanted).toBe(theirs.indexOf(wanted))
      expect(ours.indexOf(wanted, 9), wanted).toBe(theirs.indexOf(wanted, 9))
      expect(ours.includes(wanted), wanted).toBe(theirs.includes(wanted))
      expect(ours.indexOf(plain.needle(wanted)), wanted).toBe(theirs.indexOf(Buffer.from(wanted)))
    }
    expect(ours.indexOf(0x3c, 1)).toBe(theirs.indexOf(0x3c, 1))
  })

  it('are decoded as Buffer decodes', () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, place) => (place * 7) % 256)
    const [ours, theirs] = [plain.pageData(bytes), Buffer.from(bytes)]
    expect(ours.toString('latin1')).toBe(theirs.toString('latin1'))
    expect(ours.subarray(3, 99).toString('latin1', 1, 50)).toBe(
      theirs.subarray(3, 99).toString('latin1', 1, 50),
    )
    expect(plain.needle(TEXT).toString('utf8', 3, 20)).toBe(Buffer.from(TEXT).toString('utf8', 3, 20))
    expect(plain.needle('\uFEFFa').toString()).toBe('\uFEFFa')
  })

  it('are UTF-8 or not', () => {
    for (const bytes of [Buffer.from(TEXT), Buffer.from(TEXT, 'latin1'), Uint8Array.of(0xc3)])
      expect(plain.isUtf8(bytes)).toBe(ofNode.isUtf8(bytes))
  })
})
