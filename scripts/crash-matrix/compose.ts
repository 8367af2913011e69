// What deploy/cluster.yaml starts, as far as it can be started without containers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from '../../test/e2e/process.ts'

interface ComposeService {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

interface WaresService {
  readonly name: string
  /** The words after `wares`. */
  readonly command: readonly string[]
}

export interface ComposePlan {
  readonly wares: readonly WaresService[]
  /** Which variables give the processes their stores. */
  readonly variables: readonly string[]
  /** Options of redis-server. */
  readonly redis: readonly string[]
}

export function readCompose(file = join(ROOT, 'deploy/cluster.yaml')): ComposePlan {
  const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as {
    services: Record<string, ComposeService>
  }
  const own = Object.entries(services).filter(([, { image }]) => image === 'wares')
  return {
    // The image starts the API unless told otherwise.
    wares: own.map(([name, { command = ['start'] }]) => ({ name, command })),
    variables: [...new Set(own.flatMap(([, { environment = {} }]) => Object.keys(environment)))],
    redis: services.redis?.command?.slice(1) ?? [],
  }
}
