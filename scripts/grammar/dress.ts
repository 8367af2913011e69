// A skin's templates filled in, with classes that help, mislead or are missing.
import type { Scene } from './scene-parts.ts'
import { type Skin, TOKENS } from './skins.ts'
import type { Look } from './types.ts'
import type { Wording } from './wording.ts'

/** Classes by role, of another role, or none. */
type ClassNoise = 'right' | 'wrong' | 'none'
export interface PageOptions {
  readonly wording: Wording
  readonly scene: Scene
  readonly skin: Skin
  readonly classNoise: ClassNoise
  readonly isDeclared: boolean
  readonly name: string
  readonly path: string
}

const LOOKS: readonly Look[] = ['price', 'former', 'unit', 'saving', 'note', 'label', 'stock', 'name']

/** Fills a skin's template. */
export const makeDress = ({ wording: { random }, skin, classNoise }: PageOptions) => {
  const tokens: Readonly<Record<Look, string>> = TOKENS[skin.tokens]
  const letters = (): string => random.next().toString(36).slice(2, 7)
  // Between label and value stands a space, or only a margin.
  const gap = random.chance(0.7) ? ' ' : ''
  const shuffled = random.shuffle(LOOKS)
  const exchanged = (look: Look): Look => shuffled[LOOKS.indexOf(look)] ?? look
  const names = new Map<Look, string>()
  const classFor = (look: Look): string => {
    if (classNoise === 'none') return ''
    const role = classNoise === 'wrong' ? exchanged(look) : look
    const name = names.get(role) ?? tokens[role].replace(/\*/g, letters)
    names.set(role, name)
    return ` class="${name}"`
  }
  return (template: string, values: Readonly<Record<string, string>>, own: Look = 'note'): string =>
    template
      .replace(/<\/(span|small|label|strong)><(span|em|output)/g, `</$1>${gap}<$2`)
      .replace(/@(x|price|former|unit|saving|note|label|box|stock|button|card|name)/g, (_all, look: string) =>
        classFor(look === 'x' ? own : (look as Look)),
      )
      .replace(/%([A-Z])/g, (_all, key: string) => values[key] ?? '')
}
export type Dress = ReturnType<typeof makeDress>
