// Finds every regular expression of the code: the literals in the source, and those constructed when it is loaded.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseSync, Visitor } from 'vite'

export interface Pattern {
  readonly source: string
  readonly flags: string
  /** `reader/src/values/text.ts:7` */
  readonly places: string[]
}

/** Names a pattern in the list of verdicts; long patterns are shortened. */
export function patternKey({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string {
  return createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 16)
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Sorted by their first location. */
export async function findPatterns(): Promise<Pattern[]> {
  const found = new Map<string, Pattern>()
  const add = (source: string, flags: string, place: string): void => {
    const known = found.get(`/${source}/${flags}`)
    if (!known) found.set(`/${source}/${flags}`, { source, flags, places: [place] })
    else if (!known.places.includes(place)) known.places.push(place)
  }
  const files = sourceFiles()
  for (const file of files) addLiterals(file, add)
  await addConstructed(files, add)
  return [...found.values()]
}

function sourceFiles(): string[] {
  return globSync('{src,reader/src,adapters,web/src,client/src}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter(file => !file.includes('.test.'))
    .map(file => file.replaceAll('\\', '/'))
    .toSorted()
}

type Add = (source: string, flags: string, place: string) => void

function addLiterals(file: string, add: Add): void {
  const text = readFileSync(ROOT + file, 'utf8')
  const visitor = new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const line = text.slice(0, node.start).split('\n').length
      add(node.regex.pattern, node.regex.flags, `${file}:${line}`)
    },
  })
  visitor.visit(parseSync(file, text).program)
}

/**
 * Loads the files that construct patterns and records them. Patterns constructed later, in functions, are not found.
 */
async function addConstructed(files: readonly string[], add: Add): Promise<void> {
  const Original = globalThis.RegExp
  const here = pathToFileURL(ROOT).href
  globalThis.RegExp = new Proxy(Original, {
    construct(target, args: [string], newTarget) {
      const made = Reflect.construct(target, args, newTarget as new () => RegExp)
      const caller = new Error('place').stack?.split('\n')[2]?.split(here)[1]
      if (caller !== undefined && !caller.includes('node_modules'))
        add(made.source, made.flags, caller.replace(/:\d+\)?$/, ''))
      return made
    },
  })
  try {
    for (const file of files) {
      const isLoadable = !file.startsWith('src/cli/') && file.endsWith('.ts')
      if (isLoadable && readFileSync(ROOT + file, 'utf8').includes('new RegExp('))
        await import(pathToFileURL(ROOT + file).href)
    }
    await import(pathToFileURL(`${ROOT}adapters/sites/index.ts`).href)
    await import(pathToFileURL(`${ROOT}reader/src/index.ts`).href)
  } finally {
    globalThis.RegExp = Original
  }
}
