// The currency of an answer whose prices name none: the one that stands elsewhere in it, or the operator's setting.
import { isList, isObject, type Json } from '../model/absent.ts'
import type { CallResult } from '../model/make-call.ts'
import type { Params } from '../model/operations.ts'

export function answerCurrency(
  { body, operation, params }: Pick<CallResult, 'body' | 'operation' | 'params'>,
  settings: Readonly<Record<string, string>>,
): string | undefined {
  const named = new Set(currenciesIn(body as Json))
  // Of two currencies neither is that of a price without one.
  if (named.size > 0) return named.size === 1 ? [...named][0] : undefined
  return fromSetting(settings[operation.site], params)
}

function* currenciesIn(value: Json | undefined): Generator<string> {
  if (isList(value)) for (const one of value) yield* currenciesIn(one)
  else if (isObject(value)) {
    for (const [name, one] of Object.entries(value)) {
      if (/currency(?:_?code)?$/i.test(name) && typeof one === 'string' && isCode(one)) yield one
      else yield* currenciesIn(one)
    }
  }
}

/** As the configuration names the first origin of a site. */
const DEFAULT_SHOP = 'main'

/** One code for all, or one for each shop by its name: `street=EUR atelier=USD`. */
function fromSetting(setting: string | undefined, params: Params): string | undefined {
  if (setting === undefined) return undefined
  if (isCode(setting)) return setting
  const pairs = setting.split(/[\s,]+/).map(pair => pair.split('='))
  const of = (wanted: readonly unknown[]) => pairs.find(([name]) => wanted.includes(name))
  const found = of(Object.values(params)) ?? of([DEFAULT_SHOP])
  return found?.[1] !== undefined && isCode(found[1]) ? found[1] : undefined
}

function isCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text)
}
