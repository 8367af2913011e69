// Parses the Dockerfile and its ignore file, limited to the syntax that this project uses.

export interface Instruction {
  readonly name: string
  readonly text: string
  readonly words: readonly string[]
}

export interface Stage {
  readonly image: string
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
}

const KNOWN = new Set([
  'FROM',
  'WORKDIR',
  'COPY',
  'RUN',
  'ENV',
  'USER',
  'VOLUME',
  'EXPOSE',
  'HEALTHCHECK',
  'ENTRYPOINT',
  'CMD',
])

export function parseDockerfile(text: string): Stage[] {
  const stages: { image: string; name: string | undefined; instructions: Instruction[] }[] = []
  const whole = text.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, '')
  for (const line of whole.split('\n').filter(one => one.trim() !== '')) {
    const [name = '', ...words] = line.trim().split(/\s+/)
    if (!KNOWN.has(name)) throw new Error(`not an instruction that is known here: ${line}`)
    if (name === 'FROM') {
      const [image = '', as, alias] = words
      if (as !== undefined && as !== 'AS') throw new Error(`not understood: ${line}`)
      stages.push({ image, name: alias, instructions: [] })
      continue
    }
    const stage = stages.at(-1)
    if (!stage) throw new Error(`before any FROM: ${line}`)
    stage.instructions.push({ name, words, text: line.trim().slice(name.length).trim() })
  }
  return stages
}

/** Whether a file of the build context is excluded; the last matching pattern decides. */
export function ignoredBy(ignoreFile: string): (path: string) => boolean {
  const rules = ignoreFile
    .split('\n')
    .filter(line => line !== '')
    .map(line => ({ isKept: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }))
  return path => {
    let isIgnored = false
    for (const { isKept, pattern } of rules) if (pattern.test(path)) isIgnored = !isKept
    return isIgnored
  }
}

/** A pattern matches a folder and everything in it. */
function patternOf(glob: string): RegExp {
  const source = glob
    .split('/')
    .map(part => (part === '**' ? '(?:[^/]+/)*' : `${part.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}/`))
    .join('')
  return new RegExp(`^${source}`.replace(/\/$/, '(?:/|$)'))
}
