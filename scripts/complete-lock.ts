// Adds to package-lock.json the platform packages that the registry in use did not list. npm ci refuses a lock file
// that lacks an optional dependency, even one for another platform. Also notes which C library a Linux package is
// for: without it, npm installs the packages of both. Run this after changing dependencies.
import { readFileSync, writeFileSync } from 'node:fs'

interface LockEntry {
  version?: string
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const file = 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockEntry> }

const systems: Record<string, string> = { windows: 'win32', macos: 'darwin' }
const knownOs =
  /\b(android|darwin|macos|freebsd|openbsd|netbsd|linux|win32|windows|openharmony|aix|sunos|wasm32|wasi)\b/
const knownCpu = /\b(arm64|x64|arm|ia32|ppc64|riscv64|s390x|loong64|mips64el|wasm32)\b/

for (const [owner, entry] of Object.entries({ ...lock.packages })) {
  if (owner === '') continue
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`
    if (lock.packages[place] || lock.packages[`${owner}/${place}`] || !/^\d/.test(range)) continue
    const os = knownOs.exec(name)?.[1]
    if (!os) continue
    const cpu = knownCpu.exec(name.replace(os, ''))?.[1]
    lock.packages[place] = {
      version: range,
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      os: [systems[os] ?? os],
      ...(cpu ? { cpu: [cpu] } : {}),
    }
    console.log(`named ${name}@${range}`)
  }
}

const libraries = { musl: 'musl', gnu: 'glibc' } as const
for (const [place, entry] of Object.entries(lock.packages)) {
  const library = /-linux-.*\b(musl|gnu)/.exec(place)?.[1] as keyof typeof libraries | undefined
  if (library !== undefined && entry.optional) entry.libc ??= [libraries[library]]
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
