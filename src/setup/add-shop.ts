// Adding a shop and teaching it. What comes in is the address of a product; what goes out is a tried entry in wares.yaml.
// `wares add` and `POST /api/v2/shops` use this file.
import { type Config, readConfigFrom } from '../settings/config.ts'
import type { SiteAdapter } from '#kit/define/define'
import { isOperatorError } from '../runtime/operator-error.ts'
import { describeTrial, type TrialReport } from './describe-trial.ts'
import { addEntries, entryText } from './edit-settings.ts'
import { type ShopTrial, type TrialUpstream, tryShop } from './try-shop.ts'
import { writeSettings } from './write-settings.ts'

export interface AddedShop {
  readonly trial: ShopTrial
  readonly report: TrialReport
  /** False for a dry run, and for a shop that is configured already. */
  readonly isWritten: boolean
  /** What becomes of the sandbox with the first shop; null if nothing changes. */
  readonly sandbox: 'kept' | 'off' | null
  /** Why the entry could not be written. */
  readonly problem: string | null
}

interface SettingsPlace {
  readonly config: Config
  readonly sites: readonly SiteAdapter[]
  /** Path of the settings file. */
  readonly path: string
}

/** Throws the fault with which the shop cannot be read; nothing is written then. */
export async function addShop(
  url: string,
  {
    isDryRun,
    door,
    currency,
    ...place
  }: SettingsPlace & {
    readonly isDryRun: boolean
    readonly door: TrialUpstream
    readonly currency?: string | undefined
  },
): Promise<AddedShop> {
  const trial = await tryShop({ ...place, door, currency }, url)
  const sandbox = sandboxAfter(place.config, trial)
  return isDryRun
    ? { trial, report: describeTrial(trial), isWritten: false, sandbox, problem: null }
    : writeShop(trial, place)
}

/** Writes the entries of a trial, if it has any. A file that cannot be written is a problem, not an error: the shop can be read. */
export async function writeShop(
  trial: ShopTrial,
  { config, sites, path }: SettingsPlace,
): Promise<AddedShop> {
  const sandbox = sandboxAfter(config, trial)
  const result = { trial, report: describeTrial(trial), sandbox }
  if (trial.entries.length === 0) return { ...result, isWritten: false, problem: null }
  try {
    await writeSettings({
      path,
      change: text => addEntries(text, trial.entries, sandbox === 'kept'),
      check: draft => void readConfigFrom(sites, draft),
    })
    return { ...result, isWritten: true, problem: null }
  } catch (error) {
    if (!isOperatorError(error)) throw error
    return { ...result, isWritten: false, problem: (error as Error).message }
  }
}

/** Without a word in the settings, the first shop would switch it off: it stays where only its operator sees it. */
function sandboxAfter(
  { sandbox, isLocalOnly }: Pick<Config, 'sandbox' | 'isLocalOnly'>,
  { entries }: ShopTrial,
): AddedShop['sandbox'] {
  if (!sandbox.untilFirstShop || entries.length === 0) return null
  return isLocalOnly ? 'kept' : 'off'
}

export type AddedShopView = ReturnType<typeof addedShopView>

/** The result as the API sends it. */
export function addedShopView({ trial, report, isWritten, sandbox, problem }: AddedShop) {
  const { shop, entries, product, requests } = trial
  return {
    shop,
    kind: entries[0]?.kind ?? null,
    platform: product.platform,
    operation: product.operation ?? 'general.product',
    robots: 'allowed' as const,
    render: entries.some(entry => entry.kind === 'host' && entry.render === 'browser')
      ? ('browser' as const)
      : ('none' as const),
    found: report.found,
    missing: report.missing,
    requests,
    product,
    entry: entries.length === 0 ? null : entryText(entries, sandbox === 'kept'),
    written: isWritten,
    configured: isWritten || entries.length === 0,
    suggested_currency: trial.currency ?? null,
    sandbox,
    problem,
  }
}
