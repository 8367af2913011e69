// Typing errors, missing accents and capitals in the words of a shop, and the ways to strike an amount out.
import type { Random } from './random.ts'

export interface Noise {
  readonly typo: number
  readonly dropAccents: boolean
  readonly capitals: number
  readonly strike: 'del' | 's' | 'strike' | 'style' | 'class' | 'none'
}

export const makeLetters = (random: Random, noise: Noise): ((text: string) => string) => {
  const typo = (text: string): string => {
    const words = text.match(/\p{L}{5,}/gu)
    if (words === null || !random.chance(noise.typo)) return text
    const word = random.pick(words)
    const at = random.whole(1, word.length - 3)
    return text.replace(word, word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2))
  }
  const plain = (text: string): string =>
    noise.dropAccents && /\p{Script=Latin}/u.test(text)
      ? text
          .normalize('NFD')
          .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
          .normalize('NFC')
      : text
  return text => {
    const letters = typo(plain(text))
    return random.chance(noise.capitals) ? letters.toUpperCase() : letters
  }
}

export const strikeOut = (markup: string, strike: Noise['strike']): string => {
  if (strike === 'none') return markup
  if (strike === 'style') return `<span style="text-decoration: line-through">${markup}</span>`
  if (strike === 'class') return `<span class="old-price">${markup}</span>`
  return `<${strike}>${markup}</${strike}>`
}
