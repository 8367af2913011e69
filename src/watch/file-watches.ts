// Applies the watches of wares.yaml: adds new ones, updates changed ones, and pauses those no longer in the file.
import type { Clock } from '../runtime/clock.ts'
import { Fault } from '../kit/fault.ts'
import { operatorError } from '../runtime/operator-error.ts'
import { type NewWatch, OPERATOR, RULE_DEFAULTS, type Watch } from './watch.ts'
import type { WatchInputs } from './watch-input.ts'
import type { WatchEdit, WatchStore } from './store/watch-store.ts'

export async function applyFileWatches(
  listed: readonly Readonly<Record<string, unknown>>[],
  {
    watches,
    inputs,
    clock,
  }: { readonly watches: WatchStore; readonly inputs: WatchInputs; readonly clock: Clock },
): Promise<void> {
  const wanted = listed.map((entry, place) => readListed(entry, place, inputs))
  const targets = new Set(wanted.map(watch => watch.target))
  const nowMs = clock.wallMs()
  for (const watch of wanted) {
    const known = await watches.findByTarget(OPERATOR, watch.target)
    if (!known) await watches.add(watch, nowMs)
    else if (known.source === 'file') {
      const { everyS, isAuto = false, variant: _same, ...rules } = watch
      const edit: WatchEdit = { ...RULE_DEFAULTS, ...rules, ...editedInterval(known, everyS, isAuto) }
      await watches.edit(known.id, known.isPaused ? { ...edit, isPaused: false } : edit, nowMs)
    }
  }
  for (const known of await watches.listBySource('file')) {
    if (!targets.has(known.target) && !known.isPaused) await watches.edit(known.id, { isPaused: true }, nowMs)
  }
}

/** A learned interval is kept, and an unchanged one does not reschedule the watch. */
function editedInterval(known: Watch, everyS: number, isAuto: boolean): WatchEdit {
  if (isAuto) return known.isAuto ? {} : { isAuto }
  return known.everyS === everyS && !known.isAuto ? {} : { everyS, isAuto }
}

function readListed(entry: Readonly<Record<string, unknown>>, place: number, inputs: WatchInputs): NewWatch {
  try {
    return inputs.read(entry, 'file')
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw operatorError(`watches[${place}] in wares.yaml: ${error.message}.`, error)
  }
}
