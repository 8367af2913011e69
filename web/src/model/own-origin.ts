// The guides write out a server and a sandbox on its reader's own machine; a page names those that it came from.

export interface Origins {
  readonly page: string
  /** Null where the server has no sandbox: what is written stays. */
  readonly sandbox: string | null
}

const PAGE = 'http://127.0.0.1:8080'
const SANDBOX = 'http://127.0.0.1:8081'
/** Settings of a proxy name the address behind it, which stays. Prose has no language. */
const LANGUAGES = new Set(['', 'sh', 'ts', 'js', 'python', 'json', 'http', 'text'])

export function withOwnOrigins(text: string, language: string, { page, sandbox }: Origins): string {
  if (!LANGUAGES.has(language)) return text
  const own = replaceOrigin(text, PAGE, page)
  return sandbox === null ? own : replaceOrigin(own, SANDBOX, sandbox)
}

/** Also where it is part of a query. */
function replaceOrigin(text: string, from: string, to: string): string {
  return text.replaceAll(from, to).replaceAll(encodeURIComponent(from), encodeURIComponent(to))
}

/** Examples of answers name `https://sneakerhub.example`; the sandbox of this server is what the sample request asks. */
export function withSandboxShops(example: unknown, sandbox: string | null): unknown {
  if (sandbox === null) return example
  const text = JSON.stringify(example)
  return text === undefined
    ? undefined
    : (JSON.parse(text.replaceAll(/https:\/\/([\w-]+)\.example/g, `${sandbox}/$1`)) as unknown)
}
