// A description as a whole sentence, as it stands in running text.

export function sentence(text: string): string {
  return text === '' || /[.!?…]$/.test(text) ? text : `${text}.`
}
