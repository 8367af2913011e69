// The guides write out a server on its reader's own machine; a page names the server that it came from.

const WRITTEN = 'http://127.0.0.1:8080'
/** Settings of a proxy name the address behind it, which stays. Prose has no language. */
const LANGUAGES = new Set(['', 'sh', 'ts', 'js', 'python', 'json', 'http', 'text'])

export function withOwnOrigin(text: string, language: string, origin: string): string {
  return LANGUAGES.has(language) ? text.replaceAll(WRITTEN, origin) : text
}
