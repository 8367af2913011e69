// Runs the stages of deploy/Dockerfile in an empty folder, for machines without a container engine: the same commands
// in the same order on the files that the engine would copy. `npm run check:container`; needs the npm registry and
// about 800 MB.
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ignoredBy, parseDockerfile, type Stage } from './dockerfile.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const base = mkdtempSync(join(tmpdir(), 'wares-container-'))
const stages = parseDockerfile(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'))
const isIgnored = ignoredBy(readFileSync(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8'))

try {
  for (const stage of stages) runStage(stage)
  const last = rootOf(stages.at(-1))
  const size = globSync(join(last, '**/*'), { withFileTypes: true })
    .filter(file => file.isFile())
    .reduce((sum, file) => sum + readFileSync(join(file.parentPath, file.name)).length, 0)
  console.log(`Added to the base image: ${(size / 1e6).toFixed(1)} MB.`)
  run(
    join(last, 'app'),
    'node bin/wares.js --version && node bin/wares.js call sneakerhub.trends > ../call.json',
  )
} finally {
  rmSync(base, { recursive: true })
}

function rootOf(stage: Stage | undefined): string {
  return join(base, stage?.name ?? 'last')
}

function runStage(stage: Stage): void {
  const root = rootOf(stage)
  let folder = root
  mkdirSync(root)
  for (const { name, words, text } of stage.instructions) {
    console.log(`${stage.name ?? 'last'}: ${name} ${text}`)
    if (name === 'WORKDIR') mkdirSync((folder = join(root, text)), { recursive: true })
    else if (name === 'COPY') copy(words, folder)
    // Folders of the image become folders of the stage; the user `node` is the current user.
    else if (name === 'RUN')
      run(folder, text.replaceAll(' /data', ` ${root}/data`).replaceAll(/ && chown \S+ \S+/g, ''))
  }
}

function copy(words: readonly string[], folder: string): void {
  const [, from] = /^--from=(\w+)$/.exec(words[0] ?? '') ?? []
  const places = from === undefined ? words : words.slice(1)
  const target = join(folder, places.at(-1) ?? '')
  for (const source of places.slice(0, -1)) {
    if (from !== undefined)
      cpSync(join(base, from, source), target, { recursive: true, verbatimSymlinks: true })
    else if (source === '.') copyContext(target)
    else cpSync(join(ROOT, source), join(target, source))
  }
}

function copyContext(target: string): void {
  const files = spawnSync('git', ['-c', 'safe.directory=*', 'ls-files'], { cwd: ROOT, encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
  for (const file of files.filter(one => !isIgnored(one))) {
    mkdirSync(dirname(join(target, file)), { recursive: true })
    cpSync(join(ROOT, file), join(target, file))
  }
}

function run(cwd: string, command: string): void {
  const { status } = spawnSync('sh', ['-ec', command], { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`exit code ${status}: ${command}`)
}
