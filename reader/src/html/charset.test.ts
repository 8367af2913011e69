// A table of bodies and headers with the character set of each pair.
import { describe, expect, it } from 'vitest'
import { charsetOf } from './bytes.ts'

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

describe('charsetOf', () => {
  it.each([
    ['header', latin1('caf\u00e9'), 'text/html; charset=ISO-8859-1', 'windows-1252'],
    ['header in quotes', latin1('caf\u00e9'), 'text/html; charset="latin1"', 'windows-1252'],
    ['header of an Asian set', Buffer.from([0x93, 0xfa]), 'text/html;charset=Shift_JIS', 'shift_jis'],
    ['mark before header', Buffer.from('\ufeffx'), 'text/html; charset=iso-8859-1', 'utf-8'],
    ['mark of UTF-16', Buffer.from('\ufeffx', 'utf16le'), 'text/html', 'utf-16le'],
    ['mark of UTF-16, high byte first', Buffer.from([0xfe, 0xff, 0, 0x78]), 'text/html', 'utf-16be'],
    ['first half of a mark', Buffer.from([0xfe, 0x41]), 'text/html', 'windows-1252'],
    ['second half of a mark', Buffer.from([0x41, 0xff]), 'text/html', 'windows-1252'],
    ['first half of the other mark', Buffer.from([0xff, 0x41]), 'text/html', 'windows-1252'],
    ['two thirds of a mark', Buffer.from([0xef, 0xbb, 0x41]), 'text/html', 'windows-1252'],
    ['header with spaces', latin1('caf\u00e9'), 'text/html; charset = "koi8-r"', 'koi8-r'],
    ['meta with spaces', latin1('<meta charset = "koi8-r">\u00ff'), 'text/html', 'koi8-r'],
    ['meta far down', latin1(`${' '.repeat(1024)}<meta charset=koi8-r>\u00ff`), 'text/html', 'koi8-r'],
    ['declaration of XML in the middle', latin1('x<?xml encoding="koi8-r"?>\u00ff'), '', 'windows-1252'],
    ['declaration of XML after white space', latin1("\n <?xml x encoding = 'koi8-r'?>\u00ff"), '', 'koi8-r'],
    [
      'UTF-8 in the header of a page that is not',
      latin1('<meta charset=koi8-r>\u00ff'),
      'text/html; charset=utf8',
      'koi8-r',
    ],
    ['UTF-8 said, one broken byte', latin1('caf\u00e9'), 'text/html; charset=UTF-8', 'utf-8'],
    ['nothing said, valid UTF-8', Buffer.from('caf\u00e9'), 'text/html', 'utf-8'],
    ['nothing said, no UTF-8', latin1('caf\u00e9'), 'text/html', 'windows-1252'],
    ['meta', latin1('<meta charset=gb18030>\u00ff'), 'text/html', 'gb18030'],
    [
      'meta of the older form',
      latin1('<meta http-equiv=c content="text/html; charset=koi8-r">\u00ff'),
      '',
      'koi8-r',
    ],
    [
      'declaration of XML',
      latin1('<?xml version="1.0" encoding="iso-8859-2"?>\u00ff'),
      'text/xml',
      'iso-8859-2',
    ],
    ['meta that lies about UTF-8', Buffer.from('<meta charset=iso-8859-1>caf\u00e9'), 'text/html', 'utf-8'],
    ['one broken byte in UTF-8', latin1('<meta charset=utf-8>\u00ff'), 'text/html', 'utf-8'],
    ['an unknown label', Buffer.from('x'), 'text/html; charset=klingon', 'utf-8'],
    ['JSON is UTF-8', latin1('"\u00e9"'), 'application/json', 'utf-8'],
    ['nothing at all', Buffer.alloc(0), '', 'utf-8'],
  ])('%s', (_, body, contentType, expected) => {
    expect(charsetOf(body, contentType)).toBe(expected)
  })
})

// Names and prices of product pages as shops in these sets send them; Node only decodes, so the bytes are written out.
describe('a page that states nothing', () => {
  const pageOf = (hex: string) =>
    Buffer.concat([
      latin1('<title>'),
      Buffer.from(hex.replaceAll(' ', ''), 'hex'),
      latin1('</title><b>1,299</b>'),
    ])

  it.each([
    ['gb18030', 'cff0c4bec6a4cca8b5c6 bcd3c8ebb9baceef b3b5', '橡木皮台灯加入购物车'],
    ['shift_jis', '8ac28ed4 82c682b782ab8c4882cc 83898393 8376', undefined],
    ['euc-jp', 'a5e9a5f3a5d7 a4f2 c7e3 a4a6', 'ランプを買う'],
    ['euc-kr', 'c2fcb3aab9ab c1b6b8ed b1b8b8c5', undefined],
    ['big5', 'bef3a4ecad5ebf4f a55bb5f9 c1caaaabA8ae', undefined],
    ['windows-1251', 'cbe0ecefe0 20 e4f3e1eee2e0ff 20 cae0f2e0ebeee3', 'Лампа дубовая Каталог'],
    ['windows-1252', 'dcbefc6e74e96c6c65', undefined],
  ])('is in %s', (charset, hex, text) => {
    const body = pageOf(hex)
    expect(charsetOf(body, 'text/html')).toBe(charset)
    if (text) expect(new TextDecoder(charset).decode(body)).toContain(text)
  })

  it.each([
    'Lámpara de salón, edición española, cañón, 25 €',
    'Größe: für Küchen, Öfen, Äpfel, Übergröße, Fußmatte, süß',
    'Préféré, créée, dédié à Noël, où être, garçon, œuvre',
    'Não há coração, ação, edições, avó, pôr, três, à',
    'Smørrebrød på åen, æblegrød, Ærø, Øresund, blåbær',
  ])('%s is in the Latin script', text => {
    const body = Buffer.from(text.replace('€', '\u0080').replace('œ', '\u009c'), 'latin1')
    expect(charsetOf(body, 'text/html')).toBe('windows-1252')
  })
})
