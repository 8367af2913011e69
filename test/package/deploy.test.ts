// Checks deploy/ as far as possible without a container engine. `npm run check:container` runs the Dockerfile's commands.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/config.ts'
import { ignoredBy, parseDockerfile } from '../../scripts/dockerfile.ts'
import { sites } from '../../sites/index.ts'
import { ROOT } from '../e2e/process.ts'
import { findProgram } from '../services.ts'

const read = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8')

describe('Dockerfile', () => {
  const stages = parseDockerfile(read('Dockerfile'))
  const isIgnored = ignoredBy(read('Dockerfile.dockerignore'))
  const last = stages.at(-1)?.instructions ?? []
  const valueOf = (name: string) => last.find(one => one.name === name)?.text

  it('copies existing files, and only from earlier stages', () => {
    const names: (string | undefined)[] = []
    for (const { name, instructions } of stages) {
      for (const { words } of instructions.filter(one => one.name === 'COPY')) {
        const [, from] = /^--from=(.*)$/.exec(words[0] ?? '') ?? []
        if (from !== undefined) expect(names).toContain(from)
        else
          for (const source of words.slice(0, -1)) {
            expect(existsSync(join(ROOT, source)), source).toBe(true)
            if (source !== '.') expect(isIgnored(source), source).toBe(false)
          }
      }
      names.push(name)
    }
  })

  it('has everything that the build reads in its context, and nothing else', () => {
    const needed = [
      'scripts/build.ts',
      'sites/index.ts',
      'src/index.ts',
      'web/index.html',
      'tsconfig.types.json',
    ]
    expect(
      [...needed, 'bin/package.json', 'client/src/answer-headers.ts', 'LICENSE'].filter(isIgnored),
    ).toEqual([])
    const kept = [
      '.git/config',
      'data/wares.db',
      'test/services.ts',
      'src/kit/json/rows.test.ts',
      'node_modules/x/y.js',
    ]
    expect(kept.filter(file => !isIgnored(file))).toEqual([])
    expect(isIgnored('sites/sneakerhub/cases/a/case.har')).toBe(true)
  })

  it('runs as an unprivileged user, without a shell, on a supported Node', () => {
    expect(valueOf('USER')).toBe('node')
    expect(JSON.parse(valueOf('ENTRYPOINT') ?? '')).toEqual(['node', 'bin/wares.js'])
    expect(JSON.parse(valueOf('CMD') ?? '')).toEqual(['start'])
    const images = new Set(stages.map(stage => stage.image))
    expect([...images]).toEqual([`node:${process.versions.node.split('.', 1)[0]}-slim`])
  })
})

interface Service {
  readonly [name: string]: unknown
  readonly depends_on?: Record<string, unknown>
  readonly volumes?: readonly string[]
}

describe('compose file', () => {
  const file = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, unknown>
  }

  it('uses only names of the Compose specification, and refers only to what it defines', () => {
    const known = new Set(
      'build image restart environment volumes depends_on read_only tmpfs cap_drop security_opt stop_grace_period ports command healthcheck'.split(
        ' ',
      ),
    )
    expect(Object.keys(file).filter(name => !/^(?:name|services|volumes|x-.*)$/.test(name))).toEqual([])
    for (const service of Object.values(file.services)) {
      expect(Object.keys(service).filter(name => !known.has(name))).toEqual([])
      expect('build' in service || 'image' in service).toBe(true)
      for (const name of Object.keys(service.depends_on ?? {})) expect(file.services).toHaveProperty([name])
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('.')) expect(existsSync(join(ROOT, 'deploy', source)), source).toBe(true)
        else expect(Object.keys(file.volumes)).toContain(source)
      }
    }
  })

  it('mounts valid settings', () => {
    const config = readConfig(sites, { WARES_CONFIG: join(ROOT, 'deploy/wares.yaml') })
    expect(config.userAgent).toContain('contact')
  })
})

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Record<string, string>
  readonly stringData?: Record<string, string>
  readonly spec?: {
    readonly replicas?: number
    readonly selector?: Record<string, unknown>
    readonly template?: { readonly metadata: { readonly labels: Record<string, string> } }
  }
}

it('gives the same time to stop everywhere, longer than a stop may take', () => {
  const allowed = [
    ...['wares.service', 'wares-worker.service'].map(name => /^TimeoutStopSec=(\d+)$/m.exec(read(name))),
    /stop_grace_period: (\d+)s$/m.exec(read('compose.yaml')),
    ...read('kubernetes/wares.yaml').matchAll(/terminationGracePeriodSeconds: (\d+)$/gm),
    /Allow the process (\d+) s to exit/.exec(readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')),
  ].map(found => Number(found?.[1]))
  expect(allowed).toEqual([30, 30, 30, 30, 30, 30])
  const { drainMs, deadlineMs } = readConfig(sites, {})
  // The last bytes of slow readers take 10 s, flushing what was counted and recorded a moment.
  expect((drainMs + deadlineMs) / 1000 + 10 + 2).toBeLessThan(30)
})

describe('Kubernetes manifests', () => {
  const texts = globSync('kubernetes/*.yaml', { cwd: join(ROOT, 'deploy') }).map(read)
  const all = texts.flatMap(text => parseAllDocuments(text).map(one => one.toJS() as Manifest))
  const one = (kind: string, name: string) =>
    all.find(manifest => manifest.kind === kind && manifest.metadata.name === name)

  it('run three replicas and a worker', () => {
    expect(one('Deployment', 'wares-api')?.spec?.replicas).toBe(3)
    expect(one('Deployment', 'wares-worker')?.spec?.replicas).toBe(1)
  })

  it('select the pods that they make, and refer only to keys of the secret', () => {
    for (const { spec } of all) {
      if (!spec?.template) continue
      expect(spec.template.metadata.labels).toMatchObject(spec.selector?.matchLabels as object)
    }
    const api = one('Deployment', 'wares-api')?.spec?.template?.metadata.labels
    expect(api).toMatchObject(one('Service', 'wares')?.spec?.selector as object)
    const keys = texts.join('').matchAll(/secretKeyRef: \{ name: wares, key: ([\w-]+) \}/g)
    const known = Object.keys(one('Secret', 'wares')?.stringData ?? {})
    expect(new Set([...keys].map(key => key[1]))).toEqual(new Set(known))
  })

  it('mount valid settings', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'wares-kubernetes-')), 'wares.yaml')
    writeFileSync(file, one('ConfigMap', 'wares')?.data?.['wares.yaml'] ?? '')
    expect(readConfig(sites, { WARES_CONFIG: file }).userAgent).toContain('contact')
  })
})

const analyze = findProgram('systemd-analyze', 'systemd')

describe('systemd unit', () => {
  it.skipIf(analyze === undefined).each(globSync('*.service', { cwd: join(ROOT, 'deploy') }))(
    '%s passes systemd-analyze without a warning',
    unit => {
      const { status, stdout, stderr } = spawnSync(
        analyze ?? '',
        ['verify', '--man=no', join(ROOT, 'deploy', unit)],
        { encoding: 'utf8' },
      )
      const own = `${stdout}${stderr}`.split('\n').filter(line => line.includes(unit))
      expect([status, own]).toEqual([0, []])
    },
  )
})
