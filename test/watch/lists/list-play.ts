// Plays a scripted history of a list through the real stores.
import { checkOnce, type Replica } from '../catalog/replicas.ts'
import { newCatalogWatch } from '../catalog/played-shop.ts'
import { type Choices, choicesOf } from '../histories/seeded.ts'
import { judgeList, type ListVerdict } from './judge-list.ts'
import type { ListHistory } from './list-script.ts'
import { replyAt } from './list-shop.ts'

/** With as many replicas as there are, interrupted if `isInterrupted`. */
export async function playList(
  replicas: readonly Replica[],
  history: ListHistory,
  isInterrupted: boolean,
): Promise<ListVerdict> {
  const [first] = replicas
  if (!first) throw new Error('no replica')
  const id = await addListWatch(first, history)
  const choices: Pick<Choices, 'between' | 'chance'> = isInterrupted
    ? choicesOf(history.seed)
    : { between: min => min, chance: () => false }
  let count = 0
  for (const check of history.checks) {
    const request = async (_: unknown, asked: Parameters<typeof replyAt>[1]) =>
      replyAt(check, asked, `request-${++count}`)
    await checkOnce(replicas, id, request, choices, () => check.at)
  }
  return judgeList(first, id, history)
}

/** Its name is the number of the history. */
export async function addListWatch(
  { watches }: Pick<Replica, 'watches'>,
  { seed, settings, checks }: ListHistory,
): Promise<string> {
  const watch = await watches.add(
    {
      ...newCatalogWatch(),
      name: String(seed),
      when: settings.when.map(one => one.text).join(' or '),
      confirm: settings.confirm,
      cooldownS: settings.cooldownMs / 1000,
    },
    (checks[0]?.at ?? 0) - 1,
  )
  if (!watch) throw new Error('the watch was not added')
  return watch.id
}
