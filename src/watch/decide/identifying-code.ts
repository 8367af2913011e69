// Codes that identify nothing: what shops and feeds write where a code belongs and there is none. Pure.

/** In lower case, without spaces and separators. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(
  [
    'na none null nil undefined unknown default standard generic empty blank missing no x xx xxx',
    'notapplicable notavailable doesnotapply doesntapply nonapplicable nichtzutreffend keine sansobjet noaplica',
    'tbd tba todo test sample example sku mpn gtin ean upc isbn code barcode',
    'nobarcode nosku nompn nogtin noean noupc',
  ].flatMap(line => line.split(' ')),
)

/** The code, unless it is a word for "none" or only zeros. */
export function statedCode(code: string | null | undefined): string | null {
  const plain = plainOf(code)
  return plain === '' || PLACEHOLDERS.has(plain) || /^0+$/.test(plain) ? null : (code ?? null)
}

/** The code, if it can tell products apart: stated, longer than one character, and not one digit over and over. */
export function identifying(code: string | null | undefined): string | null {
  const plain = plainOf(code)
  return plain.length < 2 || /^(\d)\1*$/.test(plain) ? null : statedCode(code)
}

function plainOf(code: string | null | undefined): string {
  return (code ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
