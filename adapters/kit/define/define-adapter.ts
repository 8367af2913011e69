// Defines an adapter: of a site of the contract (it has operations), or of a platform.
import type { SiteAdapter } from './define.ts'
import type { PlatformAdapter } from './platform.ts'

export function defineAdapter(platform: PlatformAdapter): PlatformAdapter
export function defineAdapter(site: SiteAdapter): SiteAdapter
export function defineAdapter<A extends PlatformAdapter | SiteAdapter>(adapter: A): A {
  return adapter
}
