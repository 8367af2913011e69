// A shop's text as a header value: what HTTP does not allow there is percent-encoded as UTF-8.

export function headerText(text: string): string {
  return encodeMatches(text, /[^ -~]/gu)
}

/** For an address between `<` and `>`. */
export function headerUrl(url: string): string {
  return encodeMatches(url, /[^!-~]|[<>"]/gu)
}

function encodeMatches(text: string, pattern: RegExp): string {
  return text.toWellFormed().replace(pattern, character => encodeURIComponent(character))
}
