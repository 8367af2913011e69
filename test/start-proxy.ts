// Reverse proxies in front of a Wares: those of deploy/proxy as they are shipped, but for their addresses, and what people write
// who know no better.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { ROOT, start } from './e2e/process.ts'
import { findProgram } from './services.ts'
import { freePort } from './support/servers.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

export interface Proxy {
  readonly name: string
  /** Undefined, with a warning, where it cannot be installed: its tests are skipped and counted as skipped. */
  readonly program: string | undefined
  readonly args: readonly string[]
  readonly text: string
}

const read = (file: string) => readFileSync(join(ROOT, 'deploy/proxy', file), 'utf8')
const nginx = { program: findProgram('nginx', 'nginx-light'), args: ['-g', 'daemon off;', '-c'] }
const caddy = {
  program: findProgram('caddy'),
  args: ['run', '--adapter', 'caddyfile', '--config'],
}

export const SHIPPED_PROXIES: readonly Proxy[] = [
  { name: 'nginx', ...nginx, text: read('nginx.conf') },
  { name: 'caddy', ...caddy, text: read('Caddyfile') },
]

const bareNginx = (more: string) => `pid /tmp/wares-nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
  server { listen 127.0.0.1:8000; location / { proxy_pass http://127.0.0.1:8080; ${more} } }
}
`

/** None of them tells Wares that it is a proxy. */
export const BARE_PROXIES: readonly Proxy[] = [
  { name: 'a bare proxy_pass', ...nginx, text: bareNginx('') },
  {
    name: 'a proxy_pass with the Host of the caller',
    ...nginx,
    text: bareNginx('proxy_set_header Host $http_host;'),
  },
  {
    name: 'a Caddy without forwarding headers',
    ...caddy,
    text: `{
	admin off
	auto_https off
}
http://127.0.0.1:8000 {
	reverse_proxy 127.0.0.1:8080 {
		header_up -X-Forwarded-For
		header_up -X-Forwarded-Proto
		header_up -X-Forwarded-Host
		header_up -Via
	}
}
`,
  },
]

export interface RunningProxy {
  readonly origin: string
  stop(): Promise<void>
}

/** `address` is the address of Wares. Listens on another address of this machine than Wares does. */
export async function startProxy(
  { program, args, text, name }: Proxy,
  address: string,
): Promise<RunningProxy> {
  if (program === undefined) throw new Error(`there is no ${name}`)
  const folder = temporaryFolder('proxy')
  const host = `${PROXY_ADDRESS}:${await freePort()}`
  const file = join(folder, 'proxy.conf')
  // Caddy serves only the name in its address, and a caller may send any name.
  const own = text
    .replaceAll('http://127.0.0.1:8000 {', `http://:${host.split(':')[1]} {\n\tbind ${PROXY_ADDRESS}`)
    .replaceAll('127.0.0.1:8000', host)
    .replaceAll('127.0.0.1:8080', new URL(address).host)
    .replaceAll('/tmp/wares-nginx.pid', join(folder, 'nginx.pid'))
  writeFileSync(file, own)
  const running = start(program, [...args, file], { HOME: folder })
  const origin = `http://${host}`
  await vi
    .waitFor(() => fetch(`${origin}/healthz`), { timeout: 30_000, interval: 100 })
    .catch(() => {
      throw new Error(`${name} does not answer: ${running.output()}`)
    })
  return {
    origin,
    async stop() {
      await running.stop()
    },
  }
}

/** On Linux all of 127.0.0.0/8 is this machine. */
const PROXY_ADDRESS = '127.0.0.2'
