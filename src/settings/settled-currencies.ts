// The currencies that the operator states for sites whose documents may not state one.
import type { Config } from './config.ts'

/** `storefront: EUR`, for enabled sites with `settings.currency`. */
export function operatorCurrencies({ sites }: Pick<Config, 'sites'>): string[] {
  return Object.entries(sites).flatMap(([name, { enabled, sandboxed, settings }]) =>
    enabled && !sandboxed && settings.currency !== undefined && settings.currency.trim() !== ''
      ? [`${name}: ${settings.currency.trim()}`]
      : [],
  )
}
