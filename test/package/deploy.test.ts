// Checks deploy/ as far as possible without a container engine. `npm run check:container` runs the Dockerfile's commands.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
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
      'src/kit/rows.test.ts',
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
