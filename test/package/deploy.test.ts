// Checks deploy/ as far as possible without a container engine.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/settings/config.ts'
import { ignoredBy, parseDockerfile } from './dockerfile.ts'
import { sites } from '../../adapters/sites/index.ts'
import { COMMAND, ROOT, run, start } from '../e2e/process.ts'
import { findProgram } from '../services.ts'
import { startProxy } from '../start-proxy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freePort, startHttpServer } from '../support/servers.ts'

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
      'adapters/sites/index.ts',
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
      'adapters/kit/schema/list-rows.test.ts',
      'node_modules/x/y.js',
    ]
    expect(kept.filter(file => !isIgnored(file))).toEqual([])
    expect(isIgnored('adapters/sites/sneakerhub/cases/a/case.har')).toBe(true)
  })

  it('runs as an unprivileged user, without a shell, on a supported Node', () => {
    expect(valueOf('USER')).toBe('node')
    expect(JSON.parse(valueOf('ENTRYPOINT') ?? '')).toEqual(['node', '/app/bin/wares.js'])
    expect(JSON.parse(valueOf('CMD') ?? '')).toEqual(['start'])
    const images = new Set(stages.map(stage => stage.image))
    expect([...images]).toEqual([`node:${process.versions.node.split('.', 1)[0]}-slim`])
  })
})

interface Service {
  readonly [name: string]: unknown
  readonly depends_on?: Record<string, unknown> | readonly string[]
  readonly volumes?: readonly string[]
}

interface ComposeFile {
  readonly services: Record<string, Service>
  readonly volumes: Record<string, unknown>
}

const composeFile = (name: string) => parse(read(name), { merge: true }) as ComposeFile

describe('compose files', () => {
  it.each(['compose.yaml', 'cluster.yaml'])(
    '%s uses only names of the Compose specification, and refers only to what it defines',
    name => {
      const file = composeFile(name)
      const known = new Set(
        'build image restart environment volumes depends_on read_only tmpfs cap_drop security_opt stop_grace_period ports command healthcheck'.split(
          ' ',
        ),
      )
      expect(Object.keys(file).filter(key => !/^(?:name|services|volumes|x-.*)$/.test(key))).toEqual([])
      for (const service of Object.values(file.services)) {
        expect(Object.keys(service).filter(key => !known.has(key))).toEqual([])
        expect('build' in service || 'image' in service).toBe(true)
        const { depends_on: needed = [] } = service
        for (const other of Array.isArray(needed) ? needed : Object.keys(needed))
          expect(file.services).toHaveProperty([other as string])
        for (const volume of service.volumes ?? []) {
          const [source = ''] = volume.split(':')
          if (source.startsWith('.')) expect(existsSync(join(ROOT, 'deploy', source)), source).toBe(true)
          else expect(Object.keys(file.volumes)).toContain(source)
        }
      }
    },
  )

  it('publish ports on this machine only, and those of the cluster only through its balancer', () => {
    const ports = (name: string) =>
      Object.entries(composeFile(name).services).flatMap(([service, { ports: own = [] }]) =>
        (own as readonly string[]).map(port => `${service} ${port}`),
      )
    expect(ports('compose.yaml')).toEqual(['wares 127.0.0.1:8080:8080', 'wares 127.0.0.1:8081:8081'])
    expect(ports('cluster.yaml')).toEqual(['balancer 127.0.0.1:8080:8000'])
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
    ...['compose.yaml', 'cluster.yaml'].map(name => /stop_grace_period: (\d+)s$/m.exec(read(name))),
    ...read('kubernetes/base/wares.yaml').matchAll(/terminationGracePeriodSeconds: (\d+)$/gm),
    /Allow the process (\d+) s to exit/.exec(readFileSync(join(ROOT, 'docs/deployment.md'), 'utf8')),
  ].map(found => Number(found?.[1]))
  expect(allowed).toEqual([30, 30, 30, 30, 30, 30, 30])
  const { drainMs, deadlineMs } = readConfig(sites, {})
  // The last bytes of slow readers take 10 s, flushing what was counted and recorded a moment.
  expect((drainMs + deadlineMs) / 1000 + 10 + 2).toBeLessThan(30)
})

interface Kustomization {
  readonly resources: readonly string[]
  readonly images?: readonly { readonly name: string; readonly newName: string; readonly newTag: string }[]
  readonly configMapGenerator?: readonly { readonly name: string; readonly files: readonly string[] }[]
}

/** As `kubectl kustomize` builds it, as far as these files use it. */
function build(folder: string): { manifests: Manifest[]; texts: string; images: string[] } {
  const own = parse(read(`${folder}/kustomization.yaml`)) as Kustomization
  const parts = own.resources.map(name => {
    const path = join(folder, name)
    if (!name.endsWith('.yaml')) return build(path)
    const texts = read(path)
    const manifests = parseAllDocuments(texts).map(one => one.toJS() as Manifest)
    return {
      manifests,
      texts,
      images: Array.from(texts.matchAll(/^ +image: (\S+)$/gm), ([, image]) => image ?? ''),
    }
  })
  const settings = (own.configMapGenerator ?? []).map(({ name, files }): Manifest => {
    const data = files
      .map(file => file.split('='))
      .map(([key = '', path = '']) => [key, read(join(folder, path))])
    return { kind: 'ConfigMap', metadata: { name }, data: Object.fromEntries(data) as Record<string, string> }
  })
  const named = (image: string) => {
    const other = own.images?.find(({ name }) => name === image)
    return other ? `${other.newName}:${other.newTag}` : image
  }
  return {
    manifests: [...parts.flatMap(part => part.manifests), ...settings],
    texts: parts.map(part => part.texts).join('\n---\n'),
    images: parts.flatMap(part => part.images.map(named)),
  }
}

describe.each(['base', 'trial'])('Kubernetes: %s', name => {
  const { manifests: all, texts, images } = build(`kubernetes/${name}`)
  const one = (kind: string, of: string) =>
    all.find(manifest => manifest.kind === kind && manifest.metadata.name === of)

  it('runs three replicas and a worker, with probes for both', () => {
    expect(one('Deployment', 'wares-api')?.spec?.replicas).toBe(3)
    expect(one('Deployment', 'wares-worker')?.spec?.replicas).toBe(1)
    for (const deployment of ['wares-api', 'wares-worker'])
      expect(JSON.stringify(one('Deployment', deployment)?.spec?.template)).toContain('"livenessProbe"')
  })

  it('never applies a secret', () => {
    expect(all.filter(({ kind }) => kind === 'Secret')).toEqual([])
    expect(texts).not.toContain('change-me')
  })

  it('takes name and tag of the image from one place', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
    const own = images.filter(image => image.includes('wares'))
    expect(new Set(own)).toEqual(new Set([`registry.example/wares:${version}`]))
    expect(own).toHaveLength(2)
  })

  it('selects the pods that it makes, and refers only to services and to keys of the secret', () => {
    for (const { spec } of all) {
      if (!spec?.template) continue
      expect(spec.template.metadata.labels).toMatchObject(spec.selector?.matchLabels as object)
    }
    const api = one('Deployment', 'wares-api')?.spec?.template?.metadata.labels
    expect(api).toMatchObject(one('Service', 'wares')?.spec?.selector as object)
    expect(api).toMatchObject(one('PodDisruptionBudget', 'wares-api')?.spec?.selector?.matchLabels as object)
    expect(JSON.stringify(one('Ingress', 'wares'))).toContain(
      '"service":{"name":"wares","port":{"name":"http"}}',
    )
    const keys = texts.matchAll(/secretKeyRef: \{ name: wares, key: ([\w-]+) \}/g)
    const known = Object.keys((parse(read('kubernetes/secret.example.yaml')) as Manifest).stringData ?? {})
    for (const [, key] of keys) expect(known).toContain(key)
  })

  it('keeps /metrics from callers, whatever the controller', () => {
    const { spec } = one('Ingress', 'wares') as unknown as {
      spec: { rules: { http: { paths: { path: string; pathType: string; backend: object }[] } }[] }
    }
    const [metrics, rest] = spec.rules[0]?.http.paths ?? []
    // An exact path comes before a prefix.
    expect([metrics?.path, metrics?.pathType, rest?.pathType]).toEqual(['/metrics', 'Exact', 'Prefix'])
    expect(metrics?.backend).toEqual({ service: { name: 'wares-nothing', port: { name: 'http' } } })
    expect(one('Service', 'wares-nothing')?.spec).toEqual({ ports: [{ name: 'http', port: 80 }] })
  })

  it('mounts valid settings', () => {
    const file = join(temporaryFolder('kubernetes'), 'wares.yaml')
    writeFileSync(file, one('ConfigMap', 'wares')?.data?.['wares.yaml'] ?? '')
    expect(readConfig(sites, { WARES_CONFIG: file }).userAgent).toContain('contact')
  })
})

/** The variables of the image and of a service; a port of this machine for each port. */
async function environmentOf(service: string) {
  const last = parseDockerfile(read('Dockerfile')).at(-1)?.instructions ?? []
  const words = last.filter(({ name }) => name === 'ENV').flatMap(one => one.words)
  const image = Object.fromEntries(words.map(word => word.split(/=(.*)/s).slice(0, 2) as [string, string]))
  const { PATH: _, ...own } = image
  const { environment } = composeFile('compose.yaml').services[service] ?? {}
  const ports = { WARES_PORT: String(await freePort()), WARES_SANDBOX_PORT: String(await freePort()) }
  return { ...own, ...(environment as Record<string, string>), ...ports }
}

it('compose.yaml as a process: what it writes is in its volume, and links of the sandbox can be opened', async () => {
  const volume = temporaryFolder('volume')
  const product = { '@type': 'Product', name: 'Lamp', offers: { price: '44.00', priceCurrency: 'EUR' } }
  const shop = await startHttpServer((request, response) => {
    response.statusCode = request.url === '/lamp' ? 200 : 404
    response.setHeader('content-type', 'text/html')
    response.end(`<h1>Lamp</h1><script type="application/ld+json">${JSON.stringify(product)}</script>`)
  })
  // The image has its data in /data, which is also where it starts.
  const env = { ...(await environmentOf('wares')), WARES_DATA: volume, WARES_LOG: 'silent' }
  const server = start(process.execPath, [COMMAND, 'start'], env, volume)
  try {
    await server.until(/Wares is ready/)
    expect((await fetch(`http://127.0.0.1:${env.WARES_PORT}/healthz`)).status).toBe(200)
    // Not only on the loopback address of the container.
    expect((await fetch(`http://127.0.0.2:${env.WARES_SANDBOX_PORT}/shop-json-ld/`)).status).toBe(200)
    const words = ['add', `${shop.origin}/lamp`, '--json']
    const added = await run(process.execPath, [COMMAND, ...words], env, volume)
    expect([added.code, added.stderr]).toEqual([0, ''])
    expect(readFileSync(join(volume, 'wares.yaml'), 'utf8')).toContain('/lamp')
  } finally {
    await server.stop()
  }
}, 120_000)

const nginx = findProgram('nginx', 'nginx-light')

/** Three replicas behind the balancer; the first one goes away once the balancer runs. Returns the statuses, and who was asked. */
async function balanced(method: string) {
  const asked: string[] = []
  let isAway = false
  const replicas = await Promise.all(
    ['api-1', 'api-2', 'api-3'].map(async name => {
      const server = await startHttpServer((request, response) => {
        asked.push(name)
        if (isAway && name === 'api-1') request.socket.destroy()
        else response.end(JSON.stringify(request.headers))
      })
      return { name, port: server.port }
    }),
  )
  let text = read('proxy/balancer.conf').replace('listen 8000', 'listen 127.0.0.1:8000')
  for (const { name, port } of replicas) text = text.replaceAll(`${name}:8080`, `127.0.0.1:${port}`)
  const args = ['-g', 'daemon off; worker_processes 1;', '-c']
  text = text.replace('worker_processes auto;', '')
  const proxy = await startProxy({ name: 'balancer', program: nginx, args, text }, 'http://127.0.0.1:1')
  try {
    isAway = true
    asked.length = 0
    const replies: { status: number; body: string }[] = []
    for (let count = 0; count < 3; count++) {
      const reply = await fetch(`${proxy.origin}/api/v2/watches`, { method })
      replies.push({ status: reply.status, body: await reply.text() })
    }
    expect((await fetch(`${proxy.origin}/metrics`)).status).toBe(404)
    return { asked, replies }
  } finally {
    await proxy.stop()
  }
}

describe.skipIf(nginx === undefined)('the balancer', () => {
  it('repeats a GET of a replica that is away', async () => {
    const { asked, replies } = await balanced('GET')
    expect(asked).toContain('api-1')
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(JSON.parse(replies[0]?.body ?? '')).toMatchObject({
      'x-forwarded-proto': 'http',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': expect.stringContaining('127.0.0.2') as string,
    })
  })

  it('never repeats a POST, which may have been done', async () => {
    const { asked, replies } = await balanced('POST')
    expect(asked).toHaveLength(3)
    expect(replies.filter(({ status }) => status === 502)).toHaveLength(1)
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
