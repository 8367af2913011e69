// Defines an adapter: of a site of the contract (it has operations), or of a platform.
import type { Site } from './define.ts'
import type { Platform } from './platform.ts'

export function defineAdapter(platform: Platform): Platform
export function defineAdapter(site: Site): Site
export function defineAdapter<A extends Platform | Site>(adapter: A): A {
  return adapter
}
