// Encodes a shop's text as a header value: characters that HTTP does not allow are percent-encoded as UTF-8.

export function headerText(text: string): string {
  return encodeMatches(text, /[^ -~]/gu)
}

/** For a URL between `<` and `>`. */
export function headerUrl(url: string): string {
  return encodeMatches(url, /[^!-~]|[<>"]/gu)
}

function encodeMatches(text: string, pattern: RegExp): string {
  return text.toWellFormed().replace(pattern, character => encodeURIComponent(character))
}
